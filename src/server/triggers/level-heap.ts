import type { PositionSlots, Side } from './position-slots.ts';
import { grown, grownCapacity, nowhere } from './position-slots.ts';

/**
 * The levels of one side of one symbol and direction, the first to be reached on top: a heap of four children a parent. A key is a
 * level, taken negative on the lower side, so that the least key is always the first. Of equal keys the first put is first.
 * Numbers are passed singly and not in objects: all this runs for every order.
 */
export interface LevelHeap {
  readonly side: Side;
  size: number;
  /** By place, the first at 0. */
  keys: Float64Array;
  slots: Int32Array;
}

const childrenShift = 2;
const children = 1 << childrenShift;

export function createLevelHeap(side: Side): LevelHeap {
  return { side, size: 0, keys: new Float64Array(0), slots: new Int32Array(0) };
}

/** The least key; Infinity where there is none. */
export function firstKey(heap: LevelHeap): number {
  return heap.size > 0 ? (heap.keys[0] ?? Infinity) : Infinity;
}

/** Puts the key of a slot in. */
export function addKey(heap: LevelHeap, positions: PositionSlots, slot: number, key: number): void {
  if (heap.size === heap.keys.length) {
    const capacity = grownCapacity(heap.size);
    heap.keys = grown(heap.keys, new Float64Array(capacity));
    heap.slots = grown(heap.slots, new Int32Array(capacity));
  }
  rise(heap, positions, heap.size++, slot, key);
}

/** Takes the key of a slot out, where it has one there. */
export function removeKey(heap: LevelHeap, positions: PositionSlots, slot: number): void {
  const home = 2 * slot + heap.side;
  const place = positions.places[home] ?? nowhere;
  if (place === nowhere) return;
  positions.places[home] = nowhere;
  const last = --heap.size;
  if (place === last) return;
  const [lastSlot, lastKey] = [heap.slots[last] ?? 0, heap.keys[last] ?? 0];
  if (place > 0 && isBefore(heap, positions, lastSlot, lastKey, parentOf(place))) {
    rise(heap, positions, place, lastSlot, lastKey);
  } else {
    sink(heap, positions, place, lastSlot, lastKey);
  }
}

function parentOf(place: number): number {
  return (place - 1) >> childrenShift;
}

/** Moves parents down into the gap at `place` until the slot belongs there. */
function rise(heap: LevelHeap, positions: PositionSlots, place: number, slot: number, key: number): void {
  let gap = place;
  while (gap > 0 && isBefore(heap, positions, slot, key, parentOf(gap))) {
    fill(heap, positions, gap, heap.slots[parentOf(gap)] ?? 0, heap.keys[parentOf(gap)] ?? 0);
    gap = parentOf(gap);
  }
  fill(heap, positions, gap, slot, key);
}

/** Moves the first child up into the gap at `place` until the slot belongs there. */
function sink(heap: LevelHeap, positions: PositionSlots, place: number, slot: number, key: number): void {
  let gap = place;
  for (;;) {
    const child = firstChild(heap, positions, gap);
    if (child >= heap.size || isBefore(heap, positions, slot, key, child)) break;
    fill(heap, positions, gap, heap.slots[child] ?? 0, heap.keys[child] ?? 0);
    gap = child;
  }
  fill(heap, positions, gap, slot, key);
}

/** The place of the child that comes first; at or beyond the size where there is none. */
function firstChild(heap: LevelHeap, positions: PositionSlots, place: number): number {
  let first = (place << childrenShift) + 1;
  const end = Math.min(first + children, heap.size);
  for (let child = first + 1; child < end; child++) {
    if (isBefore(heap, positions, heap.slots[child] ?? 0, heap.keys[child] ?? 0, first)) first = child;
  }
  return first;
}

/** Whether a slot with a key comes before what stands at a place. */
function isBefore(heap: LevelHeap, positions: PositionSlots, slot: number, key: number, place: number): boolean {
  const other = heap.keys[place] ?? Infinity;
  if (key !== other) return key < other;
  return (positions.orders[slot] ?? 0) < (positions.orders[heap.slots[place] ?? 0] ?? 0);
}

function fill(heap: LevelHeap, positions: PositionSlots, place: number, slot: number, key: number): void {
  heap.keys[place] = key;
  heap.slots[place] = slot;
  positions.places[2 * slot + heap.side] = place;
}
