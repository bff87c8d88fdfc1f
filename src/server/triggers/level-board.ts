import type { QuietRange } from '../../lib/trading/levels.ts';
import type { Direction } from '../../lib/contract/entities.ts';
import type { PositionSlots, Side } from './position-slots.ts';
import {
  firstHeapOf,
  grown,
  noIndex,
  orderOf,
  heapIndexOf,
  setFirstHeap,
  setHeapIndex,
  sides,
} from './position-slots.ts';

/**
 * A position that a quote reached. Its slot may meanwhile hold another position, or the same position with a later
 * order number.
 */
export interface Reached {
  slot: number;
  order: number;
}

/** The levels of all positions. Each symbol has four heaps: the lower and the upper side of buys and of sells. */
export interface LevelBoard {
  /** Whether a quote is within the quiet range of every position of its symbol. */
  readonly isQuiet: (symbolIndex: number, bid: number, ask: number) => boolean;
  /** Adds both levels of a slot to their heaps, except a level that no rate can reach. */
  readonly attach: (slot: number, where: { symbolIndex: number; direction: Direction }, range: QuietRange) => void;
  readonly detach: (slot: number) => void;
  /** Removes all positions that a quote reaches from the board, and returns them in the order in which they fire. */
  readonly detachReached: (symbolIndex: number, bid: number, ask: number) => Reached[];
}

/** Heaps are numbered by symbol, with buys before sells and the lower side before the upper. */
const heapsPerSymbol = 4;
const sellsFrom = 2;

export function createLevelBoard({
  symbolCount,
  positions,
}: {
  symbolCount: number;
  positions: PositionSlots;
}): LevelBoard {
  const heaps: readonly LevelHeap[] = Array.from({ length: heapsPerSymbol * symbolCount }, (_, index) =>
    createLevelHeap(index % 2 === 0 ? sides.lower : sides.upper),
  );
  /** The first key of each heap, so checking a quote reads only four adjacent numbers. */
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
      const first = heapsPerSymbol * symbolIndex;
      return (
        -bid < (edges[first] ?? Infinity) &&
        bid < (edges[first + 1] ?? Infinity) &&
        -ask < (edges[first + 2] ?? Infinity) &&
        ask < (edges[first + 3] ?? Infinity)
      );
    },
    attach(slot, { symbolIndex, direction }, { lower, upper }) {
      const first = heapsPerSymbol * symbolIndex + (direction === 'sell' ? sellsFrom : 0);
      setFirstHeap(positions, slot, first);
      add(first + sides.lower, slot, -lower);
      add(first + sides.upper, slot, upper);
    },
    detach,
    detachReached(symbolIndex, bid, ask) {
      const reached: Reached[] = [];
      const first = heapsPerSymbol * symbolIndex;
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

/**
 * A heap with four children per parent. It holds one side of the quiet ranges of a symbol and direction, with the level
 * that is reached first on top. A key is the rate, negated on the lower side, so the smallest key always comes first.
 * Equal keys keep the order in which they were added. Numbers are passed as separate arguments instead of in objects,
 * because this code runs for every order.
 */
interface LevelHeap {
  readonly side: Side;
  size: number;
  /** Two numbers per item: its key and its slot. */
  entries: Float64Array;
}

const childrenShift = 2;
const children = 1 << childrenShift;

function createLevelHeap(side: Side): LevelHeap {
  return { side, size: 0, entries: new Float64Array(0) };
}

/** The smallest key; Infinity if the heap is empty. */
function firstKey(heap: LevelHeap): number {
  return heap.size > 0 ? keyAt(heap, 0) : Infinity;
}

/** The slot of the smallest key. The heap must not be empty. */
function firstSlot(heap: LevelHeap): number {
  return slotAt(heap, 0);
}

function addKey(heap: LevelHeap, positions: PositionSlots, slot: number, key: number): void {
  if (2 * heap.size === heap.entries.length) heap.entries = grown(heap.entries, 2);
  rise(heap, positions, heap.size++, slot, key);
}

/** Removes the key of a slot, if the heap has one. */
function removeKey(heap: LevelHeap, positions: PositionSlots, slot: number): void {
  const index = heapIndexOf(positions, slot, heap.side);
  if (index === noIndex) return;
  setHeapIndex(positions, slot, heap.side, noIndex);
  const last = --heap.size;
  if (index === last) return;
  const [lastSlot, lastKey] = [slotAt(heap, last), keyAt(heap, last)];
  if (index > 0 && isBefore(heap, positions, lastSlot, lastKey, parentOf(index))) {
    rise(heap, positions, index, lastSlot, lastKey);
  } else {
    sink(heap, positions, index, lastSlot, lastKey);
  }
}

function keyAt(heap: LevelHeap, index: number): number {
  return heap.entries[2 * index] ?? Infinity;
}

function slotAt(heap: LevelHeap, index: number): number {
  return heap.entries[2 * index + 1] ?? 0;
}

function parentOf(index: number): number {
  return (index - 1) >> childrenShift;
}

/** Moves parents down, starting with a gap at `index`, until the slot fits into the gap. */
function rise(heap: LevelHeap, positions: PositionSlots, index: number, slot: number, key: number): void {
  let gap = index;
  while (gap > 0 && isBefore(heap, positions, slot, key, parentOf(gap))) {
    fill(heap, positions, gap, slotAt(heap, parentOf(gap)), keyAt(heap, parentOf(gap)));
    gap = parentOf(gap);
  }
  fill(heap, positions, gap, slot, key);
}

/** Moves first children up, starting with a gap at `index`, until the slot fits into the gap. */
function sink(heap: LevelHeap, positions: PositionSlots, index: number, slot: number, key: number): void {
  let gap = index;
  for (;;) {
    const child = firstChild(heap, positions, gap);
    if (child >= heap.size || isBefore(heap, positions, slot, key, child)) break;
    fill(heap, positions, gap, slotAt(heap, child), keyAt(heap, child));
    gap = child;
  }
  fill(heap, positions, gap, slot, key);
}

/** The index of the child that comes first. If there are no children, an index at or beyond the size. */
function firstChild(heap: LevelHeap, positions: PositionSlots, index: number): number {
  let first = (index << childrenShift) + 1;
  const end = Math.min(first + children, heap.size);
  for (let child = first + 1; child < end; child++) {
    if (isBefore(heap, positions, slotAt(heap, child), keyAt(heap, child), first)) first = child;
  }
  return first;
}

/** Whether a slot with a key comes before the item at an index. */
function isBefore(heap: LevelHeap, positions: PositionSlots, slot: number, key: number, index: number): boolean {
  const other = keyAt(heap, index);
  if (key !== other) return key < other;
  return orderOf(positions, slot) < orderOf(positions, slotAt(heap, index));
}

function fill(heap: LevelHeap, positions: PositionSlots, index: number, slot: number, key: number): void {
  heap.entries[2 * index] = key;
  heap.entries[2 * index + 1] = slot;
  setHeapIndex(positions, slot, heap.side, index);
}
