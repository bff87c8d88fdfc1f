import * as z from 'zod/mini';
import { call } from '../call.ts';
import { user } from '../entities.ts';
import { ownToken, password, uuid } from '../fields.ts';
import * as endpoints from './account-endpoints.ts';
import { factorSetUp, openSession, recoveryCodes } from './account-entities.ts';
import { factorCode, language } from './account-fields.ts';

/** How customers hold their account safe: its sessions, and the second factor. */

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

export const securityCalls = [
  getSessions,
  endSession,
  endSessions,
  startSecondFactor,
  enableSecondFactor,
  disableSecondFactor,
  renewRecoveryCodes,
] as const;
