/** Waits for work, but rejects with the signal's reason as soon as the signal is aborted. The work itself goes on. */
export async function until<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const end = () => reject(signal.reason as Error);
  signal.addEventListener('abort', end);
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/**
 * Runs work unless the signal is already aborted. Ignores a failure of the work if the signal has been aborted
 * meanwhile.
 */
export function unlessStopped(run: () => Promise<void>, stopping: AbortSignal): Promise<void> {
  if (stopping.aborted) return Promise.resolve();
  return run().catch((fault: unknown) => {
    if (!stopping.aborted) throw fault;
  });
}
