import type { TriggerFacts } from '../../lib/trading/levels.ts';
import { quietRange } from '../../lib/trading/levels.ts';
import { createLevelBoard } from './level-board.ts';
import { idWords, readId, writeId } from './position-id.ts';
import type { PositionSlots } from './position-slots.ts';
import {
  accountOf,
  createPositionSlots,
  freeSlot,
  idOf,
  nowhere,
  occupySlot,
  orderOf,
  renewOrder,
  setAccount,
} from './position-slots.ts';
import { addSlot, createSlotIndex, findSlot, removeSlot } from './slot-index.ts';

/** An open position, as far as it decides when it closes by itself. */
export interface WatchedPosition extends TriggerFacts {
  /** A UUID. */
  id: string;
  accountId: number;
  symbol: string;
}

/**
 * Every open position's quiet range, ordered so that a quote within all of them costs one look, however many there are.
 * In memory only: no clock, no store.
 */
export interface TriggerBook {
  /** How many positions are watched. */
  readonly size: number;
  /**
   * Watches a position, or replaces what is known of it, which then comes after all others of its level. Fires nothing
   * by itself: a level that is reached already fires with the next quote at or beyond it. Throws for an unknown symbol,
   * and for an id that is no UUID.
   */
  readonly put: (position: WatchedPosition) => void;
  /** The account of a watched position; undefined where no position of this id is watched. */
  readonly accountOf: (id: string) => number | undefined;
  /** Watches a position no longer; no matter whether it was. */
  readonly remove: (id: string) => void;
  /**
   * Holds an accepted quote against every position of its symbol: each that it reaches is taken out and handed to
   * `onFired`. First buys that fell to a level, then buys that rose to one, then sells that fell, then sells that rose;
   * in each of the four the first level that the rate came past, and of equal levels the first put. Allocates only
   * where something fires.
   */
  readonly take: (symbolIndex: number, bid: number, ask: number) => void;
}

export interface TriggerBookOptions {
  /** The symbols of the quote book, in its order. */
  symbols: readonly string[];
  /**
   * Given a position that a quote reached, when it is out of the book. It may call the book: a position that it removes
   * or puts is not handed over for this quote any more. Where it throws, the others are handed over first.
   */
  onFired: (id: string, accountId: number, symbolIndex: number) => void;
}

export function createTriggerBook({ symbols, onFired }: TriggerBookOptions): TriggerBook {
  const symbolIndexes = new Map(symbols.map((symbol, index) => [symbol, index]));
  const positions = createPositionSlots();
  const index = createSlotIndex();
  const levels = createLevelBoard({ symbolCount: symbols.length, positions });
  const words = new Int32Array(idWords); // of the id that is asked for

  const watchedSlot = (id: string) => (readId(id, words) ? findSlot(index, positions, words) : nowhere);

  /** The slot of the position with those words, which is off the board. */
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
      // Meanwhile removed, or put anew.
      if (orderOf(positions, slot) !== order) continue;
      const [id, accountId] = [writeId(idOf(positions, slot)), accountOf(positions, slot)];
      release(slot);
      try {
        onFired(id, accountId, symbolIndex);
      } catch (fault) {
        faults.push(fault);
      }
    }
    if (faults.length > 0) throw new AggregateError(faults, 'positions that were reached could not be handed over');
  }

  return {
    get size() {
      return index.size;
    },
    put(position) {
      const { id, accountId, symbol, direction } = position;
      const symbolIndex = symbolIndexes.get(symbol);
      if (symbolIndex === undefined) throw new RangeError(`${symbol} is no symbol of the market`);
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
    take(symbolIndex, bid, ask) {
      if (!levels.isQuiet(symbolIndex, bid, ask)) fire(symbolIndex, bid, ask);
    },
  };
}

function accountAt(positions: PositionSlots, slot: number): number | undefined {
  return slot === nowhere ? undefined : accountOf(positions, slot);
}
