import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Schedule } from '../schedule.ts';
import { systemSchedule } from '../schedule.ts';

/** Runs work one at a time, in the order of the calls. A failure does not stop the work behind it. */
export function createSequence(): <Value>(run: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const turn = last.then(run);
    last = turn.catch(() => undefined);
    return turn;
  };
}

/**
 * Returns a function that calls `run`. Calls during a run share one more run after it. Once `stopping` is aborted, no
 * run begins.
 */
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

/**
 * Returns a function that lets one answer through in each turn of the event loop: serialising a hundred long lists in
 * one turn would delay orders.
 */
export function createAnswerTurns(): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  return async () => {
    await (last = last.then(() => nextTurn()));
  };
}

/** The least time between the starts of two reads. A customer's page needs only one, when it connects. */
const leastGapMs = 50;

export interface ShareSnapshotOptions {
  /** Milliseconds since an arbitrary instant. */
  now?: () => number;
  schedule?: Schedule;
}

/**
 * Answers many simultaneous requests for the same data with few calls of `read`. One read runs at a time, and all
 * requests made before the next read starts share that read, so each request sees everything that happened before it.
 * If a read fails, all requests that share it fail.
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
    notBeforeMs = now() + leastGapMs;
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
