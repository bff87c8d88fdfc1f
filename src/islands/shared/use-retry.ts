import { useState } from 'react';

/**
 * A retry of what failed. The pressed button stays and is busy. `tries` changes when it failed again: a text with that
 * `key` is read out anew.
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
