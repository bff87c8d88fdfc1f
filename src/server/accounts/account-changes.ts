/** Where it is told that the facts of an account have changed (not its money), to those in this process who keep some of them. */
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
