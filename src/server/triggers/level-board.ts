import type { QuietRange } from '../../lib/trading/levels.ts';
import type { Direction } from '../../lib/contract/entities.ts';
import type { LevelHeap } from './level-heap.ts';
import { addKey, createLevelHeap, firstKey, firstSlot, removeKey } from './level-heap.ts';
import type { PositionSlots } from './position-slots.ts';
import { firstHeapOf, orderOf, setFirstHeap, sides } from './position-slots.ts';

/**
 * A position at the moment it was reached. By now its slot may hold another position, or the same with a later order.
 */
export interface Reached {
  slot: number;
  order: number;
}

/** The levels of all positions, in four heaps for each symbol: lower and upper side, for buys and for sells. */
export interface LevelBoard {
  /** Whether a quote is within the quiet range of every position of its symbol. */
  readonly isQuiet: (symbolIndex: number, bid: number, ask: number) => boolean;
  /** Adds both levels of a slot to their heaps; a level that no rate can reach is left out. */
  readonly attach: (slot: number, where: { symbolIndex: number; direction: Direction }, range: QuietRange) => void;
  readonly detach: (slot: number) => void;
  /** Removes everything that a quote reaches from the board, and returns it in the order in which it fires. */
  readonly detachReached: (symbolIndex: number, bid: number, ask: number) => Reached[];
}

/** Heaps are numbered by symbol, buys before sells, the lower side before the upper. */
const heapsASymbol = 4;
const sellsFrom = 2;

export function createLevelBoard({
  symbolCount,
  positions,
}: {
  symbolCount: number;
  positions: PositionSlots;
}): LevelBoard {
  const heaps: readonly LevelHeap[] = Array.from({ length: heapsASymbol * symbolCount }, (_, index) =>
    createLevelHeap(index % 2 === 0 ? sides.lower : sides.upper),
  );
  /** The first key of each heap, so that a quote is compared with four adjacent numbers. */
  const edges = new Float64Array(heaps.length).fill(Infinity);

  function add(heapIndex: number, slot: number, key: number): void {
    const heap = heaps[heapIndex];
    if (heap === undefined || key === Infinity) return;
    addKey(heap, positions, slot, key);
    edges[heapIndex] = firstKey(heap);
  }

  function remove(heapIndex: number, slot: number): void {
    const heap = heaps[heapIndex];
    if (heap === undefined) return;
    removeKey(heap, positions, slot);
    edges[heapIndex] = firstKey(heap);
  }

  function detach(slot: number): void {
    const first = firstHeapOf(positions, slot);
    remove(first + sides.lower, slot);
    remove(first + sides.upper, slot);
  }

  return {
    isQuiet(symbolIndex, bid, ask) {
      const first = heapsASymbol * symbolIndex;
      return (
        -bid < (edges[first] ?? Infinity) &&
        bid < (edges[first + 1] ?? Infinity) &&
        -ask < (edges[first + 2] ?? Infinity) &&
        ask < (edges[first + 3] ?? Infinity)
      );
    },
    attach(slot, { symbolIndex, direction }, { lower, upper }) {
      const first = heapsASymbol * symbolIndex + (direction === 'sell' ? sellsFrom : 0);
      setFirstHeap(positions, slot, first);
      add(first + sides.lower, slot, -lower);
      add(first + sides.upper, slot, upper);
    },
    detach,
    detachReached(symbolIndex, bid, ask) {
      const reached: Reached[] = [];
      const first = heapsASymbol * symbolIndex;
      for (const [offset, key] of [-bid, bid, -ask, ask].entries()) {
        const heap = heaps[first + offset];
        while (heap && heap.size > 0 && key >= firstKey(heap)) {
          const slot = firstSlot(heap);
          reached.push({ slot, order: orderOf(positions, slot) });
          detach(slot);
        }
      }
      return reached;
    },
  };
}
