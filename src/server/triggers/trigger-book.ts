import type { TriggerFacts } from '../../lib/trading/levels.ts';
import { quietRange } from '../../lib/trading/levels.ts';
import { createLevelBoard } from './level-board.ts';
import type { PositionSlots } from './position-slots.ts';
import {
  accountOf,
  createPositionSlots,
  freeSlot,
  idOf,
  idWords,
  nowhere,
  occupySlot,
  orderOf,
  readId,
  renewOrder,
  setAccount,
  writeId,
} from './position-slots.ts';
import { addSlot, createSlotIndex, findSlot, removeSlot } from './slot-index.ts';

/** An open position, with the facts that decide when it closes by itself. */
export interface WatchedPosition extends TriggerFacts {
  /** A UUID. */
  id: string;
  accountId: number;
  symbol: string;
}

/**
 * The quiet ranges of all open positions, ordered so that a quote within all of them costs one comparison, however many
 * there are. In memory only: no clock, no store.
 */
export interface TriggerBook {
  /** How many positions are watched. */
  readonly size: number;
  /**
   * Watches a position, or replaces what is known of it; it then comes after all others of the same level. Fires
   * nothing by itself: a level that is already reached fires with the next quote at or beyond it. Throws for an unknown
   * symbol, and for an id that is no UUID.
   */
  readonly put: (position: WatchedPosition) => void;
  /** The account of a watched position; undefined if no position with this id is watched. */
  readonly accountOf: (id: string) => number | undefined;
  /** Stops watching a position; does nothing if it was not watched. */
  readonly remove: (id: string) => void;
  /**
   * Checks an accepted quote against every position of its symbol: each that it reaches is removed and passed to
   * `onFired`. First buys that fell to a level, then buys that rose to one, then sells that fell, then sells that rose;
   * within each of the four by the order in which the rate passed the levels, and equal levels by the order in which
   * they were put. Allocates only if something fires.
   */
  readonly accept: (symbolIndex: number, bid: number, ask: number) => void;
}

export interface TriggerBookOptions {
  /** The symbols of the quote book, in its order. */
  symbols: readonly string[];
  /**
   * Called with each position that a quote reached, after it was removed from the book. It may call the book: a
   * position that it removes or puts is not passed on again for this quote. If it throws, the others are still passed
   * on first.
   */
  onFired: (id: string, accountId: number, symbolIndex: number) => void;
}

export function createTriggerBook({ symbols, onFired }: TriggerBookOptions): TriggerBook {
  const symbolIndexes = new Map(symbols.map((symbol, index) => [symbol, index]));
  const positions = createPositionSlots();
  const index = createSlotIndex();
  const levels = createLevelBoard({ symbolCount: symbols.length, positions });
  const words = new Int32Array(idWords); // of the id being looked up

  const watchedSlot = (id: string) => (readId(id, words) ? findSlot(index, positions, words) : nowhere);

  /** The slot of the position with the current words, taken off the board. */
  function slotForWords(): number {
    const known = findSlot(index, positions, words);
    if (known !== nowhere) {
      levels.detach(known);
      return known;
    }
    const slot = occupySlot(positions, words);
    addSlot(index, positions, slot);
    return slot;
  }

  function release(slot: number): void {
    removeSlot(index, positions, slot);
    freeSlot(positions, slot);
  }

  function fire(symbolIndex: number, bid: number, ask: number): void {
    const faults: unknown[] = [];
    for (const { slot, order } of levels.detachReached(symbolIndex, bid, ask)) {
      // Removed or put anew meanwhile.
      if (orderOf(positions, slot) !== order) continue;
      const [id, accountId] = [writeId(idOf(positions, slot)), accountOf(positions, slot)];
      release(slot);
      try {
        onFired(id, accountId, symbolIndex);
      } catch (fault) {
        faults.push(fault);
      }
    }
    if (faults.length > 0) throw new AggregateError(faults, 'reached positions could not be handed over');
  }

  return {
    get size() {
      return index.size;
    },
    put(position) {
      const { id, accountId, symbol, direction } = position;
      const symbolIndex = symbolIndexes.get(symbol);
      if (symbolIndex === undefined) throw new RangeError(`${symbol} is not a symbol of the market`);
      const range = quietRange(position);
      if (Number.isNaN(range.lower) || Number.isNaN(range.upper)) throw new RangeError('a level is not a number');
      if (!readId(id, words)) throw new RangeError(`${id} is no UUID`);
      const slot = slotForWords();
      setAccount(positions, slot, accountId);
      renewOrder(positions, slot);
      levels.attach(slot, { symbolIndex, direction }, range);
    },
    accountOf: (id) => accountAt(positions, watchedSlot(id)),
    remove(id) {
      const slot = watchedSlot(id);
      if (slot === nowhere) return;
      levels.detach(slot);
      release(slot);
    },
    accept(symbolIndex, bid, ask) {
      if (!levels.isQuiet(symbolIndex, bid, ask)) fire(symbolIndex, bid, ask);
    },
  };
}

function accountAt(positions: PositionSlots, slot: number): number | undefined {
  return slot === nowhere ? undefined : accountOf(positions, slot);
}

/**
 * Positions as they were decided and, during a commit, also as the database still has them. Either may turn out to be
 * right, so a quote is checked against both.
 */
export interface TriggerBooks {
  /** Watches a position as it was decided. `stored` is what the database has until the commit; null if it has none. */
  put: (position: WatchedPosition, stored: WatchedPosition | null) => void;
  /** The commit succeeded: from now on only the decided state is watched. */
  confirm: (position: Pick<WatchedPosition, 'id'>) => void;
  remove: (id: string) => void;
  accountOf: TriggerBook['accountOf'];
  accept: TriggerBook['accept'];
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
    confirm: ({ id }) => before.remove(id),
    remove(id) {
      decided.remove(id);
      before.remove(id);
    },
    accountOf: (id) => decided.accountOf(id) ?? before.accountOf(id),
    accept(symbolIndex, bid, ask) {
      decided.accept(symbolIndex, bid, ask);
      before.accept(symbolIndex, bid, ask);
    },
    size: () => decided.size,
  };
}
