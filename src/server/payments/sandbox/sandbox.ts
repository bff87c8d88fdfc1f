import type { Logger } from 'pino';
import type { Result } from '../../../lib/contract/problem.ts';
import type { Database } from '../../db/database.ts';
import type { Runtime } from '../../runtime.ts';
import type { Schedule } from '../../schedule.ts';
import { createWorker } from '../../work/worker.ts';
import type { Webhook, PaymentProvider } from '../payment-provider.ts';
import type { SandboxName } from './sandbox-driver.ts';
import { createSandboxDriver, createSandboxReports, sandboxNameOf, sandboxProviders } from './sandbox-driver.ts';
import type { SandboxPayment } from './sandbox-rows.ts';
import { answerSandboxPayment, findByReference, nextDue, payDue } from './sandbox-rows.ts';

/** The payer's choices. `silent`: the payment is never reported. */
export const sandboxChoices = ['approve', 'decline', 'later', 'silent'] as const;
export type SandboxChoice = (typeof sandboxChoices)[number];

export interface SandboxParts {
  database: Database;
  runtime: Pick<Runtime, 'now' | 'randomBytes'>;
  masterKey: Uint8Array;
  schedule: Schedule;
  /** Accepts a report in the same form as a real provider's: its bytes and headers. */
  deliver: (webhook: Webhook, provider: SandboxName) => Promise<Result>;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** The delay of the choice "later". */
  payLaterMs?: number;
}

/** A payment provider that moves no money: the payer chooses on its page what it reports. */
export interface Sandbox {
  providers: readonly PaymentProvider[];
  /** The delay of the choice "later", in whole seconds. */
  laterSeconds: number;
  find: (reference: string) => Promise<SandboxPayment | null>;
  /**
   * Carries out a choice and reports it. Only the first choice counts; later ones change nothing. Returns the payment
   * as it is afterwards; null if there is none.
   */
  choose: (reference: string, choice: SandboxChoice) => Promise<SandboxPayment | null>;
  /** Pays due payments with the choice "later". */
  work: () => Promise<void>;
  /** Resumes payments with the choice "later" after a restart. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
}

/** The state that each choice leads to. */
export const chosenStates = { approve: 'paid', decline: 'declined', later: 'later', silent: 'silent' } as const;

export function createSandbox(parts: SandboxParts): Sandbox {
  const { database, runtime, logger, payLaterMs = 15_000 } = parts;
  const reports = createSandboxReports(parts.masterKey);
  const driverOf = (provider: SandboxName) => createSandboxDriver({ database, runtime, reports, provider });
  const report = (payment: SandboxPayment) => deliver(parts, payment, reports.write(payment));
  const later = createLaterPayments(parts, report);

  return {
    providers: sandboxProviders(driverOf),
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
 * Delivers a report once. If it is not accepted it is lost, as a real provider's might be; polling then finds out what
 * became of the payment.
 */
async function deliver({ deliver: send, logger }: SandboxParts, payment: SandboxPayment, report: Webhook) {
  const facts = { transaction: payment.transactionId };
  try {
    const received = await send(report, sandboxNameOf(payment));
    if (!received.ok) logger.warn({ ...facts, code: received.problem.code }, 'a simulated report was refused');
  } catch (fault) {
    logger.warn({ ...facts, err: fault }, 'a simulated report could not be delivered');
  }
}

/** Pays payments with the choice "later". Does not query the database before one of them is due. */
function createLaterPayments(parts: SandboxParts, report: (payment: SandboxPayment) => Promise<void>) {
  const { database } = parts;
  let dueMs = Infinity;

  async function lookUp(): Promise<void> {
    // Reset before the query, not after it: a choice made during the query may be missing from its result.
    dueMs = Infinity;
    const next = await nextDue(database);
    if (next) expect(next);
  }

  const expect = (at: Date) => void (dueMs = Math.min(dueMs, at.getTime()));

  /** Rethrows a failure, but lets the next poll try again. */
  async function retrySoon<Value>(asked: Promise<Value>): Promise<Value> {
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
    claim: ({ now }) => (now < dueMs ? Promise.resolve(null) : retrySoon(payDue(database, new Date(now)))),
    run: (payments) => retrySoon(reportAll(payments)),
    lanes: 1,
    pollEveryMs: 1_000,
    startsLater: true,
    faultText: 'simulated payments could not be paid',
  });
  return { ...worker, lookUp, expect };
}
