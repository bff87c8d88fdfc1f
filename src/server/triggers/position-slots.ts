/** The two ends of a quiet range. */
export const sides = { lower: 0, upper: 1 } as const;
export type Side = (typeof sides)[keyof typeof sides];

/** Stands for no index and for no slot. */
export const noIndex = -1;

/**
 * The data of each watched position, by slot. It is stored as plain numbers, which cost the garbage collector nothing.
 * The numbers of a slot are adjacent, because with a million positions each access is likely to be a cache miss.
 */
export interface PositionSlots {
  /**
   * Six numbers per slot: its order, its account's id, and four whose memory is used by `wholeNumbers`. The array is
   * replaced when it grows, so never keep a reference to it.
   */
  numbers: Float64Array;
  /**
   * The same memory as integers, twelve per slot. From the fifth on: the four words of the position's id, its index in
   * the heap of each side, and its first heap.
   */
  wholeNumbers: Int32Array;
  /** The number of slots that have ever been used. */
  used: number;
  /** Slots that were used and are free again. */
  readonly free: number[];
  lastOrder: number;
}

const [numbersPerSlot, wholeNumbersPerSlot] = [6, 12];
const [accountAt, idAt, heapIndexesAt, firstHeapAt] = [1, 4, 8, 10];

export function createPositionSlots(): PositionSlots {
  const numbers = new Float64Array(0);
  return { numbers, wholeNumbers: new Int32Array(numbers.buffer), used: 0, free: [], lastOrder: 0 };
}

/** Occupies a free slot for the position with this id, given as words. The slot has no order yet and is in no heap. */
export function occupySlot(positions: PositionSlots, id: Int32Array): number {
  const slot = positions.free.pop() ?? positions.used++;
  if (slot === capacityOf(positions)) grow(positions);
  positions.wholeNumbers.set(id, wholeNumbersPerSlot * slot + idAt);
  setHeapIndex(positions, slot, sides.lower, noIndex);
  setHeapIndex(positions, slot, sides.upper, noIndex);
  return slot;
}

/** Frees a slot. Its position must have left its heaps before. */
export function freeSlot(positions: PositionSlots, slot: number): void {
  positions.numbers[numbersPerSlot * slot] = 0;
  positions.free.push(slot);
}

/** The words of the id in a slot. Valid only until the next slot is occupied. */
export function idOf(positions: PositionSlots, slot: number): Int32Array {
  const from = wholeNumbersPerSlot * slot + idAt;
  return positions.wholeNumbers.subarray(from, from + idWords);
}

export function idWordAt(positions: PositionSlots, slot: number, word: number): number {
  return positions.wholeNumbers[wholeNumbersPerSlot * slot + idAt + word] ?? 0;
}

/** Gives a slot the next order number. */
export function renewOrder(positions: PositionSlots, slot: number): void {
  positions.numbers[numbersPerSlot * slot] = ++positions.lastOrder;
}

/** The order number of a slot. Each put gets a higher number than all before; a free slot has 0. */
export function orderOf(positions: PositionSlots, slot: number): number {
  return positions.numbers[numbersPerSlot * slot] ?? 0;
}

export function accountOf(positions: PositionSlots, slot: number): number {
  return positions.numbers[numbersPerSlot * slot + accountAt] ?? 0;
}

export function setAccount(positions: PositionSlots, slot: number, accountId: number): void {
  positions.numbers[numbersPerSlot * slot + accountAt] = accountId;
}

export function heapIndexOf(positions: PositionSlots, slot: number, side: Side): number {
  return positions.wholeNumbers[wholeNumbersPerSlot * slot + heapIndexesAt + side] ?? noIndex;
}

export function setHeapIndex(positions: PositionSlots, slot: number, side: Side, at: number): void {
  positions.wholeNumbers[wholeNumbersPerSlot * slot + heapIndexesAt + side] = at;
}

/** The first of the two heaps that may hold the levels of a slot. */
export function firstHeapOf(positions: PositionSlots, slot: number): number {
  return positions.wholeNumbers[wholeNumbersPerSlot * slot + firstHeapAt] ?? 0;
}

export function setFirstHeap(positions: PositionSlots, slot: number, heap: number): void {
  positions.wholeNumbers[wholeNumbersPerSlot * slot + firstHeapAt] = heap;
}

export function capacityOf(positions: PositionSlots): number {
  return positions.numbers.length / numbersPerSlot;
}

function grow(positions: PositionSlots): void {
  positions.numbers = grown(positions.numbers, numbersPerSlot);
  positions.wholeNumbers = new Int32Array(positions.numbers.buffer);
}

/**
 * Returns a copy with room for a quarter more items of `numbersPerItem` numbers each. Growing by a quarter leaves
 * little memory unused and copies each number about four times in all.
 */
export function grown(numbers: Float64Array, numbersPerItem: number): Float64Array<ArrayBuffer> {
  const itemCount = numbers.length / numbersPerItem;
  const larger = new Float64Array(numbersPerItem * (Math.ceil(1.25 * itemCount) + 8));
  larger.set(numbers);
  return larger;
}

/**
 * A UUID is stored as four integers, so a million ids can be stored and compared without allocating an object for each.
 */
export const idWords = 4;

const digitsPerWord = 8;
const dash = '-'.charCodeAt(0);
const dashesAt = [8, 13, 18, 23];
const idLength = 36;
/** The indexes of the digits in the text of a UUID, in order. */
const digitsAt = Uint8Array.from({ length: idLength }, (_, at) => at).filter((at) => !dashesAt.includes(at));

const noDigit = -1;
const digitOfCode = new Int8Array(128).fill(noDigit);
for (const [value, digit] of Array.from('0123456789abcdef').entries()) {
  for (const form of [digit, digit.toUpperCase()]) digitOfCode[form.charCodeAt(0)] = value;
}

/** Parses an id, in upper or lower case, into `words`. Returns false if it is not a UUID. */
export function readId(id: string, words: Int32Array): boolean {
  if (id.length !== idLength || dashesAt.some((at) => id.charCodeAt(at) !== dash)) return false;
  // Becomes negative if a character is not a digit.
  let all = 0;
  for (let word = 0; word < idWords; word++) {
    let value = 0;
    for (let at = digitsPerWord * word; at < digitsPerWord * (word + 1); at++) {
      const digit = digitOfCode[id.charCodeAt(digitsAt[at] ?? 0)] ?? noDigit;
      all |= digit;
      value = (value << 4) | digit;
    }
    words[word] = value;
  }
  return all >= 0;
}

/** Formats the words as an id, in lower case. */
export function writeId(words: Int32Array): string {
  const digits = Array.from(words, (word) => (word >>> 0).toString(16).padStart(digitsPerWord, '0')).join('');
  return [0, 8, 12, 16, 20].map((from, part, starts) => digits.slice(from, starts[part + 1])).join('-');
}
