import { expect, test } from 'vitest';
import {
  accountOf,
  capacityOf,
  createPositionSlots,
  freeSlot,
  nowhere,
  occupySlot,
  placeOf,
  setAccount,
  setPlace,
  sides,
} from '../../../src/server/triggers/position-slots.ts';

test('a slot that became free is used again, before memory grows', () => {
  const positions = createPositionSlots();
  const occupy = (count: number) => Array.from({ length: count }, (_, index) => occupySlot(positions, `id ${index}`));
  for (const slot of occupy(1000)) freeSlot(positions, slot);
  const capacity = capacityOf(positions);
  for (let round = 0; round < 10; round++) {
    const slots = occupy(1000);
    expect(new Set(slots).size).toBe(1000);
    for (const slot of slots) freeSlot(positions, slot);
  }
  expect(capacityOf(positions)).toBe(capacity);
  expect(positions.ids.length).toBe(1000);
  expect(positions.ids.every((id) => id === '')).toBe(true);
});

test('slots that grow keep what they hold', () => {
  const positions = createPositionSlots();
  for (let number = 0; number < 500; number++) {
    const slot = occupySlot(positions, String(number));
    setAccount(positions, slot, Number.MAX_SAFE_INTEGER - number);
    setPlace(positions, slot, sides.lower, number);
  }
  for (const [slot, id] of positions.ids.entries()) {
    expect(accountOf(positions, slot)).toBe(Number.MAX_SAFE_INTEGER - Number(id));
    expect(placeOf(positions, slot, sides.lower)).toBe(Number(id));
    expect(placeOf(positions, slot, sides.upper)).toBe(nowhere);
  }
});
