import type { TriggerBook, TriggerBookOptions, WatchedPosition } from './trigger-book.ts';
import { createTriggerBook } from './trigger-book.ts';

/**
 * Positions as they were decided and, during a commit, also as the database still has them. Either may turn out to be
 * right, so a quote is checked against both.
 */
export interface TriggerBooks {
  /** Watches a position as it was decided. `stored` is what the database has until the commit; null if it has none. */
  put: (position: WatchedPosition, stored: WatchedPosition | null) => void;
  /** The commit succeeded: from now on only the decided state is watched. */
  confirm: (id: string) => void;
  remove: (id: string) => void;
  accountOf: TriggerBook['accountOf'];
  take: TriggerBook['take'];
  size: () => number;
}

export function createTriggerBooks(options: TriggerBookOptions): TriggerBooks {
  const symbols = new Set(options.symbols);
  const decided = createTriggerBook(options);
  const before = createTriggerBook(options);
  return {
    put(position, stored) {
      // No quote can reach a symbol that the market does not quote.
      if (!symbols.has(position.symbol)) return;
      decided.put(position);
      if (stored) before.put(stored);
    },
    confirm: before.remove,
    remove(id) {
      decided.remove(id);
      before.remove(id);
    },
    accountOf: (id) => decided.accountOf(id) ?? before.accountOf(id),
    take(symbolIndex, bid, ask) {
      decided.take(symbolIndex, bid, ask);
      before.take(symbolIndex, bid, ask);
    },
    size: () => decided.size,
  };
}
