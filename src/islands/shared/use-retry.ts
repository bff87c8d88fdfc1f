import { useState } from 'react';

/**
 * Retries a failed action; the button stays and is busy meanwhile. `tries` changes with each further failure: used as
 * the `key` of a text, it makes screen readers announce the text again.
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
