import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Schedule } from '../schedule.ts';
import { systemSchedule } from '../schedule.ts';

/** Runs work one after the other, in the order of the calls; a failure does not hold up the next. */
export function createSequence(): <Value>(run: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const turn = last.then(run);
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** Calls during a run share one more run after it; none begins once `stopping` is aborted. */
export function oneAtATime(run: () => Promise<void>, stopping: AbortSignal): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const start = async () => {
    if (!stopping.aborted) await run();
    running = undefined;
  };
  return () => {
    if (!running) return (running = start());
    return (next ??= running.then(() => {
      next = undefined;
      return (running = start());
    }));
  };
}

/** One answer for each turn of the event loop: serialising a hundred long lists in one turn would delay orders. */
export function createAnswerTurns(): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  return async () => {
    await (last = last.then(() => nextTurn()));
  };
}

/** The least time between the starts of two calls. A person's page makes one, when it connects. */
const apartMs = 50;

export interface ShareSnapshotOptions {
  /** Milliseconds since any fixed instant. */
  now?: () => number;
  schedule?: Schedule;
}

/**
 * Answers many simultaneous requests for the same thing with few calls of `read`. One runs at a time, and all requests
 * that come before the next one starts share that one, so each sees at least what had happened when it was made. If a
 * call fails, it fails for all that share it.
 */
export function shareSnapshot<Value>(
  read: () => Promise<Value>,
  options: ShareSnapshotOptions = {},
): () => Promise<Value> {
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
    const reading = read();
    underWay = reading.catch(() => undefined);
    return reading;
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
