import type { PositionSlots } from './position-slots.ts';
import { idWordAt, noIndex } from './position-slots.ts';

/**
 * Maps an id to its slot: an open-addressing hash table in one block of memory. A lookup touches one cache line of the
 * table and the slot itself; a Map with string keys would touch its buckets, its items and the strings.
 */
export interface SlotIndex {
  size: number;
  /**
   * Two numbers per cell: the hash of an id, and its slot + 1 (0 if the cell is free). The number of cells is a power
   * of two.
   */
  entries: Int32Array;
}

const startLength = 64;
/** The table doubles when more than this fraction of its cells is used. */
const mostLoad = 0.7;

export function createSlotIndex(): SlotIndex {
  return { size: 0, entries: new Int32Array(2 * startLength) };
}

/** Returns the slot of an id, which is given as its words; `noIndex` if the id is not in the index. */
export function findSlot(index: SlotIndex, positions: PositionSlots, words: Int32Array): number {
  const hash = hashOf(words[0] ?? 0, words[1] ?? 0, words[2] ?? 0, words[3] ?? 0);
  for (let cell = homeOf(index, hash); ; cell = nextTo(index, cell)) {
    const slot = slotAt(index, cell);
    if (slot === noIndex || (hashAt(index, cell) === hash && hasId(positions, slot, words))) return slot;
  }
}

/** Adds a slot whose id is not in the index yet. */
export function addSlot(index: SlotIndex, positions: PositionSlots, slot: number): void {
  if (index.size + 1 > mostLoad * lengthOf(index)) grow(index);
  index.size++;
  insert(index, hashOfSlot(positions, slot), slot);
}

/** Removes a slot that is in the index. Moves later items into the gap, so no lookup ends too early. */
export function removeSlot(index: SlotIndex, positions: PositionSlots, slot: number): void {
  let gap = homeOf(index, hashOfSlot(positions, slot));
  while (slotAt(index, gap) !== slot) gap = nextTo(index, gap);
  index.size--;
  for (let cell = nextTo(index, gap); slotAt(index, cell) !== noIndex; cell = nextTo(index, cell)) {
    const home = homeOf(index, hashAt(index, cell));
    if (distance(index, home, cell) < distance(index, gap, cell)) continue;
    fill(index, gap, hashAt(index, cell), slotAt(index, cell));
    gap = cell;
  }
  fill(index, gap, 0, noIndex);
}

function insert(index: SlotIndex, hash: number, slot: number): void {
  let cell = homeOf(index, hash);
  while (slotAt(index, cell) !== noIndex) cell = nextTo(index, cell);
  fill(index, cell, hash, slot);
}

function grow(index: SlotIndex): void {
  const { entries } = index;
  index.entries = new Int32Array(2 * entries.length);
  for (let offset = 0; offset < entries.length; offset += 2) {
    const slot = (entries[offset + 1] ?? 0) - 1;
    if (slot !== noIndex) insert(index, entries[offset] ?? 0, slot);
  }
}

function lengthOf(index: SlotIndex): number {
  return index.entries.length / 2;
}

function homeOf(index: SlotIndex, hash: number): number {
  return hash & (lengthOf(index) - 1);
}

function nextTo(index: SlotIndex, cell: number): number {
  return homeOf(index, cell + 1);
}

/** The distance forward from one cell to another, wrapping around the end. */
function distance(index: SlotIndex, from: number, to: number): number {
  return homeOf(index, to - from);
}

function hashAt(index: SlotIndex, cell: number): number {
  return index.entries[2 * cell] ?? 0;
}

function slotAt(index: SlotIndex, cell: number): number {
  return (index.entries[2 * cell + 1] ?? 0) - 1;
}

function fill(index: SlotIndex, cell: number, hash: number, slot: number): void {
  index.entries[2 * cell] = hash;
  index.entries[2 * cell + 1] = slot + 1;
}

function hasId(positions: PositionSlots, slot: number, words: Int32Array): boolean {
  for (let word = 0; word < words.length; word++) {
    if (idWordAt(positions, slot, word) !== words[word]) return false;
  }
  return true;
}

function hashOfSlot(positions: PositionSlots, slot: number): number {
  const word = (number: number) => idWordAt(positions, slot, number);
  return hashOf(word(0), word(1), word(2), word(3));
}

/** Every bit of the id affects every bit of the hash, so consecutive ids do not cluster. */
function hashOf(first: number, second: number, third: number, fourth: number): number {
  let hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) ^ Math.imul(third, 0xc2b2ae35) ^ Math.imul(fourth, 0x27d4eb2f);
  hash = Math.imul(hash ^ (hash >>> 16), 0x297a2d39);
  return hash ^ (hash >>> 15);
}
