import type { TriggerFacts } from '../../lib/trading/triggers.ts';
import { quietRange } from '../../lib/trading/triggers.ts';
import { createLevelBoard } from './level-board.ts';
import {
  accountOf,
  createPositionSlots,
  freeSlot,
  occupySlot,
  orderOf,
  renewOrder,
  setAccount,
} from './position-slots.ts';

/** An open position, as far as it decides when it closes by itself. */
export interface WatchedPosition extends TriggerFacts {
  id: string;
  accountId: number;
  symbol: string;
}

/**
 * Every open position's quiet range, ordered so that a quote within all of them costs one look, however many there are. In memory
 * only: no clock, no store.
 */
export interface TriggerBook {
  /** How many positions are watched. */
  readonly size: number;
  /**
   * Watches a position, or replaces what is known of it, which then comes after all others of its level. Fires nothing by itself:
   * a level that is reached already fires with the next quote at or beyond it. Throws for an unknown symbol.
   */
  readonly put: (position: WatchedPosition) => void;
  /** Watches a position no longer; no matter whether it was. */
  readonly remove: (id: string) => void;
  /**
   * Holds an accepted quote against every position of its symbol: each that it reaches is taken out and handed to `onFired`. First
   * buys that fell to a level, then buys that rose to one, then sells that fell, then sells that rose; in each of the four the
   * first level that the rate came past, and of equal levels the first put. Allocates only where something fires.
   */
  readonly take: (symbolIndex: number, bid: number, ask: number) => void;
}

export interface TriggerBookOptions {
  /** The symbols of the quote book, in its order. */
  symbols: readonly string[];
  /**
   * Given a position that a quote reached, when it is out of the book. It may call the book: a position that it removes or puts
   * is not handed over for this quote any more. Where it throws, the others are handed over first.
   */
  onFired: (id: string, accountId: number, symbolIndex: number) => void;
}

export function createTriggerBook({ symbols, onFired }: TriggerBookOptions): TriggerBook {
  const symbolIndexes = new Map(symbols.map((symbol, index) => [symbol, index]));
  const slotsById = new Map<string, number>();
  const positions = createPositionSlots();
  const levels = createLevelBoard({ symbolCount: symbols.length, positions });

  /** The slot of a position, which is off the board. */
  function slotFor(id: string): number {
    const known = slotsById.get(id);
    if (known !== undefined) {
      levels.detach(known);
      return known;
    }
    const slot = occupySlot(positions, id);
    slotsById.set(id, slot);
    return slot;
  }

  function release(id: string, slot: number): void {
    slotsById.delete(id);
    freeSlot(positions, slot);
  }

  function fire(symbolIndex: number, bid: number, ask: number): void {
    const faults: unknown[] = [];
    for (const { slot, order } of levels.detachReached(symbolIndex, bid, ask)) {
      // Meanwhile removed, or put anew.
      if (orderOf(positions, slot) !== order) continue;
      const [id, accountId] = [positions.ids[slot] ?? '', accountOf(positions, slot)];
      release(id, slot);
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
      return slotsById.size;
    },
    put(position) {
      const { id, accountId, symbol, direction } = position;
      const symbolIndex = symbolIndexes.get(symbol);
      if (symbolIndex === undefined) throw new RangeError(`${symbol} is no symbol of the market`);
      const range = quietRange(position);
      if (Number.isNaN(range.lower) || Number.isNaN(range.upper)) throw new RangeError('a level is not a number');
      const slot = slotFor(id);
      setAccount(positions, slot, accountId);
      renewOrder(positions, slot);
      levels.attach(slot, { symbolIndex, direction }, range);
    },
    remove(id) {
      const slot = slotsById.get(id);
      if (slot === undefined) return;
      levels.detach(slot);
      release(id, slot);
    },
    take(symbolIndex, bid, ask) {
      if (!levels.isQuiet(symbolIndex, bid, ask)) fire(symbolIndex, bid, ask);
    },
  };
}
