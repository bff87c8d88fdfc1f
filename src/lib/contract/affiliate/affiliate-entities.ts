import * as z from 'zod/mini';
import { instant } from '../fields.ts';

/**
 * What the affiliate's calls return. Money in major units, instants in ISO 8601 (UTC), days are calendar days in UTC.
 */

/** Which data of referred people affiliates see as a first letter only. */
export const affiliateMasks = ['none', 'names', 'emails', 'all'] as const;
export type AffiliateMask = (typeof affiliateMasks)[number];

export const affiliateUser = z.object({
  name: z.string(),
  email: z.string(),
  /** An identifier; it grants nothing. */
  token: z.string(),
  /** The referral code, which the affiliate's links carry as `ref`. */
  uniqid: z.string(),
  /** Masked fields cannot be searched either. */
  masked: z.enum(affiliateMasks),
});
export type AffiliateUser = z.infer<typeof affiliateUser>;

/** Why a referred account does not count: it is the affiliate's own, or its owner already had an account. */
export const referralFaults = ['self', 'duplicate'] as const;
export type ReferralFault = (typeof referralFaults)[number];

export const affiliateAccount = z.object({
  /** The account's own referral code, used as its public id. */
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** ISO 3166-1 alpha-2; null if unknown. */
  country: z.nullable(z.string()),
  created_at: instant,
  /** The first page that the visitor saw. */
  source_page: z.nullable(z.string()),
  /** The source tag of the link that led here. */
  source_tag: z.nullable(z.string()),
  /** The first deposit. */
  transaction: z.nullable(z.object({ amount: z.number(), date: instant })),
  /** Null: the account counts. */
  fault: z.nullable(z.enum(referralFaults)),
});
export type AffiliateAccount = z.infer<typeof affiliateAccount>;

const count = z.number();

/** The chosen accounts that count. The figures of the countries, and those of the days, add up to the totals. */
export const affiliateSummary = z.object({
  total: count,
  first_deposits: count,
  /** First deposits per hundred accounts, a whole percent, rounded half up; 0 if there are no accounts. */
  conversion: z.number(),
  /** Chosen accounts that do not count. */
  not_counted: count,
  /** Sorted by accounts, most first. */
  countries: z.array(
    z.object({
      country: z.nullable(z.string()),
      total: count,
      first_deposits: count,
      /** Rounded to two decimals; null if there are no first deposits. */
      accounts_per_first_deposit: z.nullable(z.number()),
    }),
  ),
  /** Oldest first, without days on which nothing happened. */
  days: z.array(z.object({ day: z.iso.date(), registrations: count, first_deposits: count })),
});
export type AffiliateSummary = z.infer<typeof affiliateSummary>;
