import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import type { Locale } from '../../brand.ts';
import {
  createTransaction as createCall,
  getPaymentOptions,
  sendTransaction as sendCall,
} from '../../lib/contract/payments/payment-calls.ts';
import type { PaymentOptions } from '../../lib/contract/payments/payment-entities.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import { formatSpacedMoney } from '../../lib/format/spaced-money.ts';
import { toMajor, toMinor } from '../../lib/money.ts';
import { loadAccount } from '../accounts/accounts-rows.ts';
import type { RequestOrigin } from '../audit/audit-log.ts';
import type { RefusalNotes } from '../audit/refusal-notes.ts';
import type { Database } from '../db/database.ts';
import { registerCall } from '../http/register-call.ts';
import { originOf } from '../http/request-origin.ts';
import { languageOf } from '../mail/mail-words.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { SiteUrlConfig } from '../site/site-config.ts';
import { siteUrlFor } from '../site/site-config.ts';
import type { ChangeLimiter } from '../throttle/limits.ts';
import type { DepositParts } from './create-deposit.ts';
import { createDeposit } from './create-deposit.ts';
import { loadFunds } from './money-rows.ts';
import type { Payments } from './open-payments.ts';
import type { PaymentProviders } from './payment-provider.ts';
import type { OpenedDeposit } from './payment-rows.ts';
import { listOpenedDeposits } from './payment-rows.ts';
import { fundsWithReleases } from './release-bonuses.ts';
import type { WithdrawalParts } from './request-withdrawal.ts';
import { requestWithdrawal } from './request-withdrawal.ts';
import type { WithdrawingAccount } from './rules/decide-withdrawal.ts';
import { withdrawableMinor } from './rules/decide-withdrawal.ts';
import type { StartParts } from './start-payment.ts';
import { startPayment } from './start-payment.ts';
import { registerWebhookRoutes } from './webhook-routes.ts';

export interface PaymentRoutesOptions
  extends Omit<BeginParts, 'providers' | 'moneyMoved' | 'tellOfMoney' | 'bonusTurnover'>, Pick<StartParts, 'logger'> {
  sessions: Sessions;
  payments: Payments;
  config: SiteUrlConfig & { apiUrl: string };
}

/** The calls for deposits and withdrawals, and the webhooks of providers. */
export function registerPaymentRoutes(app: FastifyInstance, options: PaymentRoutesOptions): void {
  const { database, sessions, payments } = options;
  const { providers, moneyMoved, tellOfMoney, bonusTurnover } = payments;

  registerCall(app, getPaymentOptions, { sessions }, async ({ caller }) => {
    const { accountId } = caller;
    const funds = await loadFunds(database, accountId);
    if (!funds) throw new Error(`There is no account ${accountId}`);
    const released = await fundsWithReleases(database, { accountId, funds, turnover: bonusTurnover });
    const opened = await listOpenedDeposits(database, accountId);
    return { ok: true, data: paymentOptionsView(providers, { funds: released, opened }) };
  });

  registerCall(app, createCall, { sessions }, async ({ caller: { accountId }, body, request }) => {
    const parts = { ...options, providers, moneyMoved, tellOfMoney, bonusTurnover };
    const language = languageOf(body.lang, request.headers['accept-language']);
    const begun = await beginTransaction(parts, { accountId, body, language, origin: originOf(request) });
    return begun.ok ? { ok: true, data: { transaction_id: begun.transactionId } } : begun;
  });

  registerSend(app, options);

  registerWebhookRoutes(app, payments);
}

function registerSend(app: FastifyInstance, options: PaymentRoutesOptions): void {
  const { sessions, payments, config, changeLimiter, refusals } = options;
  const parts = { ...options, ...payments };

  registerCall(
    app,
    sendCall,
    { sessions, asksProvider: true },
    async ({ caller: { accountId }, params, body, request }) => {
      const allowed = await changeLimiter.consume('payment', accountId);
      if (!allowed.ok) {
        await refusals.limitMet('payment', { accountId, origin: originOf(request) });
        return allowed;
      }
      const locale = languageOf(body.lang, request.headers['accept-language']);
      const input = { accountId, transactionId: body.transaction_id, ...params, locale, ip: request.ip };
      const siteUrl = siteUrlFor(config, request.headers.host);
      const addresses = { siteUrl, apiUrl: config.apiUrl === '' ? siteUrl : config.apiUrl };
      const started = await startPayment({ ...parts, addresses }, input);
      if (started.ok) return { ok: true, data: { redirect_url: started.redirectUrl } };
      // This is another limit: the number of deposits that wait to be paid.
      if (started.problem.code === 'TOO_MANY_REQUESTS')
        await refusals.limitMet('deposit', { accountId, origin: originOf(request) });
      return started;
    },
  );
}

