import type { Logger } from 'pino';
import type { Database, Queries } from '../../db/database.ts';
import { longestLockWait } from '../../db/lock-wait.ts';
import type { Schedule } from '../../schedule.ts';
import type { Worker } from '../../work/worker.ts';
import { createWorker } from '../../work/worker.ts';
import type { PaymentProviders } from '../payment-provider.ts';
import { ProviderUnavailable } from '../payment-provider.ts';
import type { AskAnswer } from '../rules/decide-ask.ts';
import { decideAsk } from '../rules/decide-ask.ts';
import type { AskedPayment } from './event-rows.ts';
import { claimAsk, insertAnswer, listProvidersToAsk, updateAskAt } from './event-rows.ts';
import { eventKeyOf } from './receive-webhook.ts';
import type { Settled, SettleParts, Settling } from './settle-payment.ts';
import { outcomeOf, settlePayment } from './settle-payment.ts';

export interface AskWorkerParts extends AskParts {
  schedule: Schedule;
}

export type AskWorker = Pick<Worker, 'start' | 'work' | 'stop'>;

/** Longer than any provider's time limit. If the process dies during a poll, the payment is polled again after this. */
const leaseMs = 120_000;
/** How many payments of one provider are polled at once. */
const lanes = 4;

/**
 * Polls providers about payments that they never reported, less often each time. Holds no database connection while it
 * waits for a provider. A stop does not wait for providers: interrupted polls are repeated after the next start.
 */
export function createAskWorker(parts: AskWorkerParts): AskWorker {
  const { database } = parts;
  return createWorker<AskedPayment>(parts, {
    claim: ({ group: provider, now }) =>
      claimAsk(database, { provider, now: new Date(now), until: new Date(now + leaseMs) }),
    async run(payment, { stopped }) {
      const answer = await Promise.race([askAbout(parts, payment), stopped]);
      if (answer !== null) await followAnswer(parts, payment, answer);
      return null;
    },
    groups: {
      name: 'provider',
      list: (now) => listProvidersToAsk(database, new Date(now)),
      faultText: 'payments to ask about could not be found',
    },
    lanes,
    pollEveryMs: 10_000,
    faultText: 'a provider could not be asked about payments',
  });
}

interface AskParts extends SettleParts {
  database: Database;
  providers: PaymentProviders;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Called after the commit. */
  moneyMoved: (accountId: number) => void;
  /** Called after the commit if the provider's answer makes stored reports due at once. */
  hastened: () => void;
}

/**
 * Asks a provider what became of a payment. Never rejects, and is never called inside a database transaction. A
 * provider that is no longer configured counts as unavailable: it may come back.
 */
async function askAbout({ providers, logger }: AskParts, payment: AskedPayment): Promise<AskAnswer> {
  // This payment was never started at the provider.
  if (payment.state === 'created') return 'mute';
  const driver = providers.get(payment.provider)?.driver;
  if (!driver) return 'unavailable';
  if (!driver.ask) return 'mute';
  try {
    return await driver.ask(payment);
  } catch (fault) {
    const facts = { err: fault, provider: payment.provider, transaction: payment.transactionId, asks: payment.asks };
    if (fault instanceof ProviderUnavailable) logger.warn(facts, 'a provider did not say what became of a payment');
    else logger.error(facts, 'a provider could not be asked what became of a payment');
    return 'unavailable';
  }
}

/** Settles the payment by the answer, or schedules the next poll, in one database transaction. */
async function followAnswer(parts: AskParts, payment: AskedPayment, answer: AskAnswer): Promise<void> {
  const { database, runtime } = parts;
  const { transactionId, asks, begunAt } = payment;
  const now = runtime.now();
  const decision = decideAsk({ asks, ageMs: now - begunAt.getTime() }, answer);
  if (decision.kind === 'later') {
    await updateAskAt(database, transactionId, new Date(now + decision.afterMs));
  } else if (decision.kind === 'settle') {
    await settle(parts, payment, { report: decision.report });
  } else {
    const report = { outcome: 'failed', amountMinor: 0, currency: '' } as const;
    await settle(parts, payment, { report, note: 'nobody paid in time' });
  }
}

async function settle(
  parts: AskParts,
  payment: AskedPayment,
  settling: Pick<Settling, 'report' | 'note'>,
): Promise<void> {
  const { database, logger, moneyMoved, hastened } = parts;
  const { transactionId, accountId, provider } = payment;
  const settled = await database.transaction(async (connection) => {
    const done = await settlePayment(connection, parts, { transactionId, accountId, ...settling });
    if (done && settling.note === undefined) await keepAnswer(connection, parts, payment, { ...settling, done });
    // Polling ends even if nothing changed, as for a deposit that its customer cancelled.
    await updateAskAt(connection, transactionId, null);
    return done;
  }, longestLockWait);
  if (settled?.hastens) hastened();
  if (!settled || settled.decision.kind === 'nothing') return;
  const facts = { provider, transaction: transactionId, decision: settled.decision.kind };
  if (settled.decision.kind === 'hold') logger.warn(facts, 'a payment is not as it was asked for');
  else logger.info(facts, settling.note ?? 'a provider was asked what became of a payment');
  moneyMoved(accountId);
}

/**
 * Stores the answer as a report of the provider. Not called for an expired payment, because its provider said nothing.
 */
async function keepAnswer(
  connection: Queries,
  { runtime }: AskParts,
  { transactionId, provider }: AskedPayment,
  { report, done }: Pick<Settling, 'report'> & { done: Settled },
): Promise<void> {
  const event = { reference: null, ...report, transactionId, eventKey: 'asked' };
  await insertAnswer(connection, {
    ...{ id: runtime.newId(), provider, eventKey: eventKeyOf(event), body: Buffer.from(JSON.stringify(report)), event },
    ...{ at: new Date(runtime.now()), transactionId, outcome: outcomeOf(done) },
  });
}
