import * as z from 'zod/mini';
import { call } from '../call.ts';
import { user } from '../entities.ts';
import { ownToken, password } from '../fields.ts';
import * as endpoints from './account-endpoints.ts';
import { clientInfo, country, referral, transaction } from './account-entities.ts';
import { deviceToken, language, newPasswordPair, profile, samePasswords } from './account-fields.ts';

/** What customers see and change of their account. */

export const updateProfile = call({
  name: 'updateProfile',
  summary: 'Change the profile; all of it is sent.',
  ...endpoints.updateProfile,
  audience: 'customer',
  body: z.object({ token: ownToken, ...profile }),
  data: user,
  problems: ['TOO_MANY_REQUESTS', 'UNAVAILABLE'],
});

export const updatePassword = call({
  name: 'updatePassword',
  summary:
    'Change the password. It ends the other sessions and forgets the other browsers: `device` names the one that asks. `current_password` is asked for where the log-in is not fresh any more. A `new_password` that is easy to guess is `VALIDATION`.',
  ...endpoints.updatePassword,
  audience: 'customer',
  body: z
    .object({ token: ownToken, ...newPasswordPair, current_password: z.optional(password), device: deviceToken })
    .check(samePasswords),
  data: z.null(),
  problems: ['CURRENT_PASSWORD_REQUIRED', 'CURRENT_PASSWORD_WRONG', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'],
});

export const getReferrals = call({
  name: 'getReferrals',
  summary: 'Who opened an account by the link of the customer, newest first.',
  ...endpoints.getReferrals,
  audience: 'customer',
  body: z.object({ token: ownToken }),
  data: z.array(referral),
  problems: [],
});

export const getTransactions = call({
  name: 'getTransactions',
  summary: 'The transactions of the customer, newest first, at most the newest 5,000.',
  ...endpoints.getTransactions,
  audience: 'customer',
  params: z.object({ token: z.string().check(z.maxLength(64)) }),
  data: z.array(transaction),
  problems: [],
});

export const getCountries = call({
  name: 'getCountries',
  summary: 'The countries, named and in the order of a language.',
  ...endpoints.getCountries,
  audience: 'customer',
  query: z.object({ token: ownToken, lang: language }),
  data: z.array(country),
  problems: [],
});

export const getClientInfo = call({
  name: 'getClientInfo',
  summary:
    'Where the caller comes from: the address of the connection, and its place where the broker has a database of places.',
  ...endpoints.getClientInfo,
  audience: 'anyone',
  data: clientInfo,
  problems: [],
});

export const profileCalls = [
  updateProfile,
  updatePassword,
  getReferrals,
  getTransactions,
  getCountries,
  getClientInfo,
] as const;
