import type { TriggerBook, TriggerBookOptions, WatchedPosition } from './trigger-book.ts';
import { createTriggerBook } from './trigger-book.ts';

/**
 * Positions as they are decided, and beside them, while a commit is under way, as the database still has them: either
 * may turn out to hold, so a quote is held against both.
 */
export interface TriggerBooks {
  /**
   * Watches a position as it is decided; `stored` is how the database has it until the commit, null where it has none.
   */
  put: (position: WatchedPosition, stored: WatchedPosition | null) => void;
  /** The commit succeeded: only what was decided is watched. */
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
      // What the market does not quote is reached by nothing.
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
