import { setImmediate as nextTurn } from 'node:timers/promises';

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
