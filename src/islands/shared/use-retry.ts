import { useState } from 'react';

/**
 * Retries a failed action. The pressed button stays and is busy. `tries` changes with each further failure: a text with
 * that `key` is announced again.
 */
export function useRetry(onRetry: () => unknown) {
  const [isBusy, setIsBusy] = useState(false);
  const [tries, setTries] = useState(0);

  async function retry(): Promise<void> {
    setIsBusy(true);
    await onRetry();
    setIsBusy(false);
    setTries(tries + 1);
  }

  return { isBusy, tries, retry: () => void retry() };
}
