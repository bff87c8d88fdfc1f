import type { Logger } from 'pino';
import type { Schedule } from '../schedule.ts';

export interface RetentionParts {
  logger: Pick<Logger, 'error'>;
  schedule: Schedule;
}

export interface RetentionRule {
  /** Gives up what is old enough, and comes to an end soon where it `isStopped`. */
  forget: (isStopped: () => boolean) => Promise<void>;
  /** What the log says where it fails. */
  failure: string;
}

/** What may be kept for a time only, looked through at the start and every hour. */
export interface Retention {
  start: () => void;
  /** Gives up what is old enough, once at a time; resolves when nothing is, or the fault is logged. */
  sweep: () => Promise<void>;
  /** Finishes the sweep that is under way. */
  stop: () => Promise<void>;
}

const lookEveryMs = 3_600_000;
/** No statement holds up others, however much there is to give up. */
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
      halt = schedule(() => void sweep(), lookEveryMs);
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
 * Gives up some after some, until there are no more or it `isStopped`; answers how many. `giveUp` takes at most so many
 * and answers how many there were.
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
