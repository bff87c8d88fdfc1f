import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createPositionSlots,
  freeSlot,
  idOf,
  noIndex,
  occupySlot,
  writeId,
} from '../../../src/server/triggers/position-slots.ts';
import { addSlot, createSlotIndex, findSlot, removeSlot } from '../../../src/server/triggers/slot-index.ts';

/** Words with few values, so that many ids share most of their bits. */
const words = fc
  .tuple(fc.constantFrom(0, 1, -1), fc.constantFrom(0, 1), fc.constantFrom(0, -(2 ** 31)), fc.nat(40))
  .map((four) => Int32Array.from(four));

test('the index agrees with a Map after any puts and removals', () => {
  const step = fc.record({ id: words, removes: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 600, size: 'max' }), (steps) => {
      const [positions, index, known] = [createPositionSlots(), createSlotIndex(), new Map<string, number>()];
      for (const { id, removes } of steps) {
        const slot = known.get(writeId(id));
        expect(findSlot(index, positions, id)).toBe(slot ?? noIndex);
        if (slot === undefined) {
          const added = occupySlot(positions, id);
          addSlot(index, positions, added);
          known.set(writeId(id), added);
        } else if (removes) {
          removeSlot(index, positions, slot);
          freeSlot(positions, slot);
          known.delete(writeId(id));
        }
      }
      expect(index.size).toBe(known.size);
      for (const slot of known.values()) expect(findSlot(index, positions, idOf(positions, slot))).toBe(slot);
    }),
  );
});

test('consecutive ids do not cluster', () => {
  const [positions, index] = [createPositionSlots(), createSlotIndex()];
  for (let number = 0; number < 100_000; number++) {
    addSlot(index, positions, occupySlot(positions, Int32Array.of(0, 0, 0, number)));
  }
  // The longest run of occupied cells is the longest probe.
  let [longest, row] = [0, 0];
  for (let at = 1; at < index.entries.length; at += 2) {
    row = index.entries[at] === 0 ? 0 : row + 1;
    longest = Math.max(longest, row);
  }
  expect(longest).toBeLessThan(100);
});
