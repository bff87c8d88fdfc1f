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
  summary: 'Get the available payment methods and the limits for deposits and withdrawals.',
  ...endpoints.getPaymentOptions,
  audience: 'customer',
  body: z.object({ token: ownToken }),
  data: paymentOptions,
  problems: [],
});

const method = z.union([...depositMethods.map((id) => z.literal(id)), z.literal('withdraw')], {
  error: ({ input }) => (input === undefined ? 'Method is required' : 'This payment method is not available'),
});

export const createTransaction = call({
  name: 'createTransaction',
  summary:
    'Create a deposit or request a withdrawal. The amount of a withdrawal is negative and is reserved immediately. `lang`: the language of emails about the transaction. Repeating a `request_id` returns the transaction of the first request; if the parameters differ, the call is refused.',
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
    'Get the URL of the provider’s payment page, in the language `lang`. `redirect_url` is null if the provider returned none. Idempotent: repeating the call returns the same page and starts no second payment.',
  ...endpoints.sendTransaction,
  audience: 'customer',
  params: z.object({ provider: providerName }),
  body: z.object({ token: ownToken, transaction_id: uuid, lang: language }),
  data: z.object({ redirect_url: z.nullable(z.string()) }),
  problems: ['NOT_FOUND', 'TRANSACTION_CLOSED', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'],
});

export const getTransaction = call({
  name: 'getTransaction',
  summary: 'Get a transaction and its steps so far.',
  ...endpoints.getTransaction,
  audience: 'customer',
  isBackground: true,
  body: z.object({ token: ownToken, transaction_id: uuid }),
  data: transactionDetails,
  problems: ['NOT_FOUND'],
});

export const cancelTransaction = call({
  name: 'cancelTransaction',
  summary: 'Cancel a withdrawal that is not approved yet or a deposit that is not paid. Idempotent.',
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
    'Create an account statement from `from` to `until`: all entries with opening and closing balances. Both days are included and in UTC; a period covers up to ten years. `content` is the file in Base64. The file ends with a checksum and a seal that reveal any change to it.',
  ...endpoints.getStatement,
  audience: 'customer',
  body: z.object({
    token: ownToken,
    from: day('From'),
    until: day('Until'),
    format: z.enum(statementFormats, { error: 'Format must be pdf or csv' }),
    language: z.enum(locales, { error: `Language must be one of ${locales.join(', ')}` }),
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
