import { expect, test } from 'vitest';
import type { RateBar } from '../../../../src/islands/terminal/chart/bars.ts';
import { heikinAshi, nextHeikinAshi } from '../../../../src/islands/terminal/chart-tools/heikin-ashi.ts';

const bar = (time: number, open: number, high: number, low: number, close: number) =>
  ({ time, open, high, low, close }) as RateBar;

test('bars are averaged with the one before', () => {
  const bars = [bar(1, 10, 14, 8, 12), bar(2, 12, 20, 11, 18)];
  expect(heikinAshi(bars)).toEqual([bar(1, 11, 14, 8, 11), bar(2, 11, 20, 11, 15.25)]);
});

test('the newest bar, updated alone, is what all bars give', () => {
  const bars = [bar(1, 10, 14, 8, 12), bar(2, 12, 20, 11, 18), bar(3, 18, 19, 9, 10)];
  const [first, second, third] = heikinAshi(bars);
  expect(nextHeikinAshi(second, bars[2]!)).toEqual(third);
  expect(nextHeikinAshi(first, bars[1]!)).toEqual(second);
});
