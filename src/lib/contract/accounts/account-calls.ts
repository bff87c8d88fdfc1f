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
  summary: 'Update the profile. Send all fields.',
  ...endpoints.updateProfile,
  audience: 'customer',
  notShared: true,
  body: z.object({ token: ownToken, ...profile }),
  data: user,
  problems: ['TOO_MANY_REQUESTS', 'UNAVAILABLE'],
});

export const updatePassword = call({
  name: 'updatePassword',
  summary:
    'Change the password. Ends all other sessions and forgets all other browsers; `device` identifies the calling one. `current_password` is required if the customer did not log in recently. A `new_password` that is easy to guess fails with `VALIDATION`.',
  ...endpoints.updatePassword,
  audience: 'customer',
  notShared: true,
  body: z
    .object({ token: ownToken, ...newPasswordPair, current_password: z.optional(password), device: deviceToken })
    .check(samePasswords),
  data: z.null(),
  problems: ['CURRENT_PASSWORD_REQUIRED', 'CURRENT_PASSWORD_WRONG', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'],
});

export const getReferrals = call({
  name: 'getReferrals',
  summary: 'List the people who opened an account through the customer’s referral link, newest first.',
  ...endpoints.getReferrals,
  audience: 'customer',
  body: z.object({ token: ownToken }),
  data: z.array(referral),
  problems: [],
});

export const getTransactions = call({
  name: 'getTransactions',
  summary: 'List the customer’s transactions, newest first. Returns up to 5,000.',
  ...endpoints.getTransactions,
  audience: 'customer',
  isBackground: true,
  params: z.object({ token: z.string().check(z.maxLength(64)) }),
  data: z.array(transaction),
  problems: [],
});

export const getCountries = call({
  name: 'getCountries',
  summary: 'List all countries, with names and alphabetical order in the given language.',
  ...endpoints.getCountries,
  audience: 'customer',
  query: z.object({ token: ownToken, lang: language }),
  data: z.array(country),
  problems: [],
});

export const getClientInfo = call({
  name: 'getClientInfo',
  summary: 'Get the caller’s IP address and, if the broker has a location database, its country and city.',
  ...endpoints.getClientInfo,
  audience: 'anyone',
  data: clientInfo,
  problems: [],
});

const tokenBody = z.object({ token: ownToken });
const codeBody = z.object({ token: ownToken, code: factorCode, lang: language });

export const getSessions = call({
  name: 'getSessions',
  summary: 'List the customer’s open sessions: the current one first, then the others by last activity.',
  ...endpoints.getSessions,
  audience: 'customer',
  body: tokenBody,
  data: z.array(openSession),
  problems: [],
});

export const endSession = call({
  name: 'endSession',
  summary: 'End one of the customer’s sessions. Idempotent.',
  ...endpoints.endSession,
  audience: 'customer',
  notShared: true,
  body: z.object({ token: ownToken, id: uuid }),
  data: z.null(),
  problems: ['NOT_FOUND'],
});

export const endSessions = call({
  name: 'endSessions',
  summary: 'End all of the customer’s sessions, including the current one.',
  ...endpoints.endSessions,
  audience: 'customer',
  notShared: true,
  body: tokenBody,
  data: z.null(),
  problems: [],
});

export const startSecondFactor = call({
  name: 'startSecondFactor',
  summary:
    'Create a secret for an authenticator app. It takes effect once `enableSecondFactor` has confirmed a code generated from it. `current_password` is required if the customer did not log in recently.',
  ...endpoints.startSecondFactor,
  audience: 'customer',
  notShared: true,
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
    'Turn on the second factor with a first code from the app. Returns the recovery codes; they cannot be retrieved again. Ends all other sessions. `lang`: the language of the notification email.',
  ...endpoints.enableSecondFactor,
  audience: 'customer',
  notShared: true,
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
  summary: 'Turn off the second factor with a code from the app or a recovery code.',
  ...endpoints.disableSecondFactor,
  audience: 'customer',
  notShared: true,
  body: codeBody,
  data: user,
  problems: ['SECOND_FACTOR_OFF', 'SECOND_FACTOR_WRONG', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'],
});

export const renewRecoveryCodes = call({
  name: 'renewRecoveryCodes',
  summary:
    'Create new recovery codes with a code from the app or an existing recovery code. The previous recovery codes stop working.',
  ...endpoints.renewRecoveryCodes,
  audience: 'customer',
  notShared: true,
  body: codeBody,
  data: recoveryCodes,
  problems: ['SECOND_FACTOR_OFF', 'SECOND_FACTOR_WRONG', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'],
});

/** The documents that customers send for verification. No call returns a file. */

export const upload = call({
  name: 'upload',
  summary:
    'Upload a document for verification: a JPEG or PDF of up to 2 MB. For `funding`, send one or both sides: the first file is the front and the second the back. When sending only one side, name it in `side`.',
  ...endpoints.upload,
  audience: 'customer',
  notShared: true,
  acceptsFiles: {
    name: documentFilesField,
    most: mostDocumentFiles,
    longestBytes: longestDocumentBytes,
    description: 'A JPEG or PDF of up to 2 MB. The type is detected from the content.',
  },
  body: z.object({
    token: ownToken,
    type: z.enum(documentTypes, { error: 'Type is required' }),
    side: z.optional(z.enum(documentSides, { error: 'Side must be front or back' })),
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
