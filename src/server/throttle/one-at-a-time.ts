import { setImmediate as nextTurn } from 'node:timers/promises';

/** One after the other, in the order in which they came; one that fails does not hold up the next. */
export function createSequence(): <Value>(run: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const turn = last.then(run);
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** Who asks while it runs is answered by one more run after it; none begins once it is stopped. */
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

/** One answer a turn of the event loop: to write out a hundred long lists in one turn would hold up the orders too. */
export function createAnswerTurns(): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  return async () => {
    await (last = last.then(() => nextTurn()));
  };
}
