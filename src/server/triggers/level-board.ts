import type { QuietRange } from '../../lib/trading/levels.ts';
import type { Direction } from '../../lib/contract/entities.ts';
import type { LevelHeap } from './level-heap.ts';
import { addKey, createLevelHeap, firstKey, firstSlot, removeKey } from './level-heap.ts';
import type { PositionSlots } from './position-slots.ts';
import { firstHeapOf, orderOf, setFirstHeap, sides } from './position-slots.ts';

/** A position that was reached, as it was then: its slot may have another one, or a later order, by now. */
export interface Reached {
  slot: number;
  order: number;
}

/** The levels of all positions, four heaps a symbol: buys and sells, of each the lower and the upper side. */
export interface LevelBoard {
  /** Whether a quote is within the quiet range of every position of its symbol. */
  readonly isQuiet: (symbolIndex: number, bid: number, ask: number) => boolean;
  /** Puts both levels of a slot where they belong; a side that no rate can reach nowhere. */
  readonly attach: (slot: number, where: { symbolIndex: number; direction: Direction }, range: QuietRange) => void;
  readonly detach: (slot: number) => void;
  /** Takes all that a quote reaches off the board, in the order in which they fire. */
  readonly detachReached: (symbolIndex: number, bid: number, ask: number) => Reached[];
}

/** Where the heaps of a symbol begin among all, and those of its sells among them: the lower side, then the upper. */
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
  /** The first key of each heap: a quote is held against four numbers that lie side by side. */
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
