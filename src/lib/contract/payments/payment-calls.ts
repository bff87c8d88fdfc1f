import * as z from 'zod/mini';
import { deviceToken, factorCode, language } from '../accounts/account-fields.ts';
import { call } from '../call.ts';
import { day, ownToken, requiredText, signedAmount, uuid } from '../fields.ts';
import * as endpoints from './payment-endpoints.ts';
import { depositMethods, paymentOptions, transactionDetails } from './payment-entities.ts';
import { locales } from '../../i18n/locales.ts';

/** How customers deposit and withdraw, and their statement. */

export const providerName = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,49}$/));

export const getPaymentOptions = call({
  name: 'getPaymentOptions',
  summary: 'The payment methods that are set up, and how much can be paid in and out.',
  ...endpoints.getPaymentOptions,
  audience: 'customer',
  body: z.object({ token: ownToken }),
  data: paymentOptions,
  problems: [],
});

const method = z.union([...depositMethods.map((id) => z.literal(id)), z.literal('withdraw')], {
  error: 'Method is required',
});

export const createTransaction = call({
  name: 'createTransaction',
  summary:
    'Begin a deposit, or ask for a withdrawal: its amount is negative, and is reserved at once. Mails about it are in the language `lang`. A repeat of a `request_id` finds the transaction of the first; one that wishes something else is refused.',
  ...endpoints.createTransaction,
  audience: 'customer',
  body: z.object({
    token: ownToken,
    method,
    /** Which provider of the method; optional if there is only one. */
    provider: z.optional(providerName),
    amount: signedAmount,
    comments: z.optional(requiredText('Comments', 1000)),
    request_id: z.optional(uuid),
    /** The code of the second factor, if the withdrawal requires one. */
    code: z.optional(factorCode),
    /** The browser's device token from an earlier log-in: wrong codes from a known browser are counted separately. */
    device: deviceToken,
    lang: language,
  }),
  data: z.object({ transaction_id: z.string() }),
  problems: [
    'PROFILE_INCOMPLETE',
    'METHOD_NOT_OFFERED',
    'ACCOUNT_BLOCKED',
    'INSUFFICIENT_FUNDS',
    'SECOND_FACTOR_REQUIRED',
    'SECOND_FACTOR_WRONG',
    'TOO_MANY_REQUESTS',
    'UNAVAILABLE',
  ],
});

export const sendTransaction = call({
  name: 'sendTransaction',
  summary:
    'Ask the provider where the customer pays, in the language `lang`. Null: the provider named no page. A repeat leads to the same page and begins no second payment.',
  ...endpoints.sendTransaction,
  audience: 'customer',
  params: z.object({ provider: providerName }),
  body: z.object({ token: ownToken, transaction_id: uuid, lang: language }),
  data: z.object({ redirect_url: z.nullable(z.string()) }),
  problems: ['NOT_FOUND', 'TRANSACTION_CLOSED', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'],
});

export const getTransaction = call({
  name: 'getTransaction',
  summary: 'One transaction, with the steps that it has taken.',
  ...endpoints.getTransaction,
  audience: 'customer',
  body: z.object({ token: ownToken, transaction_id: uuid }),
  data: transactionDetails,
  problems: ['NOT_FOUND'],
});

export const cancelTransaction = call({
  name: 'cancelTransaction',
  summary: 'Call off a withdrawal that was not approved yet, or a deposit that was not paid. Safe to repeat.',
  ...endpoints.cancelTransaction,
  audience: 'customer',
  body: z.object({ token: ownToken, transaction_id: uuid }),
  data: transactionDetails,
  problems: ['NOT_FOUND', 'TRANSACTION_CLOSED', 'UNAVAILABLE'],
});

/**
 * The paths to which payment providers send their reports. The contract has both; each accepts the reports of any
 * provider.
 */
export const webhookPaths = [
  '/api/transactions/update/{provider}',
  '/api/transaction/update/{provider}',
] as const satisfies readonly `/api/${string}`[];

export const statementFormats = ['pdf', 'csv'] as const;
export type StatementFormat = (typeof statementFormats)[number];

export const getStatement = call({
  name: 'getStatement',
  summary:
    'A statement of the account: every entry of the days from `from` until `until`, both included, in UTC, ten years at most, with the balances before and after. `content` is the file in base64; its end says by which checksum and seal it can be told from one that was changed.',
  ...endpoints.getStatement,
  audience: 'customer',
  body: z.object({
    token: ownToken,
    from: day('From'),
    until: day('Until'),
    format: z.enum(statementFormats, { error: 'Format is pdf or csv' }),
    language: z.enum(locales, { error: `Language is one of ${locales.join(', ')}` }),
  }),
  data: z.object({ file_name: z.string(), media_type: z.string(), content: z.string() }),
  problems: ['TOO_MANY_REQUESTS', 'UNAVAILABLE'],
});

export const paymentCalls = [
  getPaymentOptions,
  createTransaction,
  sendTransaction,
  getTransaction,
  cancelTransaction,
  getStatement,
] as const;
