import { expect, test } from 'vitest';
import { keptRange } from '../../../../src/islands/platform/chart/kept-range.ts';

/** Bars of the times `first` to `last`. */
function bars(first: number, last: number) {
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    time: first + index,
    open: 1,
    high: 1,
    low: 1,
    close: 1,
  }));
}
const before = { count: 100, lastTime: 100 };

test('the same candles keep the same stretch', () => {
  expect(keptRange({ from: 20.5, to: 40.5 }, before, bars(1, 100))).toEqual({ from: 20.5, to: 40.5 });
});

test('a stretch of the past stays where it is in time', () => {
  expect(keptRange({ from: 20, to: 40 }, before, bars(1, 110))).toEqual({ from: 20, to: 40 });
  expect(keptRange({ from: 20, to: 40 }, before, bars(6, 105))).toEqual({ from: 15, to: 35 });
});

test('who saw the newest bar sees the newest bar', () => {
  expect(keptRange({ from: 80, to: 101.5 }, before, bars(1, 110))).toEqual({ from: 90, to: 111.5 });
});

test('what has left the chart cannot be kept', () => {
  expect(keptRange({ from: 2, to: 8 }, before, bars(50, 149))).toBeNull();
  expect(keptRange({ from: 20, to: 40 }, before, bars(300, 399))).toBeNull();
  expect(keptRange({ from: 20, to: 40 }, before, [])).toBeNull();
});
