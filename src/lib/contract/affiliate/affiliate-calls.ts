import * as z from 'zod/mini';
import { newPasswordPair, samePasswords } from '../accounts/account-fields.ts';
import * as endpoints from './affiliate-endpoints.ts';
import { affiliateAccount, affiliateSummary, affiliateUser } from './affiliate-entities.ts';
import { call } from '../call.ts';
import { clientInfoText, day, email, instant, onOneLine, ownToken, password } from '../fields.ts';
import { humanToken } from '../form-fields.ts';

/** How affiliates log in, and what they see of the accounts that came by their links. */

export const affiliateLogin = call({
  name: 'affiliateLogin',
  summary:
    'Log in an affiliate. `recaptcha`: the reCAPTCHA token, or an empty string if the browser cannot get one; required if the broker uses reCAPTCHA.',
  ...endpoints.affiliateLogin,
  audience: 'anyone',
  body: z.object({ email, password, info: clientInfoText, recaptcha: humanToken }),
  data: z.object({ access_token: z.string(), user: affiliateUser }),
  problems: ['INVALID_CREDENTIALS', 'NOT_HUMAN', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'],
});

export const affiliateLogout = call({
  name: 'affiliateLogout',
  summary: 'End the session of the bearer token.',
  ...endpoints.affiliateLogout,
  audience: 'affiliate',
  data: z.null(),
  problems: [],
});

export const updateAffiliatePassword = call({
  name: 'updateAffiliatePassword',
  summary:
    'Change the password. Ends all other sessions. `current_password` is required if the affiliate did not log in recently. A `new_password` that is easy to guess fails with `VALIDATION`.',
  ...endpoints.updateAffiliatePassword,
  audience: 'affiliate',
  body: z.object({ token: ownToken, ...newPasswordPair, current_password: z.optional(password) }).check(samePasswords),
  data: z.null(),
  problems: ['CURRENT_PASSWORD_REQUIRED', 'CURRENT_PASSWORD_WRONG', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'],
});

/** What a period filters by: when accounts were opened, or when their first deposits were credited. */
export const filterSubjects = ['created_at', 'transactions'] as const;
export type FilterSubject = (typeof filterSubjects)[number];

/** Both days are included, in UTC. */
const filter = z
  .object({
    where: z.enum(filterSubjects, { error: 'Filter type is required' }),
    from: day('From'),
    until: day('Until'),
  })
  .check(
    z.refine(({ from, until }) => from <= until, { error: 'The end date is before the start date', path: ['until'] }),
  );
export type AffiliateFilter = z.infer<typeof filter>;

/** Which accounts to return: all, if no field is set. `search`: part of a name, email or id; case does not matter. */
const chosen = {
  token: ownToken,
  filter: z.optional(z.nullable(filter)),
  search: z.optional(
    z
      .string()
      .check(z.overwrite(onOneLine), z.trim(), z.maxLength(100, { error: 'Search has maximum 100 characters' })),
  ),
} as const;

/** Sorted by `first_deposit` in either order, accounts without a first deposit come last, newest first. */
export const accountSorts = ['created_at', 'first_deposit'] as const;
export type AccountSort = (typeof accountSorts)[number];

const sorted = {
  sort: z._default(z.enum(accountSorts), 'created_at'),
  order: z._default(z.enum(['asc', 'desc']), 'desc'),
} as const;

export const mostAffiliateAccounts = 100;

export const getAffiliateAccounts = call({
  name: 'getAffiliateAccounts',
  summary:
    'List the referred accounts, one page at a time. For the next page, pass `next` of the previous response as `after`. `next` is null on the last page.',
  ...endpoints.getAffiliateAccounts,
  audience: 'affiliate',
  body: z.object({
    ...chosen,
    ...sorted,
    after: z.optional(z.nullable(z.string().check(z.regex(/^[A-Za-z0-9_.-]{1,80}$/, { error: 'Not a valid cursor' })))),
    limit: z._default(z.int().check(z.minimum(1), z.maximum(mostAffiliateAccounts)), 50),
  }),
  data: z.object({ data: z.array(affiliateAccount), next: z.nullable(z.string()) }),
  problems: ['TOO_MANY_REQUESTS'],
});

export const getAffiliateSummary = call({
  name: 'getAffiliateSummary',
  summary: 'Get totals for the referred accounts, overall, by country and by day.',
  ...endpoints.getAffiliateSummary,
  audience: 'affiliate',
  body: z.object(chosen),
  data: affiliateSummary,
  problems: ['TOO_MANY_REQUESTS'],
});

export const exportAffiliateAccounts = call({
  name: 'exportAffiliateAccounts',
  summary: 'Export all matching referred accounts as CSV.',
  ...endpoints.exportAffiliateAccounts,
  audience: 'affiliate',
  body: z.object({ ...chosen, ...sorted }),
  answersFile: 'text/csv',
  data: z.string(),
  problems: ['TOO_MANY_REQUESTS'],
});

/** The largest file of an affiliate's own figures that can be compared with ours, in bytes. */

export const longestComparisonBytes = 1_000_000;

/**
 * Why a row of the affiliate's file and an account differ. `not_among_yours`: unknown, not referred, or referred by
 * somebody else; the answer does not say which, because who is a customer is confidential. `self`, `duplicate`: the
 * account exists but does not count. `no_first_deposit`: the row has a first deposit, the account has none.
 * `first_deposit_missing`: the account has a first deposit, the row has none. `created_at_differs`,
 * `first_deposit_differs`: by more than a day. `repeated`: an earlier row named the account. `not_understood`: the row
 * names no account, or has a date that is unreadable or ambiguous. `not_in_file`: an account that counts but that no
 * row names; if the file has opening dates, only accounts opened from its first date to its last.
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
  /** The line number in the file (its heading is 1); null for an account that no row names. */
  line: z.nullable(z.number()),
  /** The account as the row names it; its id if no row names it. */
  account: z.string(),
  /** What the row says; null if there is no row. */
  theirs: z.nullable(sides),
  /** Null if it is not one of the affiliate's accounts. */
  ours: z.nullable(sides),
});
export type ComparisonDifference = z.infer<typeof comparisonDifference>;

