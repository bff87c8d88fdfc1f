import type { Queries } from '../db/database.ts';
import { loadAutoAccounts } from './auto-trading-rows.ts';

/** The accounts that have auto trading on, as far as this process was told; the order desk knows better, under its lock. */
export interface AutoAccounts {
  readonly ids: ReadonlySet<number>;
  /** Notes that an account is to be looked at again. */
  changed: (accountId: number) => void;
  /** Reads what changed since the last time, at first all. What could not be read is read the next time. */
  refresh: () => Promise<void>;
}

export function createAutoAccounts(database: Queries): AutoAccounts {
  const ids = new Set<number>();
  let changed = new Set<number>();
  let isKnown = false;
  return {
    ids,
    changed: (accountId) => changed.add(accountId),
    async refresh() {
      if (isKnown && changed.size === 0) return;
      const asked = changed;
      changed = new Set();
      try {
        const found = await loadAutoAccounts(database, isKnown ? [...asked] : null);
        for (const id of asked) ids.delete(id);
        for (const id of found) ids.add(id);
        isKnown = true;
      } catch (fault) {
        for (const id of asked) changed.add(id);
        throw fault;
      }
    },
  };
}
