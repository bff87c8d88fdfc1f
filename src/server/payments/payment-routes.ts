import type { FastifyInstance } from 'fastify';
import {
  cancelTransaction as cancelCall,
  createTransaction as createCall,
  getPaymentOptions,
  getTransaction,
  sendTransaction as sendCall,
} from '../../lib/contract/payments/payment-calls.ts';
import { refuse } from '../../lib/contract/problem.ts';
import { originOf } from '../auth/request-origin.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { Config } from '../config.ts';
import type { Queries } from '../db/database.ts';
import { registerCall } from '../http/register-call.ts';
import { languageOf } from '../mail/mail-words.ts';
import type { SiteUrlConfig } from '../site/site-config.ts';
import { siteUrlFor } from '../site/site-config.ts';
import { fundsWithReleases } from './bonuses/release-bonuses.ts';
import { listOpenedDeposits } from './deposits/open-deposit-rows.ts';
import type { StartParts } from './deposits/start-payment.ts';
import { startPayment } from './deposits/start-payment.ts';
import type { BeginParts } from './begin-transaction.ts';
import { beginTransaction } from './begin-transaction.ts';
import { loadFunds } from './money-rows.ts';
import type { Payments } from './open-payments.ts';
import { registerSandboxRoutes } from './sandbox/sandbox-routes.ts';
import { paymentOptionsView } from './payment-options.ts';
import { cancelTransaction } from './transactions/cancel-transaction.ts';
import { transactionDetailsView } from './transactions/transaction-details.ts';
import { loadTransactionDetails } from './transactions/transaction-details-rows.ts';
import { registerWebhookRoutes } from './webhook-routes.ts';

export interface PaymentRoutesOptions
  extends Omit<BeginParts, 'providers' | 'moneyMoved' | 'tellByMail' | 'bonusTurnover'>, Pick<StartParts, 'logger'> {
  sessions: Sessions;
  payments: Payments;
  config: SiteUrlConfig & Pick<Config, 'apiUrl'>;
}

/** How customers pay in and are paid out, and what providers report. */
export async function registerPaymentRoutes(app: FastifyInstance, options: PaymentRoutesOptions): Promise<void> {
  const { database, sessions, payments } = options;
  const { providers, moneyMoved, tellByMail, bonusTurnover } = payments;

  registerCall(app, getPaymentOptions, { sessions }, async ({ caller }) => {
    const { accountId } = caller;
    const funds = await loadFunds(database, accountId);
    if (!funds) throw new Error(`There is no account ${accountId}`);
    const released = await fundsWithReleases(database, { accountId, funds, turnover: bonusTurnover });
    const opened = await listOpenedDeposits(database, accountId);
    return { ok: true, data: paymentOptionsView(providers, { funds: released, opened }) };
  });

  registerCall(app, createCall, { sessions }, async ({ caller: { accountId }, body, request }) => {
    const parts = { ...options, providers, moneyMoved, tellByMail, bonusTurnover };
    const language = languageOf(body.lang, request.headers['accept-language']);
    const begun = await beginTransaction(parts, { accountId, body, language, origin: originOf(request) });
    return begun.ok ? { ok: true, data: { transaction_id: begun.transactionId } } : begun;
  });

  registerSend(app, options);

  registerCall(app, getTransaction, { sessions }, ({ caller: { accountId }, body }) =>
    show(database, { accountId, transactionId: body.transaction_id }),
  );

  registerCall(app, cancelCall, { sessions }, async ({ caller: { accountId }, body, request }) => {
    const named = { accountId, transactionId: body.transaction_id };
    const cancelled = await cancelTransaction(
      { ...options, moneyMoved, tellByMail },
      { ...named, origin: originOf(request) },
    );
    return cancelled.ok ? show(database, named) : cancelled;
  });

  registerWebhookRoutes(app, payments);
  if (payments.sandbox) await registerSandboxRoutes(app, { sandbox: payments.sandbox });
}

function registerSend(app: FastifyInstance, options: PaymentRoutesOptions): void {
  const { sessions, payments, config, changeLimiter, refusals } = options;
  const parts = { ...options, ...payments };

  registerCall(
    app,
    sendCall,
    { sessions, asksProvider: true },
    async ({ caller: { accountId }, params, body, request }) => {
      const allowed = await changeLimiter.take('payment', accountId);
      if (!allowed.ok) {
        await refusals.limitMet('payment', { accountId, origin: originOf(request) });
        return allowed;
      }
      const locale = languageOf(body.lang, request.headers['accept-language']);
      const wish = { accountId, transactionId: body.transaction_id, ...params, locale, ip: request.ip };
      const siteUrl = siteUrlFor(config, request.headers.host);
      const addresses = { siteUrl, apiUrl: config.apiUrl === '' ? siteUrl : config.apiUrl };
      const started = await startPayment({ ...parts, addresses }, wish);
      if (started.ok) return { ok: true, data: { redirect_url: started.redirectUrl } };
      // Further in, deposits that wait to be paid are counted.
      if (started.problem.code === 'TOO_MANY_REQUESTS')
        await refusals.limitMet('deposit', { accountId, origin: originOf(request) });
      return started;
    },
  );
}

async function show(database: Queries, named: Parameters<typeof loadTransactionDetails>[1]) {
  const row = await loadTransactionDetails(database, named);
  return row ? { ok: true as const, data: transactionDetailsView(row) } : refuse('NOT_FOUND');
}
