/**
 * Notifies the parts of this process that cache or show facts of accounts. There are two: one for what is known of
 * customers, the other for money that moves other than by their trades.
 */
export interface AccountChanges {
  /** Call it after the commit. */
  changed: (accountId: number) => void;
  /** Calls the listener synchronously for each changed account; returns a function that removes it. */
  onChanged: (listener: (accountId: number) => void) => () => void;
}

export function createAccountChanges(): AccountChanges {
  const listeners = new Set<(accountId: number) => void>();
  return {
    changed: (accountId) => listeners.forEach((listener) => listener(accountId)),
    onChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
