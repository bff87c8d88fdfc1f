import * as z from 'zod/mini';
import { call } from '../call.ts';
import { instant, ownToken } from '../fields.ts';
import * as endpoints from './affiliate-endpoints.ts';

/** What an affiliate counted itself, held against what is counted here. */

export const longestComparisonBytes = 1_000_000;

/**
 * Why a line and an account do not agree. `not_among_yours`: unknown, came without a referral, or by somebody else's: whether such a person
 * is a customer is nobody's business. `self`, `duplicate`: it is there and does not count. `no_first_deposit`: the line says one.
 * `first_deposit_missing`: the line says none. `created_at_differs`, `first_deposit_differs`: by more than a day.
 * `repeated`: another line named it before. `not_understood`: the line names no account, or a date of it cannot be read, or in two ways.
 * `not_in_file`: an account that counts and no line names; where the file says when accounts were opened, of the days from its first to its last.
 */
export const comparisonReasons = [
  'not_among_yours',
  'self',
  'duplicate',
  'no_first_deposit',
  'first_deposit_missing',
  'created_at_differs',
  'first_deposit_differs',
  'repeated',
  'not_understood',
  'not_in_file',
] as const;
export type ComparisonReason = (typeof comparisonReasons)[number];

const sides = z.object({ created_at: z.nullable(instant), first_deposit: z.nullable(instant) });

export const comparisonDifference = z.object({
  reason: z.enum(comparisonReasons),
  /** Of the file, its heading being 1; null for an account that no line names. */
  line: z.nullable(z.number()),
  /** As the line names the account, else its id. */
  account: z.string(),
  /** What the line says; null where there is none. */
  theirs: z.nullable(sides),
  /** Null where it is not among the affiliate's accounts. */
  ours: z.nullable(sides),
});
export type ComparisonDifference = z.infer<typeof comparisonDifference>;

export const compareAffiliateAccounts = call({
  name: 'compareAffiliateAccounts',
  summary:
    'Hold a file of comma-separated values against the referred accounts: a heading, a column `id` or `email`, and if there are such, `created_at` and `first_deposit` with days or instants.',
  ...endpoints.compareAffiliateAccounts,
  audience: 'affiliate',
  // In JSON a byte of the file may be two, and more where it is no letter.
  longestBodyBytes: 2 * longestComparisonBytes + 10_000,
  body: z.object({
    token: ownToken,
    csv: z
      .string({ error: 'File is required' })
      .check(
        z.minLength(1, { error: 'File is required' }),
        z.maxLength(longestComparisonBytes, { error: 'File has maximum 1 MB' }),
      ),
  }),
  data: z.object({
    lines: z.number(),
    matched: z.number(),
    /** How many of the lines differ; the first ones of them are listed. */
    different: z.number(),
    /** How many accounts are `not_in_file`; the first ones of them are listed too. */
    missing: z.number(),
    /** Columns of the file that nothing was compared of, by their titles; the first 50 of them. */
    unread_columns: z.array(z.string()),
    /** The days in which accounts that no line names were looked for, in UTC, both of them too; null: all days. */
    days: z.nullable(z.object({ from: z.iso.date(), until: z.iso.date() })),
    differences: z.array(comparisonDifference),
  }),
  problems: ['TOO_MANY_REQUESTS'],
});

export const comparisonCalls = [compareAffiliateAccounts] as const;
