/** One of the two levels of a position between which nothing happens. */
export const sides = { lower: 0, upper: 1 } as const;
export type Side = (typeof sides)[keyof typeof sides];

/** It stands in no heap. */
export const nowhere = -1;

/**
 * What is known of each watched position, by slot: columns of plain numbers, so that a million positions are a few dozen bytes
 * each and no work for the garbage collector. The columns are replaced when they grow: never keep one.
 */
export interface PositionSlots {
  readonly ids: string[];
  accountIds: Float64Array;
  /** The first of the two heaps that its levels are in. */
  firstHeaps: Uint32Array;
  /** Counts up with every put and is never given twice; 0 in a free slot. */
  orders: Float64Array;
  /** Its place in the heap of each side, at slot × 2 + side. */
  places: Int32Array;
  /** Slots that were used and are free again. */
  readonly free: number[];
  lastOrder: number;
}

const startCapacity = 64;

export function createPositionSlots(): PositionSlots {
  return {
    ids: [],
    accountIds: new Float64Array(startCapacity),
    firstHeaps: new Uint32Array(startCapacity),
    orders: new Float64Array(startCapacity),
    places: new Int32Array(2 * startCapacity).fill(nowhere),
    free: [],
    lastOrder: 0,
  };
}

/** A free slot for a position. Its order is yet to be given. */
export function occupySlot(slots: PositionSlots, id: string): number {
  const slot = slots.free.pop() ?? slots.ids.length;
  slots.ids[slot] = id;
  if (slot >= slots.orders.length) grow(slots);
  return slot;
}

/** Makes a slot free, of a position that stands in no heap any more. */
export function freeSlot(slots: PositionSlots, slot: number): void {
  slots.ids[slot] = '';
  slots.orders[slot] = 0;
  slots.free.push(slot);
}

function grow(slots: PositionSlots): void {
  const capacity = grownCapacity(slots.orders.length);
  slots.accountIds = grown(slots.accountIds, new Float64Array(capacity));
  slots.firstHeaps = grown(slots.firstHeaps, new Uint32Array(capacity));
  slots.orders = grown(slots.orders, new Float64Array(capacity));
  slots.places = grown(slots.places, new Int32Array(2 * capacity).fill(nowhere));
}

/** A quarter more: little memory waits unused, and a number is copied about four times in the life of its column. */
export function grownCapacity(capacity: number): number {
  return Math.ceil(1.25 * capacity) + 8;
}

/** `larger` with all that the column holds. */
export function grown<Column extends Float64Array | Uint32Array | Int32Array>(column: Column, larger: Column): Column {
  larger.set(column);
  return larger;
}