interface BeginParts extends Omit<DepositParts & WithdrawalParts, 'amountText'> {
  database: Database;
  changeLimiter: ChangeLimiter;
  refusals: Pick<RefusalNotes, 'limitMet'>;
}

interface BeginRequest {
  accountId: number;
  body: z.infer<NonNullable<typeof createCall.body>>;
  /** The customer's language. */
  language: Locale;
  origin: RequestOrigin;
}

/**
 * Creates a deposit (amount above zero) or requests a withdrawal (below zero, with comments). A refused request does
 * not count towards the limit. Problems: TOO_MANY_REQUESTS, VALIDATION, and those of `createDeposit` and
 * `requestWithdrawal`.
 */
async function beginTransaction(parts: BeginParts, input: BeginRequest): Promise<Result<{ transactionId: string }>> {
  const { changeLimiter, refusals } = parts;
  const { accountId, body, origin } = input;
  const kind = body.method === 'withdraw' ? 'withdrawal' : 'deposit';
  const allowed = await changeLimiter.consume(kind, accountId);
  if (!allowed.ok) {
    await refusals.limitMet(kind, { accountId, origin });
    return allowed;
  }
  const begun = await begin(parts, input);
  if (begun.ok) return begun;
  await changeLimiter.giveBack(kind, accountId);
  // These are other limits: wrong codes of the second factor, or deposits that wait to be paid.
  const further = kind === 'withdrawal' ? 'second_factor' : 'deposit';
  if (begun.problem.code === 'TOO_MANY_REQUESTS') await refusals.limitMet(further, { accountId, origin });
  return begun;
}

function begin(parts: BeginParts, input: BeginRequest): Promise<Result<{ transactionId: string }>> | Result<never> {
  return input.body.method === 'withdraw' ? withdraw(parts, input) : deposit(parts, input, input.body.method);
}

const amountTexts = ({ limits: { currency } }: BeginParts['providers']) => ({
  amountText: (minor: number) => formatSpacedMoney(toMajor(minor), 'en', currency),
});

function withdraw(parts: BeginParts, { accountId, body, language, origin }: BeginRequest) {
  const { amount, comments, request_id: requestId = null, code, device: deviceToken } = body;
  if (comments === undefined) return refuse('VALIDATION', { fields: { comments: 'Comments is required' } });
  if (amount > 0) return refuse('VALIDATION', { fields: { amount: 'The amount of a withdrawal must be negative' } });
  const known = { accountId, comments, requestId, language, origin };
  const input = { ...known, amountMinor: -toMinor(amount), code, deviceToken };
  return requestWithdrawal({ ...parts, ...amountTexts(parts.providers) }, input);
}

async function deposit(
  parts: BeginParts,
  { accountId, body, language, origin }: BeginRequest,
  method: Exclude<BeginRequest['body']['method'], 'withdraw'>,
) {
  const account = await loadAccount(parts.database, accountId);
  if (!account) throw new Error(`There is no account ${accountId}`);
  const { amount, provider = null, request_id: requestId = null } = body;
  // `createDeposit` refuses an amount below zero like any other below the minimum.
  const input = { account, method, provider, amountMinor: toMinor(amount), requestId, language, origin };
  const begun = await createDeposit({ ...parts, ...amountTexts(parts.providers) }, input);
  // No money has moved, but the customer's list of transactions has a new row.
  if (begun.ok) parts.moneyMoved(accountId);
  return begun;
}

interface Holder {
  funds: WithdrawingAccount;
  /** Newest first. */
  opened: readonly OpenedDeposit[];
}

/** The methods and limits of deposits, and the funds that the customer can withdraw. Money is in major units. */
function paymentOptionsView({ all, limits }: PaymentProviders, { funds, opened }: Holder): PaymentOptions {
  return {
    methods: all.map(({ shown, driver, canReport }) => ({
      ...shown,
      by_hand: driver === null || canReport === false ? 1 : 0,
    })),
    currency: limits.currency,
    minimum_deposit: toMajor(limits.leastMinor),
    maximum_deposit: toMajor(limits.mostMinor),
    withdrawable: toMajor(withdrawableMinor(funds)),
    reserved: toMajor(funds.reservedMinor),
    invested: toMajor(funds.investedMinor),
    bonus: toMajor(funds.bonusMinor),
    credit: toMajor(funds.creditMinor),
    opened: opened.map(({ transactionId, provider, amountMinor, createdAt }) => ({
      transaction_id: transactionId,
      provider,
      amount: toMajor(amountMinor),
      created_at: createdAt.toISOString(),
    })),
  };
}
