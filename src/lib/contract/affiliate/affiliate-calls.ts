import * as z from 'zod/mini';
import { newPasswordPair, samePasswords } from '../accounts/account-fields.ts';
import { call } from '../call.ts';
import { clientInfoText, email, onOneLine, ownToken, password } from '../fields.ts';
import { humanToken } from '../form-fields.ts';
import * as endpoints from './affiliate-endpoints.ts';
import { affiliateAccount, affiliateSummary, affiliateUser } from './affiliate-entities.ts';

/** How affiliates come in, and what they see of the accounts that came by their links. */

export const affiliateLogin = call({
  name: 'affiliateLogin',
  summary: 'Log an affiliate in. `recaptcha`, where it is asked for: a token, or empty where there is none to be had.',
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
    'Change the password. It ends the other sessions. `current_password` is asked for where the log-in is not fresh any more. A `new_password` that is easy to guess is `VALIDATION`.',
  ...endpoints.updateAffiliatePassword,
  audience: 'affiliate',
  body: z.object({ token: ownToken, ...newPasswordPair, current_password: z.optional(password) }).check(samePasswords),
  data: z.null(),
  problems: ['CURRENT_PASSWORD_REQUIRED', 'CURRENT_PASSWORD_WRONG', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'],
});

/** What a period is of: when the accounts were opened, or when their first deposits were credited. */
export const filterSubjects = ['created_at', 'transactions'] as const;
export type FilterSubject = (typeof filterSubjects)[number];

const day = (title: string) => z.iso.date({ error: `${title} is required` });

/** Both days are in it, in UTC. */
const filter = z
  .object({
    where: z.enum(filterSubjects, { error: 'Filter type is required' }),
    from: day('From'),
    until: day('Until'),
  })
  .check(z.refine(({ from, until }) => from <= until, { error: 'Until must not be before from', path: ['until'] }));
export type AffiliateFilter = z.infer<typeof filter>;

/** Which accounts are meant: without anything, all. `search`: a part of a name, an email or an id, in any case. */
const chosen = {
  token: ownToken,
  filter: z.optional(z.nullable(filter)),
  search: z.optional(
    z
      .string()
      .check(z.overwrite(onOneLine), z.trim(), z.maxLength(100, { error: 'Search has maximum 100 characters' })),
  ),
} as const;

/** Accounts without a first deposit come last in both orders of it, the newest first. */
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
    'The referred accounts, one page of them. `after` is what the page before answered as `next`; null: that was the last one.',
  ...endpoints.getAffiliateAccounts,
  audience: 'affiliate',
  body: z.object({
    ...chosen,
    ...sorted,
    after: z.optional(z.nullable(z.string().check(z.regex(/^[A-Za-z0-9_.-]{1,80}$/, { error: 'Not a valid place' })))),
    limit: z._default(z.int().check(z.minimum(1), z.maximum(mostAffiliateAccounts)), 50),
  }),
  data: z.object({ data: z.array(affiliateAccount), next: z.nullable(z.string()) }),
  problems: ['TOO_MANY_REQUESTS'],
});

export const getAffiliateSummary = call({
  name: 'getAffiliateSummary',
  summary: 'Totals of the referred accounts, by country and by day.',
  ...endpoints.getAffiliateSummary,
  audience: 'affiliate',
  body: z.object(chosen),
  data: affiliateSummary,
  problems: ['TOO_MANY_REQUESTS'],
});

export const exportAffiliateAccounts = call({
  name: 'exportAffiliateAccounts',
  summary: 'All of the referred accounts that are meant, as a file of comma-separated values.',
  ...endpoints.exportAffiliateAccounts,
  audience: 'affiliate',
  body: z.object({ ...chosen, ...sorted }),
  answersFile: 'text/csv',
  data: z.string(),
  problems: ['TOO_MANY_REQUESTS'],
});

export const affiliateCalls = [
  affiliateLogin,
  affiliateLogout,
  updateAffiliatePassword,
  getAffiliateAccounts,
  getAffiliateSummary,
  exportAffiliateAccounts,
] as const;
