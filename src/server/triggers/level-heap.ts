import type { PositionSlots, Side } from './position-slots.ts';
import { grown, nowhere, orderOf, placeOf, setPlace } from './position-slots.ts';

/**
 * A heap with four children for each parent, for one side of the quiet ranges of a symbol and direction; the level that
 * is reached first is on top. A key is the rate, negated on the lower side, so that the smallest key always comes
 * first. Equal keys keep the order in which they were added. Numbers are passed one by one and not in objects, because
 * this runs for every order.
 */
export interface LevelHeap {
  readonly side: Side;
  size: number;
  /** Two numbers for each item, from index 0: the key and its slot. */
  entries: Float64Array;
}

const childrenShift = 2;
const children = 1 << childrenShift;

export function createLevelHeap(side: Side): LevelHeap {
  return { side, size: 0, entries: new Float64Array(0) };
}

/** The smallest key; Infinity if the heap is empty. */
export function firstKey(heap: LevelHeap): number {
  return heap.size > 0 ? keyAt(heap, 0) : Infinity;
}

/** The slot of the smallest key. The heap must not be empty. */
export function firstSlot(heap: LevelHeap): number {
  return slotAt(heap, 0);
}

/** Adds the key of a slot. */
export function addKey(heap: LevelHeap, positions: PositionSlots, slot: number, key: number): void {
  if (2 * heap.size === heap.entries.length) heap.entries = grown(heap.entries, 2);
  rise(heap, positions, heap.size++, slot, key);
}

/** Removes the key of a slot, if the heap has one. */
export function removeKey(heap: LevelHeap, positions: PositionSlots, slot: number): void {
  const place = placeOf(positions, slot, heap.side);
  if (place === nowhere) return;
  setPlace(positions, slot, heap.side, nowhere);
  const last = --heap.size;
  if (place === last) return;
  const [lastSlot, lastKey] = [slotAt(heap, last), keyAt(heap, last)];
  if (place > 0 && isBefore(heap, positions, lastSlot, lastKey, parentOf(place))) {
    rise(heap, positions, place, lastSlot, lastKey);
  } else {
    sink(heap, positions, place, lastSlot, lastKey);
  }
}

function keyAt(heap: LevelHeap, place: number): number {
  return heap.entries[2 * place] ?? Infinity;
}

function slotAt(heap: LevelHeap, place: number): number {
  return heap.entries[2 * place + 1] ?? 0;
}

function parentOf(place: number): number {
  return (place - 1) >> childrenShift;
}

/** Moves parents down into the gap at `place` until the slot fits there. */
function rise(heap: LevelHeap, positions: PositionSlots, place: number, slot: number, key: number): void {
  let gap = place;
  while (gap > 0 && isBefore(heap, positions, slot, key, parentOf(gap))) {
    fill(heap, positions, gap, slotAt(heap, parentOf(gap)), keyAt(heap, parentOf(gap)));
    gap = parentOf(gap);
  }
  fill(heap, positions, gap, slot, key);
}

/** Moves the first child up into the gap at `place` until the slot fits there. */
function sink(heap: LevelHeap, positions: PositionSlots, place: number, slot: number, key: number): void {
  let gap = place;
  for (;;) {
    const child = firstChild(heap, positions, gap);
    if (child >= heap.size || isBefore(heap, positions, slot, key, child)) break;
    fill(heap, positions, gap, slotAt(heap, child), keyAt(heap, child));
    gap = child;
  }
  fill(heap, positions, gap, slot, key);
}

/** The index of the child that comes first; at or beyond the size if there are no children. */
function firstChild(heap: LevelHeap, positions: PositionSlots, place: number): number {
  let first = (place << childrenShift) + 1;
  const end = Math.min(first + children, heap.size);
  for (let child = first + 1; child < end; child++) {
    if (isBefore(heap, positions, slotAt(heap, child), keyAt(heap, child), first)) first = child;
  }
  return first;
}

/** Whether a slot with a key comes before the item at an index. */
function isBefore(heap: LevelHeap, positions: PositionSlots, slot: number, key: number, place: number): boolean {
  const other = keyAt(heap, place);
  if (key !== other) return key < other;
  return orderOf(positions, slot) < orderOf(positions, slotAt(heap, place));
}

function fill(heap: LevelHeap, positions: PositionSlots, place: number, slot: number, key: number): void {
  heap.entries[2 * place] = key;
  heap.entries[2 * place + 1] = slot;
  setPlace(positions, slot, heap.side, place);
}
