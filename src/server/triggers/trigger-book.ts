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
  noIndex,
  occupySlot,
  orderOf,
  readId,
  renewOrder,
  setAccount,
  writeId,
} from './position-slots.ts';
import { addSlot, createSlotIndex, findSlot, removeSlot } from './slot-index.ts';

/** An open position, with the data that decides when a quote closes it. */
export interface WatchedPosition extends TriggerFacts {
  /** A UUID. */
  id: string;
  accountId: number;
  symbol: string;
}

/**
 * The quiet ranges of all open positions. They are ordered so that a quote within all of them costs only four
 * comparisons, however many there are. Kept in memory only; uses no clock and no database.
 */
export interface TriggerBook {
  /** The number of watched positions. */
  readonly size: number;
  /**
   * Watches a position, or replaces its data; it then comes after all others with the same level. Fires nothing at
   * once: a level that is already reached fires at the next quote at or beyond it. Throws if the symbol is unknown or
   * the id is not a UUID.
   */
  readonly put: (position: WatchedPosition) => void;
  /** The account of a watched position; undefined if no position with this id is watched. */
  readonly accountOf: (id: string) => number | undefined;
  /** Stops watching a position; does nothing if it was not watched. */
  readonly remove: (id: string) => void;
  /**
   * Checks an accepted quote against every position of its symbol. Removes each position that the quote reaches and
   * passes it to `onFired`: first buys that fell to a level, then buys that rose to one, then sells that fell, then
   * sells that rose. Within each of the four groups, positions come in the order in which the rate passed their levels;
   * equal levels come in the order in which they were put. Allocates memory only if something fires.
   */
  readonly accept: (symbolIndex: number, bid: number, ask: number) => void;
}

export interface TriggerBookOptions {
  /** The symbols of the quote book, in its order. */
  symbols: readonly string[];
  /**
   * Called with each position that a quote reached, after the position was removed from the book. It may call the book:
   * a position that it removes or puts is not passed to it again for this quote. If it throws, the other positions are
   * still passed on before `accept` throws.
   */
  onFired: (id: string, accountId: number, symbolIndex: number) => void;
}

export function createTriggerBook({ symbols, onFired }: TriggerBookOptions): TriggerBook {
  const symbolIndexes = new Map(symbols.map((symbol, index) => [symbol, index]));
  const positions = createPositionSlots();
  const index = createSlotIndex();
  const levels = createLevelBoard({ symbolCount: symbols.length, positions });
  const words = new Int32Array(idWords); // reused for each id that is looked up

  const watchedSlot = (id: string) => (readId(id, words) ? findSlot(index, positions, words) : noIndex);

  /** Finds or occupies the slot of the id in `words`. The slot then has no levels on the board. */
  function slotForWords(): number {
    const known = findSlot(index, positions, words);
    if (known !== noIndex) {
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
      // `onFired` has removed this position meanwhile, or put it again.
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
      if (slot === noIndex) return;
      levels.detach(slot);
      release(slot);
    },
    accept(symbolIndex, bid, ask) {
      if (!levels.isQuiet(symbolIndex, bid, ask)) fire(symbolIndex, bid, ask);
    },
  };
}

function accountAt(positions: PositionSlots, slot: number): number | undefined {
  return slot === noIndex ? undefined : accountOf(positions, slot);
}

/**
 * The decided state of each position and, during a commit, also the state that the database still has. Either may turn
 * out to be right, so quotes are checked against both.
 */
export interface TriggerBooks {
  /**
   * Watches a position as it was decided. `stored` is the state in the database until the commit; null if the position
   * is not stored yet.
   */
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
      // The market does not quote this symbol, so no quote can reach the position.
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
