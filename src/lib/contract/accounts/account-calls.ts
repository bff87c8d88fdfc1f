import * as z from 'zod/mini';
import * as endpoints from './account-endpoints.ts';
import {
  clientInfo,
  country,
  factorSetUp,
  openSession,
  recoveryCodes,
  referral,
  transaction,
} from './account-entities.ts';
import { deviceToken, factorCode, language, newPasswordPair, profile, samePasswords } from './account-fields.ts';
import {
  documentFilesField,
  documentSides,
  documentTypes,
  longestDocumentBytes,
  mostDocumentFiles,
} from './document-kinds.ts';
import { call } from '../call.ts';
import { user } from '../entities.ts';
import { ownToken, password, uuid } from '../fields.ts';

/** What customers see and change in their account, and how they keep it safe. */

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

const tokenBody = z.object({ token: ownToken });
const codeBody = z.object({ token: ownToken, code: factorCode, lang: language });

export const getSessions = call({
  name: 'getSessions',
  summary: 'The open sessions of the customer, the one that asks first, then the last seen.',
  ...endpoints.getSessions,
  audience: 'customer',
  body: tokenBody,
  data: z.array(openSession),
  problems: [],
});

export const endSession = call({
  name: 'endSession',
  summary: 'End one session of the customer. Safe to repeat.',
  ...endpoints.endSession,
  audience: 'customer',
  body: z.object({ token: ownToken, id: uuid }),
  data: z.null(),
  problems: ['NOT_FOUND'],
});

export const endSessions = call({
  name: 'endSessions',
  summary: 'Log out everywhere: end every session of the customer, this one too.',
  ...endpoints.endSessions,
  audience: 'customer',
  body: tokenBody,
  data: z.null(),
  problems: [],
});

export const startSecondFactor = call({
  name: 'startSecondFactor',
  summary:
    'Make a secret for an authenticator app. Nothing is asked for until a code of it was shown to `enableSecondFactor`. `current_password` is asked for where the log-in is not fresh any more.',
  ...endpoints.startSecondFactor,
  audience: 'customer',
  body: z.object({ token: ownToken, current_password: z.optional(password) }),
  data: factorSetUp,
  problems: [
    'SECOND_FACTOR_ON',
    'CURRENT_PASSWORD_REQUIRED',
    'CURRENT_PASSWORD_WRONG',
    'TOO_MANY_REQUESTS',
    'UNAVAILABLE',
  ],
});

export const enableSecondFactor = call({
  name: 'enableSecondFactor',
  summary:
    'Switch the second factor on by a first code of the app; answers the recovery codes, once. It ends the other sessions. `lang`: the language of the mail that tells of it.',
  ...endpoints.enableSecondFactor,
  audience: 'customer',
  body: codeBody,
  data: z.extend(recoveryCodes, { user }),
  problems: [
    'SECOND_FACTOR_ON',
    'SECOND_FACTOR_NOT_STARTED',
    'SECOND_FACTOR_WRONG',
    'TOO_MANY_REQUESTS',
    'UNAVAILABLE',
  ],
});

export const disableSecondFactor = call({
  name: 'disableSecondFactor',
  summary: 'Switch the second factor off, by a code of the app or a recovery code.',
  ...endpoints.disableSecondFactor,
  audience: 'customer',
  body: codeBody,
  data: user,
  problems: ['SECOND_FACTOR_OFF', 'SECOND_FACTOR_WRONG', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'],
});

export const renewRecoveryCodes = call({
  name: 'renewRecoveryCodes',
  summary: 'New recovery codes, by a code of the app or an old recovery code; the old ones are worth nothing then.',
  ...endpoints.renewRecoveryCodes,
  audience: 'customer',
  body: codeBody,
  data: recoveryCodes,
  problems: ['SECOND_FACTOR_OFF', 'SECOND_FACTOR_WRONG', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'],
});

/** The documents that customers send for verification. No call returns a file. */

export const upload = call({
  name: 'upload',
  summary:
    'Send a document: a JPEG or PDF of at most 2 MB. Of `funding` one or both sides: the first file is the front and the second the back, unless `side` names the only one.',
  ...endpoints.upload,
  audience: 'customer',
  acceptsFiles: {
    name: documentFilesField,
    most: mostDocumentFiles,
    longestBytes: longestDocumentBytes,
    description: 'A JPEG or PDF by its content, at most 2 MB.',
  },
  body: z.object({
    token: ownToken,
    type: z.enum(documentTypes, { error: 'Type is required' }),
    side: z.optional(z.enum(documentSides, { error: 'Side is front or back' })),
  }),
  data: user,
  problems: ['FILE_TOO_LARGE', 'FILE_NOT_SUPPORTED', 'DOCUMENT_NOT_EXPECTED', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'],
});

export const accountCalls = [
  updateProfile,
  updatePassword,
  getReferrals,
  getTransactions,
  getCountries,
  getClientInfo,
  getSessions,
  endSession,
  endSessions,
  startSecondFactor,
  enableSecondFactor,
  disableSecondFactor,
  renewRecoveryCodes,
  upload,
] as const;
