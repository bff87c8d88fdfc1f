/**
 * Where it is told that accounts have changed, to those in this process who keep some of their facts, or show them: one
 * of these is for what is known of customers, another for money that moves otherwise than by their trades.
 */
export interface AccountChanges {
  /** To be called after the commit. */
  changed: (accountId: number) => void;
  /** Calls the listener with each account that changed, in the same turn; returns how to stop. */
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
