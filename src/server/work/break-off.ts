/** Waits for work, but rejects with the signal's reason as soon as it is aborted. */
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

/** Ignores failures of work that was aborted by the signal. */
export function unlessStopped(run: () => Promise<void>, stopping: AbortSignal): Promise<void> {
  if (stopping.aborted) return Promise.resolve();
  return run().catch((fault: unknown) => {
    if (!stopping.aborted) throw fault;
  });
}
