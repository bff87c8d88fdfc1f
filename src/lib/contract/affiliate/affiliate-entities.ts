import * as z from 'zod/mini';
import { instant } from '../fields.ts';

/**
 * What the affiliate's calls answer with. Money is in major units, instants ISO 8601 in UTC, days are calendar days in
 * UTC.
 */

/** What of a referred person the broker shows to affiliates by a first letter only. */
export const affiliateMasks = ['none', 'names', 'emails', 'all'] as const;
export type AffiliateMask = (typeof affiliateMasks)[number];

export const affiliateUser = z.object({
  name: z.string(),
  email: z.string(),
  /** An identifier without authority. */
  token: z.string(),
  /** The referral code: what the affiliate's links carry as `ref`. */
  uniqid: z.string(),
  /** What is masked is not searched either. */
  masked: z.enum(affiliateMasks),
});
export type AffiliateUser = z.infer<typeof affiliateUser>;

/** Why an account that came by a referral counts for nobody: it is the affiliate's own, or its owner had one before. */
export const referralFaults = ['self', 'duplicate'] as const;
export type ReferralFault = (typeof referralFaults)[number];

export const affiliateAccount = z.object({
  /** The account's referral code: it names the account, and counts none. */
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** ISO 3166-1 alpha-2; null where none is known. */
  country: z.nullable(z.string()),
  created_at: instant,
  /** The first page that was visited. */
  source_page: z.nullable(z.string()),
  /** What the link that led here said of where it stands. */
  source_tag: z.nullable(z.string()),
  /** The first deposit. */
  transaction: z.nullable(z.object({ amount: z.number(), date: instant })),
  /** Null: the account counts. */
  fault: z.nullable(z.enum(referralFaults)),
});
export type AffiliateAccount = z.infer<typeof affiliateAccount>;

const count = z.number();

/** Accounts that count, of those that were chosen; the sums of the countries, and of the days, are the totals. */
export const affiliateSummary = z.object({
  total: count,
  first_deposits: count,
  /** First deposits of each hundred accounts, a whole percent, half up; 0 where there is no account. */
  conversion: z.number(),
  /** Chosen accounts that do not count. */
  not_counted: count,
  /** Most accounts first. */
  countries: z.array(
    z.object({
      country: z.nullable(z.string()),
      total: count,
      first_deposits: count,
      /** Two decimals; null where there is no first deposit. */
      accounts_per_first_deposit: z.nullable(z.number()),
    }),
  ),
  /** Oldest first, without those on which nothing happened. */
  days: z.array(z.object({ day: z.iso.date(), registrations: count, first_deposits: count })),
});
export type AffiliateSummary = z.infer<typeof affiliateSummary>;
