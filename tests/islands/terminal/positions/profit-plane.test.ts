import { expect, test } from 'vitest';
import { planeOf } from '../../../../src/islands/terminal/positions/profit-plane.ts';

/** A curve with a point every hour. */
const curveOf = (...profits: number[]) =>
  profits.map((profit, hour) => ({ time: new Date(Date.UTC(2026, 0, 1, hour)).toISOString(), profit }));

test.each([
  [
    [0, 30, -5, 14.5],
    [-10, 0, 10, 20, 30],
  ],
  [
    [0, -285.94, -149.5],
    [-300, -200, -100, 0],
  ],
  [
    [0, -97.4, 763.2, 685.68],
    [-200, 0, 200, 400, 600, 800],
  ],
  [
    [0, 0.02, 0.01],
    [0, 0.01, 0.02],
  ],
  [
    [0, 1_234_567],
    [0, 500_000, 1_000_000, 1_500_000],
  ],
  [
    [0, 100, 300],
    [0, 100, 200, 300],
  ],
  [
    [0, 0],
    [0, 0.01],
  ],
])('the amounts beside %j are round, and hold every profit and zero', (profits, ticks) => {
  expect(planeOf(curveOf(...profits)).ticks).toEqual(ticks);
});

test('the curve goes in steps: level until a close, then to the new sum', () => {
  const { line, x, y } = planeOf(curveOf(0, 40, -20, -20, 10));
  expect(line).toBe('M0 66.67H25V0H50V100H75V100H100V50');
  const [, second] = curveOf(0, 40);
  expect([second && x(second), y(-20)]).toEqual([25, 100]);
});

test('a curve that takes no time is at its start', () => {
  const [point] = curveOf(0);
  expect(planeOf([point!, { ...point!, profit: 10 }]).line).toBe('M0 100H0V0');
});
