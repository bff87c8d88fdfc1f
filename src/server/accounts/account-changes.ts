/**
 * Notifies the parts of this process that cache or show account data. The server has two of these: one for customers'
 * data, one for money that moves other than by trading.
 */
export interface AccountChanges {
  /** Call this after the commit. */
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
