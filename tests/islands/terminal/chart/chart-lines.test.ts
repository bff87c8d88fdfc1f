import { expect, test } from 'vitest';
import { linesOf, mostLabelled } from '../../../../src/islands/terminal/chart/chart-lines.ts';
import { openPositionOf } from '../../../stores/trading/position-of.ts';

const none = { chosenId: undefined, draft: null };
const some = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    openPositionOf({ id: `p${index}`, open_rate: 100 + index, stop_lost: 90 }),
  );

test('a position has a line where it was opened, and one for each level', () => {
  const position = openPositionOf({ id: 'p', open_rate: 100, stop_lost: 90, take_profit: null });
  expect(linesOf([position], { ...none, chosenId: 'p' })).toEqual([
    { positionId: 'p', kind: 'open', rate: 100, look: 'chosen', isLabelled: true },
    { positionId: 'p', kind: 'stopLoss', rate: 90, look: 'chosen', isLabelled: true },
  ]);
});

test('a level that is moved lies where it was moved to, and one that is pulled out has a line', () => {
  const position = openPositionOf({ id: 'p', open_rate: 100, stop_lost: 90, take_profit: null });
  const moved = (kind: 'stopLoss' | 'takeProfit', rate: number | null) =>
    linesOf([position], { chosenId: 'p', draft: { position, kind, rate, isPending: false } });
  expect(moved('stopLoss', 95)).toContainEqual(
    expect.objectContaining({ kind: 'stopLoss', rate: 95, look: 'dragged' }),
  );
  expect(moved('takeProfit', 120)).toContainEqual(expect.objectContaining({ kind: 'takeProfit', rate: 120 }));
  expect(moved('stopLoss', null)).toContainEqual(expect.objectContaining({ kind: 'stopLoss', rate: 90 }));
});

test('of a few positions all levels are told', () => {
  const lines = linesOf(some(mostLabelled), { ...none, chosenId: 'p0' });
  expect(lines).toHaveLength(2 * mostLabelled);
  expect(lines.every(({ isLabelled }) => isLabelled)).toBe(true);
});

test('of many only those of the chosen one: the others are bare lines', () => {
  const lines = linesOf(some(50), { ...none, chosenId: 'p7' });
  expect(lines).toHaveLength(51);
  expect(lines.filter(({ isLabelled }) => isLabelled).map(({ positionId, kind }) => [positionId, kind])).toEqual([
    ['p7', 'open'],
    ['p7', 'stopLoss'],
  ]);
});
