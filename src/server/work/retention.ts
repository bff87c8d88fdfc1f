import type { Logger } from 'pino';
import type { Schedule } from '../schedule.ts';

export interface RetentionParts {
  logger: Pick<Logger, 'error'>;
  schedule: Schedule;
}

export interface RetentionRule {
  /** Deletes what is old enough; returns early if `isStopped` is true. */
  forget: (isStopped: () => boolean) => Promise<void>;
  /** The log's message if it fails. */
  failure: string;
}

/** Deletes what may be kept for a limited time only, at the start and every hour. */
export interface Retention {
  start: () => void;
  /** Deletes what is old enough, one sweep at a time; resolves when that is done, or its fault is logged. */
  sweep: () => Promise<void>;
  /** Waits for the sweep that is under way. */
  stop: () => Promise<void>;
}

const pollEveryMs = 3_600_000;
/** Keeps each statement short, however much there is to delete. */
const mostAtOnce = 500;

export function createRetention({ logger, schedule }: RetentionParts, { forget, failure }: RetentionRule): Retention {
  let running: Promise<void> | undefined;
  let halt: (() => void) | undefined;
  let isStopped = false;

  const sweep = (): Promise<void> =>
    (running ??= forget(() => isStopped)
      .catch((fault: unknown) => logger.error({ err: fault }, failure))
      .finally(() => (running = undefined)));

  return {
    sweep,
    start() {
      halt = schedule(() => void sweep(), pollEveryMs);
      void sweep();
    },
    async stop() {
      isStopped = true;
      halt?.();
      await running;
    },
  };
}

/**
 * Calls `giveUp` with a limit until it reports fewer than that or `isStopped` is true; returns the total. `giveUp`
 * returns how many it handled.
 */
export async function inParts(giveUp: (limit: number) => Promise<number>, isStopped: () => boolean): Promise<number> {
  let all = 0;
  let some: number;
  do {
    some = await giveUp(mostAtOnce);
    all += some;
  } while (some === mostAtOnce && !isStopped());
  return all;
}
