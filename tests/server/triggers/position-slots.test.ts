import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  accountOf,
  capacityOf,
  createPositionSlots,
  freeSlot,
  idOf,
  noIndex,
  occupySlot,
  orderOf,
  heapIndexOf,
  readId,
  renewOrder,
  setAccount,
  setHeapIndex,
  sides,
  writeId,
} from '../../../src/server/triggers/position-slots.ts';
import { idNamed, nameOf } from './named-ids.ts';

function wordsOf(name: string): Int32Array {
  const words = new Int32Array(4);
  readId(idNamed(name), words);
  return words;
}

test('a slot that became free is used again, before memory grows', () => {
  const positions = createPositionSlots();
  const occupy = () => Array.from({ length: 1000 }, (_, index) => occupySlot(positions, wordsOf(String(index))));
  for (const slot of occupy()) freeSlot(positions, slot);
  const capacity = capacityOf(positions);
  for (let round = 0; round < 10; round++) {
    const slots = occupy();
    expect(new Set(slots).size).toBe(1000);
    for (const slot of slots) freeSlot(positions, slot);
  }
  expect([capacityOf(positions), positions.used]).toEqual([capacity, 1000]);
});

test('slots that grow keep what they hold', () => {
  const positions = createPositionSlots();
  for (let number = 0; number < 500; number++) {
    const slot = occupySlot(positions, wordsOf(String(number)));
    renewOrder(positions, slot);
    setAccount(positions, slot, Number.MAX_SAFE_INTEGER - number);
    setHeapIndex(positions, slot, sides.lower, number);
  }
  for (let slot = 0; slot < 500; slot++) {
    expect(nameOf(writeId(idOf(positions, slot)))).toBe(String(slot));
    expect(orderOf(positions, slot)).toBe(slot + 1);
    expect(accountOf(positions, slot)).toBe(Number.MAX_SAFE_INTEGER - slot);
    expect([heapIndexOf(positions, slot, sides.lower), heapIndexOf(positions, slot, sides.upper)]).toEqual([
      slot,
      noIndex,
    ]);
  }
});

describe('an id', () => {
  test('survives the conversion to words and back', () => {
    const words = new Int32Array(4);
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect(readId(id, words)).toBe(true);
        expect(writeId(words)).toBe(id);
        expect(readId(id.toUpperCase(), words)).toBe(true);
        expect(writeId(words)).toBe(id);
      }),
    );
  });

  test.each([
    '',
    'a',
    '00000000-0000-0000-0000-00000000000',
    '00000000-0000-0000-0000-0000000000000',
    '00000000000000000000000000000000',
    '0000000--0000-0000-0000-000000000000',
    '00000000-0000-0000-0000-00000000000g',
    '00000000-0000-0000-0000-00000000000é',
    '００000000-0000-0000-0000-0000000000',
    'g0000000-0000-0000-0000-000000000000',
    '00000000 0000 0000 0000 000000000000',
  ])('is a UUID and nothing else: %j', (text) => {
    expect(readId(text, new Int32Array(4))).toBe(false);
  });
});
