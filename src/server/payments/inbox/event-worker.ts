import type { Logger } from 'pino';
import type { Database, Queries } from '../../db/database.ts';
import { longestLockWait } from '../../db/lock-wait.ts';
import type { Schedule } from '../../schedule.ts';
import type { Worker } from '../../work/worker.ts';
import { createWorker, doubling } from '../../work/worker.ts';
import type { EventRow } from './event-rows.ts';
import { lockDueEvent, postponeEvent } from './event-rows.ts';
import { lockPayer } from './report-rows.ts';
import type { Settled, SettleParts } from './settle-payment.ts';
import { settleLocked } from './settle-payment.ts';

export interface EventWorkerParts extends SettleParts {
  database: Database;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  schedule: Schedule;
  /** Called after the commit, also if only the transaction changed and no money moved. */
  moneyMoved: (accountId: number) => void;
}

export type EventWorker = Worker;

const waitMs = doubling({ firstMs: 1_000, longestMs: 600_000 });
/** With the delays of `waitMs`, this lasts about three days; after that an operator has to decide. */
const mostAttempts = 440;
/**
 * A report may arrive before the provider's answer to the start is stored. A report that matches no payment within this
 * time is given up.
 */
const unknownForMs = 3_600_000;
/** How many reports are settled at once if the database has more than one connection. */
const lanes = 4;

/** Settles stored reports, each in one database transaction. No two workers claim the same report. */
export function createEventWorker(parts: EventWorkerParts): EventWorker {
  const worker: EventWorker = createWorker<WorkedOff, unknown>(parts, {
    claim: () => workOffNext(parts, () => worker.wake()),
    run: ({ failure }) => Promise.resolve(failure),
    backoff: {
      waitMs: ({ event: { attempts } }) => (attempts >= mostAttempts ? null : waitMs(attempts)),
      postpone: ({ event }, fault, { dueAt }) => postpone(parts, { event, fault, dueAt }),
    },
    lanes: parts.database.kind === 'embedded' ? 1 : lanes,
    pollEveryMs: 5_000,
    faultText: 'reports of payments could not be worked off',
    counted: { isRetry: ({ event }) => event.attempts > 1 },
  });
  return worker;
}

/** A claimed event; `failure` is null if its database transaction is committed. */
interface WorkedOff {
  event: EventRow;
  failure: { failed: unknown } | null;
}

/**
 * Commits without waiting for the disk: if the database crashes, the event is still due and is decided again in the
 * same way. Commits reach the disk in order, so nothing later can depend on a lost one.
 */
const settings = { ...longestLockWait, synchronous_commit: 'off' } as const;

/** Settles the event that has been due longest. Calls `hastened` if that makes other events due at once. */
async function workOffNext(parts: EventWorkerParts, hastened: () => void): Promise<WorkedOff | null> {
  const { database, runtime, moneyMoved } = parts;
  const turn: { event: EventRow | null } = { event: null };
  try {
    const settled = await database.transaction(async (connection) => {
      turn.event = await lockDueEvent(connection, new Date(runtime.now()));
      return turn.event && settle(connection, parts, turn.event);
    }, settings);
    if (settled?.hastens) hastened();
    if (settled && settled.decision.kind !== 'nothing') moneyMoved(settled.accountId);
  } catch (fault) {
    if (!turn.event) throw fault;
    return { event: turn.event, failure: { failed: fault } };
  }
  return turn.event && { event: turn.event, failure: null };
}

/** Schedules the next attempt at a failed event, with growing delays, so other events continue in the meantime. */
async function postpone(
  { database, logger }: EventWorkerParts,
  { event: { id, attempts }, fault, dueAt }: { event: EventRow; fault: unknown; dueAt: Date | null },
): Promise<void> {
  const facts = { err: fault, event: id, attempts, dueAt };
  if (dueAt) logger.warn(facts, 'a report of a payment could not be processed');
  else logger.error(facts, 'a report of a payment was given up: it is not retried until an operator asks for it');
  await postponeEvent(database, id, dueAt, 'failed');
}

async function settle(connection: Queries, parts: EventWorkerParts, row: EventRow): Promise<Settled | null> {
  const { logger } = parts;
  const { id, provider, event } = row;
  const payer = await lockPayer(connection, { provider, ...event });
  const settled = payer && (await settleLocked(connection, parts, { ...payer, report: event, eventId: id }));
  if (!settled) {
    await waitForPayment(connection, parts, row);
    return null;
  }
  if (settled.decision.kind === 'hold') {
    // The note is not logged: what a provider wrote in it may identify the payer.
    logger.warn({ event: id, provider }, 'a payment is not as it was asked for');
  }
  return settled;
}

async function waitForPayment(
  connection: Queries,
  { runtime, logger }: EventWorkerParts,
  { id, provider, receivedAt, attempts }: EventRow,
): Promise<void> {
  const now = runtime.now();
  const isGivenUp = now - receivedAt.getTime() >= unknownForMs;
  const dueAt = isGivenUp ? null : new Date(now + waitMs(attempts));
  await postponeEvent(connection, id, dueAt, 'no such payment');
  if (isGivenUp) logger.error({ event: id, provider }, 'a report names no payment of ours');
}
