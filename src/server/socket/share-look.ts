import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Schedule } from '../schedule.ts';
import { systemSchedule } from '../schedule.ts';

/** One look begins so long after the one before it. A person's page looks once, when it connects. */
const apartMs = 50;

export interface ShareLookOptions {
  /** Milliseconds from any start. */
  now?: () => number;
  schedule?: Schedule;
}

/**
 * Answers many who ask for the same with few looks: one is under way at a time, and all who ask before the next one has
 * begun share it. So each sees at least what had happened when it asked. A look that fails fails for those who shared
 * it.
 */
export function shareLook<Value>(look: () => Promise<Value>, options: ShareLookOptions = {}): () => Promise<Value> {
  const { now = () => performance.now(), schedule = systemSchedule } = options;
  let waiting: Promise<Value> | undefined;
  let underWay: Promise<unknown> = Promise.resolve();
  let notBeforeMs = -Infinity;

  async function begin(): Promise<Value> {
    await nextTurn();
    await underWay;
    const restMs = notBeforeMs - now();
    if (restMs > 0) await elapsed(schedule, restMs);
    waiting = undefined;
    notBeforeMs = now() + apartMs;
    const looking = look();
    underWay = looking.catch(() => undefined);
    return looking;
  }

  return () => (waiting ??= begin());
}

function elapsed(schedule: Schedule, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const stop = schedule(() => {
      stop();
      resolve();
    }, ms);
  });
}
