import type { Queries } from '../db/database.ts';
import { loadAutoAccounts } from './auto-trading-rows.ts';

/**
 * The accounts that have auto trading on by this version of its rule, as far as this process has been notified. The
 * order desk checks again under its lock.
 */
export interface AutoAccounts {
  /** Accounts for which positions may be opened. */
  readonly ids: ReadonlySet<number>;
  /**
   * Accounts that have auto trading on but were blocked by an operator: no positions are opened for them, but open ones
   * are closed as usual.
   */
  readonly blockedIds: ReadonlySet<number>;
  /** Marks an account to be read again at the next `refresh`. */
  changed: (accountId: number) => void;
  /**
   * Reads the accounts that have changed since the last call; the first call reads all accounts. Rejects if reading
   * fails; the next call then reads the same accounts again.
   */
  refresh: () => Promise<void>;
}

export function createAutoAccounts(database: Queries, version: string): AutoAccounts {
  const [ids, blockedIds] = [new Set<number>(), new Set<number>()];
  let changed = new Set<number>();
  let isKnown = false;
  return {
    ...{ ids, blockedIds },
    changed: (accountId) => changed.add(accountId),
    async refresh() {
      if (isKnown && changed.size === 0) return;
      const idsToRead = changed;
      changed = new Set();
      try {
        const found = await loadAutoAccounts(database, { version, among: isKnown ? [...idsToRead] : null });
        for (const id of idsToRead) for (const known of [ids, blockedIds]) known.delete(id);
        for (const { id, isBlocked } of found) (isBlocked ? blockedIds : ids).add(id);
        isKnown = true;
      } catch (fault) {
        for (const id of idsToRead) changed.add(id);
        throw fault;
      }
    },
  };
}
