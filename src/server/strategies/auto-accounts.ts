import type { Queries } from '../db/database.ts';
import { loadAutoAccounts } from './auto-trading-rows.ts';

/**
 * The accounts that have auto trading on, as far as this process was told; the order desk knows better, under its lock.
 */
export interface AutoAccounts {
  /** Those that positions are opened for. */
  readonly ids: ReadonlySet<number>;
  /**
   * Those with auto trading on whose owner an operator keeps out: nothing is opened for them, and what is open is
   * closed as ever.
   */
  readonly blockedIds: ReadonlySet<number>;
  /** Notes that an account is to be looked at again. */
  changed: (accountId: number) => void;
  /** Reads what changed since the last time, at first all. What could not be read is read the next time. */
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
