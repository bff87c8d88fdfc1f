/** The two levels of a position between which nothing happens. */
export const sides = { lower: 0, upper: 1 } as const;
export type Side = (typeof sides)[keyof typeof sides];

/** No index, and no slot. */
export const nowhere = -1;

/**
 * What is known of each watched position, by slot, in plain numbers that cost the garbage collector nothing. The
 * numbers of a slot are adjacent, because each access to one of a million positions is likely a cache miss.
 */
export interface PositionSlots {
  /**
   * Six for each slot: its order, its account's id, and the memory of `wholeNumbers`. Replaced when it grows, so never
   * keep a reference to it.
   */
  numbers: Float64Array;
  /**
   * The same memory as integers, twelve for each slot. From the fifth on: the words of its id, its index in the heap of
   * each side, its first heap.
   */
  wholeNumbers: Int32Array;
  /** Slots that have ever been used. */
  used: number;
  /** Slots that were used and are free again. */
  readonly free: number[];
  lastOrder: number;
}

const [numbersASlot, wholeNumbersASlot] = [6, 12];
const [accountAt, idAt, heapIndexesAt, firstHeapAt] = [1, 4, 8, 10];

export function createPositionSlots(): PositionSlots {
  const numbers = new Float64Array(0);
  return { numbers, wholeNumbers: new Int32Array(numbers.buffer), used: 0, free: [], lastOrder: 0 };
}

/** Occupies a free slot for the position with the words of this id. It has no order yet and is in no heap. */
export function occupySlot(positions: PositionSlots, id: Int32Array): number {
  const slot = positions.free.pop() ?? positions.used++;
  if (slot === capacityOf(positions)) grow(positions);
  positions.wholeNumbers.set(id, wholeNumbersASlot * slot + idAt);
  setHeapIndex(positions, slot, sides.lower, nowhere);
  setHeapIndex(positions, slot, sides.upper, nowhere);
  return slot;
}

/** Frees the slot of a position that is in no heap any more. */
export function freeSlot(positions: PositionSlots, slot: number): void {
  positions.numbers[numbersASlot * slot] = 0;
  positions.free.push(slot);
}

/** The words of its id; valid only until the next slot is occupied. */
export function idOf(positions: PositionSlots, slot: number): Int32Array {
  const from = wholeNumbersASlot * slot + idAt;
  return positions.wholeNumbers.subarray(from, from + idWords);
}

export function idWordAt(positions: PositionSlots, slot: number, word: number): number {
  return positions.wholeNumbers[wholeNumbersASlot * slot + idAt + word] ?? 0;
}

/** Gives a slot the next order. */
export function renewOrder(positions: PositionSlots, slot: number): void {
  positions.numbers[numbersASlot * slot] = ++positions.lastOrder;
}

/** Increases with every put and is never reused; 0 in a free slot. */
export function orderOf(positions: PositionSlots, slot: number): number {
  return positions.numbers[numbersASlot * slot] ?? 0;
}

export function accountOf(positions: PositionSlots, slot: number): number {
  return positions.numbers[numbersASlot * slot + accountAt] ?? 0;
}

export function setAccount(positions: PositionSlots, slot: number, accountId: number): void {
  positions.numbers[numbersASlot * slot + accountAt] = accountId;
}

export function heapIndexOf(positions: PositionSlots, slot: number, side: Side): number {
  return positions.wholeNumbers[wholeNumbersASlot * slot + heapIndexesAt + side] ?? nowhere;
}

export function setHeapIndex(positions: PositionSlots, slot: number, side: Side, at: number): void {
  positions.wholeNumbers[wholeNumbersASlot * slot + heapIndexesAt + side] = at;
}

/** The first of the two heaps that may hold its levels. */
export function firstHeapOf(positions: PositionSlots, slot: number): number {
  return positions.wholeNumbers[wholeNumbersASlot * slot + firstHeapAt] ?? 0;
}

export function setFirstHeap(positions: PositionSlots, slot: number, heap: number): void {
  positions.wholeNumbers[wholeNumbersASlot * slot + firstHeapAt] = heap;
}

export function capacityOf(positions: PositionSlots): number {
  return positions.numbers.length / numbersASlot;
}

function grow(positions: PositionSlots): void {
  positions.numbers = grown(positions.numbers, numbersASlot);
  positions.wholeNumbers = new Int32Array(positions.numbers.buffer);
}

/**
 * A copy with room for a quarter more items of `numbersAnEntry` numbers each: little memory is left unused, and each
 * number is copied about four times in all.
 */
export function grown(numbers: Float64Array, numbersAnEntry: number): Float64Array<ArrayBuffer> {
  const entries = numbers.length / numbersAnEntry;
  const larger = new Float64Array(numbersAnEntry * (Math.ceil(1.25 * entries) + 8));
  larger.set(numbers);
  return larger;
}

/** A UUID as four integers: a million ids are stored and compared without allocating an object for each. */
export const idWords = 4;

const digitsAWord = 8;
const dash = '-'.charCodeAt(0);
const dashesAt = [8, 13, 18, 23];
const idLength = 36;
/** The positions of the digits in the text, from the first digit of the first word on. */
const digitsAt = Uint8Array.from({ length: idLength }, (_, at) => at).filter((at) => !dashesAt.includes(at));

const noDigit = -1;
const digitOfCode = new Int8Array(128).fill(noDigit);
for (const [value, digit] of Array.from('0123456789abcdef').entries()) {
  for (const form of [digit, digit.toUpperCase()]) digitOfCode[form.charCodeAt(0)] = value;
}

/** Writes an id into the words; returns whether it is a UUID, in upper or lower case. */
export function readId(id: string, words: Int32Array): boolean {
  if (id.length !== idLength || dashesAt.some((at) => id.charCodeAt(at) !== dash)) return false;
  // Stays non-negative unless a character is not a digit.
  let all = 0;
  for (let word = 0; word < idWords; word++) {
    let value = 0;
    for (let at = digitsAWord * word; at < digitsAWord * (word + 1); at++) {
      const digit = digitOfCode[id.charCodeAt(digitsAt[at] ?? 0)] ?? noDigit;
      all |= digit;
      value = (value << 4) | digit;
    }
    words[word] = value;
  }
  return all >= 0;
}

/** The id that the words stand for, in lower case. */
export function writeId(words: Int32Array): string {
  const digits = Array.from(words, (word) => (word >>> 0).toString(16).padStart(digitsAWord, '0')).join('');
  return [0, 8, 12, 16, 20].map((from, part, starts) => digits.slice(from, starts[part + 1])).join('-');
}
