import type { Logger } from 'pino';
import type { Result } from '../../../lib/contract/problem.ts';
import type { Database } from '../../db/database.ts';
import type { Runtime } from '../../runtime.ts';
import type { Schedule } from '../../schedule.ts';
import { createWorker } from '../../work/worker.ts';
import type { Webhook, PaymentProvider } from '../payment-provider.ts';
import { createSandboxDriver, createSandboxReports, sandboxProvider } from './sandbox-driver.ts';
import type { SandboxPayment } from './sandbox-rows.ts';
import { answerSandboxPayment, findByReference, nextDue, payDue } from './sandbox-rows.ts';

/** The choices of whoever pays. `silent`: the payment is never reported. */
export const sandboxChoices = ['approve', 'decline', 'later', 'silent'] as const;
export type SandboxChoice = (typeof sandboxChoices)[number];

export interface SandboxParts {
  database: Database;
  runtime: Pick<Runtime, 'now' | 'randomBytes'>;
  masterKey: Uint8Array;
  schedule: Schedule;
  /** Accepts reports like those of real providers, by their bytes and headers. */
  deliver: (webhook: Webhook) => Promise<Result>;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** The delay of the choice "later". */
  payLaterMs?: number;
}

/** A payment provider that moves no money: the payer chooses on its page what it reports. */
export interface Sandbox {
  provider: PaymentProvider;
  /** The delay of the choice "later", in whole seconds. */
  laterSeconds: number;
  find: (reference: string) => Promise<SandboxPayment | null>;
  /**
   * Carries out a choice and reports it. Only the first choice counts; later ones change nothing. Returns the payment
   * afterwards, null if there is none.
   */
  choose: (reference: string, choice: SandboxChoice) => Promise<SandboxPayment | null>;
  /** Pays the payments that were chosen to be paid later and are due. */
  work: () => Promise<void>;
  /** Resumes the payments that were to be paid later before a restart. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
}

/** The state that each choice leads to. */
export const chosenStates = { approve: 'paid', decline: 'declined', later: 'later', silent: 'silent' } as const;

export function createSandbox(parts: SandboxParts): Sandbox {
  const { database, runtime, logger, payLaterMs = 15_000 } = parts;
  const reports = createSandboxReports(parts.masterKey);
  const driver = createSandboxDriver({ database, runtime, reports });
  const report = (payment: SandboxPayment) => deliver(parts, payment, reports.write(payment));
  const later = createLaterPayments(parts, report);

  return {
    provider: sandboxProvider(driver),
    laterSeconds: Math.round(payLaterMs / 1_000),
    find: (reference) => findByReference(database, reference),
    async choose(reference, choice) {
      const state = chosenStates[choice];
      const dueAt = state === 'later' ? new Date(runtime.now() + payLaterMs) : null;
      const answered = await answerSandboxPayment(database, { reference, state, dueAt });
      if (!answered) return findByReference(database, reference);
      if (dueAt) later.expect(dueAt);
      if (state === 'paid' || state === 'declined') await report(answered);
      return answered;
    },
    work: later.work,
    async start() {
      logger.warn('payments are simulated: approving one credits the account without any money');
      await later.lookUp();
      later.start();
    },
    stop: later.stop,
  };
}

/**
 * A report that is not accepted is lost, as a real provider's would be: polling finds out what became of the payment.
 */
async function deliver({ deliver: hand, logger }: SandboxParts, payment: SandboxPayment, report: Webhook) {
  const facts = { transaction: payment.transactionId };
  try {
    const received = await hand(report);
    if (!received.ok) logger.warn({ ...facts, code: received.problem.code }, 'a simulated report was refused');
  } catch (fault) {
    logger.warn({ ...facts, err: fault }, 'a simulated report could not be delivered');
  }
}

/** The payments to be paid later. The database is not queried before one of them is due. */
function createLaterPayments(parts: SandboxParts, report: (payment: SandboxPayment) => Promise<void>) {
  const { database } = parts;
  let dueMs = Infinity;

  async function lookUp(): Promise<void> {
    // Reset before the query: a choice made meanwhile may be missing from its result.
    dueMs = Infinity;
    const next = await nextDue(database);
    if (next) expect(next);
  }

  const expect = (at: Date) => void (dueMs = Math.min(dueMs, at.getTime()));

  /** After a failure, the next poll tries again. */
  async function orSoon<Value>(asked: Promise<Value>): Promise<Value> {
    try {
      return await asked;
    } catch (fault) {
      dueMs = 0;
      throw fault;
    }
  }

  async function reportAll(payments: readonly SandboxPayment[]): Promise<null> {
    for (const payment of payments) await report(payment);
    await lookUp();
    return null;
  }

  const worker = createWorker<SandboxPayment[]>(parts, {
    claim: ({ now }) => (now < dueMs ? Promise.resolve(null) : orSoon(payDue(database, new Date(now)))),
    run: (payments) => orSoon(reportAll(payments)),
    lanes: 1,
    pollEveryMs: 1_000,
    startsLater: true,
    faultText: 'simulated payments could not be paid',
  });
  return { ...worker, lookUp, expect };
}
