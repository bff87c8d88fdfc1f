import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linesOf, mostLabelled } from '../../../../src/islands/terminal/chart/chart-lines.ts';
import { draggedRate, steppedRate } from '../../../../src/islands/terminal/chart/level-rates.ts';
import { openPositionOf } from '../../../stores/trading/position-of.ts';

const none = { chosenId: undefined, draft: null };
const some = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    openPositionOf({ id: `p${index}`, open_rate: 100 + index, stop_lost: 90 }),
  );

test('a position has a line where it was opened, and one for each level', () => {
  const position = openPositionOf({ id: 'p', open_rate: 100, stop_lost: 90, take_profit: null });
  expect(linesOf([position], { ...none, chosenId: 'p' })).toEqual([
    { positionId: 'p', kind: 'open', rate: 100, variant: 'chosen', isLabelled: true },
    { positionId: 'p', kind: 'stopLoss', rate: 90, variant: 'chosen', isLabelled: true },
  ]);
});

test('a moved level is drawn where it was moved to, and a new one has a line', () => {
  const position = openPositionOf({ id: 'p', open_rate: 100, stop_lost: 90, take_profit: null });
  const moved = (kind: 'stopLoss' | 'takeProfit', rate: number | null) =>
    linesOf([position], { chosenId: 'p', draft: { position, kind, rate, isPending: false } });
  expect(moved('stopLoss', 95)).toContainEqual(
    expect.objectContaining({ kind: 'stopLoss', rate: 95, variant: 'dragged' }),
  );
  expect(moved('takeProfit', 120)).toContainEqual(expect.objectContaining({ kind: 'takeProfit', rate: 120 }));
  expect(moved('stopLoss', null)).toContainEqual(expect.objectContaining({ kind: 'stopLoss', rate: 90 }));
});

test('with a few positions all levels are labelled', () => {
  const lines = linesOf(some(mostLabelled), { ...none, chosenId: 'p0' });
  expect(lines).toHaveLength(2 * mostLabelled);
  expect(lines.every(({ isLabelled }) => isLabelled)).toBe(true);
});

test('with many positions, only the levels of the chosen one are labelled', () => {
  const lines = linesOf(some(50), { ...none, chosenId: 'p7' });
  expect(lines).toHaveLength(51);
  expect(lines.filter(({ isLabelled }) => isLabelled).map(({ positionId, kind }) => [positionId, kind])).toEqual([
    ['p7', 'open'],
    ['p7', 'stopLoss'],
  ]);
});

describe('draggedRate', () => {
  test('is rounded to what a pixel can resolve', () => {
    expect(draggedRate(96_427.318, 160)).toBe(96_400);
    expect(draggedRate(96_427.318, 12)).toBe(96_430);
    expect(draggedRate(96_427.318, 0.7)).toBe(96_427.3);
  });

  test('has no more decimals than a rate is shown with', () => {
    expect(draggedRate(96_427.318, 0.0001)).toBe(96_427.32);
    expect(draggedRate(1.23456789, 0.0000001)).toBe(1.234568);
  });

  test('is null if there can be no rate', () => {
    expect(draggedRate(-3, 1)).toBeNull();
    expect(draggedRate(0.0000001, 0.01)).toBeNull();
  });

  test('is never off by more than a pixel', () => {
    const rates = fc.double({ min: 0.001, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(rates, fc.double({ min: 1e-6, max: 0.01, noNaN: true }), (rate, share) => {
        const pixel = Math.max(rate * share, 1e-5);
        const dragged = draggedRate(rate, pixel);
        if (dragged !== null) expect(Math.abs(dragged - rate)).toBeLessThanOrEqual(Math.max(pixel, 0.005));
      }),
    );
  });
});

describe('steppedRate', () => {
  test('moves by the last decimal that is shown, or by a thousandth', () => {
    expect(steppedRate(96_420.5, 'ArrowUp')).toBe(96_420.51);
    expect(steppedRate(96_420.5, 'ArrowLeft')).toBe(96_420.49);
    expect(steppedRate(96_420.5, 'PageDown')).toBe(96_324.08);
    expect(steppedRate(1.16, 'PageUp')).toBe(1.16116);
    expect(steppedRate(1.16, 'ArrowDown')).toBe(1.159999);
  });

  test('never becomes zero or less', () => {
    expect(steppedRate(0.000001, 'ArrowDown')).toBe(0.000001);
  });

  test('is null for any other key', () => {
    expect(steppedRate(1, 'a')).toBeNull();
  });
});
