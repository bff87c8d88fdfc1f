import type { Logger } from 'pino';
import type { Database, Queries } from '../../db/database.ts';
import { longestLockWait } from '../../db/lock-wait.ts';
import type { Schedule } from '../../market/schedule.ts';
import type { Found } from './event-lanes.ts';
import { createEventLanes } from './event-lanes.ts';
import type { EventRow } from './event-rows.ts';
import { lockDueEvent, postponeEvent } from './event-rows.ts';
import { lockPayer } from './report-rows.ts';
import type { Settled, SettleParts } from './settle-payment.ts';
import { settleLocked } from './settle-payment.ts';

export interface EventWorkerParts extends SettleParts {
  database: Database;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  schedule: Schedule;
  /** Told after the commit, also where only the transaction is another. */
  moneyMoved: (accountId: number) => void;
}

export interface EventWorker {
  start: () => void;
  /** Works off what is due; resolves when nothing is. */
  work: () => Promise<void>;
  wake: () => void;
  /** Finishes what is under way. */
  stop: () => Promise<void>;
}

const lookEveryMs = 5_000;
const firstWaitMs = 1_000;
const longestWaitMs = 600_000;
/** Some three days, after which an operator has to look. */
const mostAttempts = 440;
/** A provider may report before its answer to the start has been kept; what names no payment after this never will. */
const unknownForMs = 3_600_000;
/** How many are worked off at once, where the database has more than one connection. */
const lanes = 4;

/** Works off what providers reported: each event is one database transaction, and no two workers have the same. */
export function createEventWorker(parts: EventWorkerParts): EventWorker {
  const { database, logger, schedule } = parts;
  const { wake, sweep, stop } = createEventLanes({
    most: database.kind === 'embedded' ? 1 : lanes,
    next: () => workOffNext(parts, () => wake()),
    onFault: (fault) => logger.error({ err: fault }, 'reports of payments could not be worked off'),
  });
  let halt: (() => void) | undefined;
  return {
    work: sweep,
    wake,
    start() {
      halt = schedule(() => void sweep(), lookEveryMs);
      void sweep();
    },
    async stop() {
      halt?.();
      await stop();
    },
  };
}

/**
 * What is decided again after a crash of the database in the same way need not be on its disk when the next one begins: those who report
 * would wait for that. Whatever is committed later is behind it there, so that nothing is built on what was lost.
 */
const settings = { ...longestLockWait, synchronous_commit: 'off' } as const;

/** Works off the event that is due longest. `hastened`: told where others are due by it. */
async function workOffNext(parts: EventWorkerParts, hastened: () => void): Promise<Found> {
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
    await postpone(parts, turn.event, fault);
  }
  if (!turn.event) return 'nothing';
  return turn.event.attempts > 1 ? 'again' : 'new';
}

/** Nothing of it was committed: it is tried again, later each time, and keeps no other from being worked off. */
async function postpone(
  { database, runtime, logger }: EventWorkerParts,
  { id, attempts }: EventRow,
  fault: unknown,
): Promise<void> {
  const dueAt = attempts >= mostAttempts ? null : new Date(runtime.now() + waitMs(attempts));
  const facts = { err: fault, event: id, attempts, dueAt };
  if (dueAt) logger.warn(facts, 'a report of a payment could not be worked off');
  else logger.error(facts, 'a report of a payment was given up: nobody tries any more until an operator says so');
  await postponeEvent(database, id, dueAt, 'failed');
}

const waitMs = (attempts: number) => Math.min(firstWaitMs * 2 ** (attempts - 1), longestWaitMs);

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
    // The note is in the database: a provider's names in it may say who pays.
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