export const compareAffiliateAccounts = call({
  name: 'compareAffiliateAccounts',
  summary:
    'Compare a CSV file with the referred accounts. The file needs a header row and a column `id` or `email`. The optional columns `created_at` and `first_deposit` hold dates or timestamps.',
  ...endpoints.compareAffiliateAccounts,
  audience: 'affiliate',
  // JSON can escape one byte of the file as two bytes. Longer escapes are only needed for bytes that are not text.
  longestBodyBytes: 2 * longestComparisonBytes + 10_000,
  body: z.object({
    token: ownToken,
    csv: z
      .string({ error: 'File is required' })
      .check(
        z.minLength(1, { error: 'File is required' }),
        z.maxLength(longestComparisonBytes, { error: 'File can be up to 1 MB' }),
      ),
  }),
  data: z.object({
    lines: z.number(),
    matched: z.number(),
    /** How many rows differ; the list has only the first ones. */
    different: z.number(),
    /** How many accounts are `not_in_file`; the list has only the first ones. */
    missing: z.number(),
    /** The titles of columns that were not compared; only the first 50. */
    unread_columns: z.array(z.string()),
    /** The days (UTC, both included) that were searched for accounts that no row names; null: all days. */
    days: z.nullable(z.object({ from: z.iso.date(), until: z.iso.date() })),
    differences: z.array(comparisonDifference),
  }),
  problems: ['TOO_MANY_REQUESTS'],
});

export const affiliateCalls = [
  affiliateLogin,
  affiliateLogout,
  updateAffiliatePassword,
  getAffiliateAccounts,
  getAffiliateSummary,
  exportAffiliateAccounts,
  compareAffiliateAccounts,
] as const;
