import { useState } from 'react';

/**
 * How another try of what failed goes: the button that was pressed stays and is busy, and `tries` changes when it
 * failed again, so that a text of that key is read out anew.
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
