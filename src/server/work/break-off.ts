/** Waits for work until the signal says that nobody does any more: rejects with its reason then. */
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

/** What fails because it is broken off has not failed. */
export function unlessStopped(run: () => Promise<void>, stopping: AbortSignal): Promise<void> {
  if (stopping.aborted) return Promise.resolve();
  return run().catch((fault: unknown) => {
    if (!stopping.aborted) throw fault;
  });
}
