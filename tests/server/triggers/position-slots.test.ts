import { expect, test } from 'vitest';
import { createPositionSlots, freeSlot, nowhere, occupySlot } from '../../../src/server/triggers/position-slots.ts';

test('a slot that became free is used again, before memory grows', () => {
  const positions = createPositionSlots();
  const occupy = (count: number) => Array.from({ length: count }, (_, index) => occupySlot(positions, `id ${index}`));
  for (const slot of occupy(1000)) freeSlot(positions, slot);
  const capacity = positions.orders.length;
  for (let round = 0; round < 10; round++) {
    const slots = occupy(1000);
    expect(new Set(slots).size).toBe(1000);
    for (const slot of slots) freeSlot(positions, slot);
  }
  expect(positions.orders.length).toBe(capacity);
  expect(positions.ids.length).toBe(1000);
  expect(positions.ids.every((id) => id === '')).toBe(true);
});

test('columns that grow keep what they hold', () => {
  const positions = createPositionSlots();
  for (let number = 0; number < 500; number++) {
    const slot = occupySlot(positions, String(number));
    positions.accountIds[slot] = number;
    positions.places[2 * slot] = number;
  }
  expect([...positions.accountIds.subarray(0, 500)]).toEqual(positions.ids.map(Number));
  expect([positions.places[2 * 499], positions.places[2 * 499 + 1]]).toEqual([499, nowhere]);
});
