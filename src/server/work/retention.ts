import type { Logger } from 'pino';
import type { Schedule } from '../schedule.ts';

export interface RetentionParts {
  logger: Pick<Logger, 'error'>;
  schedule: Schedule;
}

export interface RetentionRule {
  /** Deletes the data that is old enough. Returns early once `isStopped` returns true. */
  forget: (isStopped: () => boolean) => Promise<void>;
  /** The log message if `forget` fails. */
  failure: string;
}

/** Deletes data that may be kept only for a limited time, at the start and every hour. */
export interface Retention {
  start: () => void;
  /**
   * Deletes the data that is old enough, one sweep at a time. Resolves when the sweep is done, or when its failure is
   * logged.
   */
  sweep: () => Promise<void>;
  /** Waits for the sweep in progress. */
  stop: () => Promise<void>;
}

const pollEveryMs = 3_600_000;
/** The most items per SQL statement. Keeps each statement short, however much there is to delete. */
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
 * Calls `handle`, which handles at most `limit` items and returns their number, until it handles fewer than the limit
 * or `isStopped` returns true. Returns the total.
 */
export async function inParts(handle: (limit: number) => Promise<number>, isStopped: () => boolean): Promise<number> {
  let all = 0;
  let count: number;
  do {
    count = await handle(mostAtOnce);
    all += count;
  } while (count === mostAtOnce && !isStopped());
  return all;
}
