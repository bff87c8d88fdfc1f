/** One after the other, in the order in which they came; one that fails does not hold up the next. */
export function createTurns(): (run: () => Promise<void>) => Promise<void> {
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
