import type { Queries } from '../db/database.ts';
import { loadAutoAccounts } from './auto-trading-rows.ts';

/**
 * The accounts that have auto trading on, as far as this process was notified; the order desk decides under its lock.
 */
export interface AutoAccounts {
  /** Accounts that positions are opened for. */
  readonly ids: ReadonlySet<number>;
  /**
   * Accounts with auto trading on that an operator has blocked: nothing is opened for them, but open positions are
   * closed as usual.
   */
  readonly blockedIds: ReadonlySet<number>;
  /** Marks an account to be read again. */
  changed: (accountId: number) => void;
  /** Reads what changed since the last time, at first everything. What cannot be read is read the next time. */
  refresh: () => Promise<void>;
}

export function createAutoAccounts(database: Queries): AutoAccounts {
  const [ids, blockedIds] = [new Set<number>(), new Set<number>()];
  let changed = new Set<number>();
  let isKnown = false;
  return {
    ...{ ids, blockedIds },
    changed: (accountId) => changed.add(accountId),
    async refresh() {
      if (isKnown && changed.size === 0) return;
      const asked = changed;
      changed = new Set();
      try {
        const found = await loadAutoAccounts(database, isKnown ? [...asked] : null);
        for (const id of asked) for (const known of [ids, blockedIds]) known.delete(id);
        for (const { id, isBlocked } of found) (isBlocked ? blockedIds : ids).add(id);
        isKnown = true;
      } catch (fault) {
        for (const id of asked) changed.add(id);
        throw fault;
      }
    },
  };
}
