import { expect, test } from 'vitest';
import type { Candle } from '../../../src/lib/contract/entities.ts';
import { levelCandles } from '../../../src/server/dry-run/replay-position.ts';

/**
 * Tests the conversion of a day's bids, during which the spread changed, to what they would have been at one spread.
 */

const candle = (time: number, more: Partial<Candle> = {}): Candle => ({
  ...{ time, open: 100, high: 100, low: 100, close: 100 },
  ...more,
});
const wide = { at: 60, from: 0, to: 0.02 };
const back = { at: 210, from: 0.02, to: 0 };
const level = (...candles: Candle[]) => levelCandles(candles, { changes: [wide, back], spread: 0 });

test('candles that were quoted at the wanted spread do not change', () => {
  const [before, after] = [candle(0, { low: 90 }), candle(240, { low: 80 })];
  expect(level(before, after)).toEqual([before, after]);
  expect(levelCandles([before], { changes: [], spread: 0.5 })).toEqual([before]);
});

test('candles that were quoted at a wider spread are raised by half of the difference', () => {
  expect(level(candle(60, { open: 99, high: 99, low: 99, close: 99 }))).toEqual([candle(60)]);
});

test('in the minute of the change neither high nor low exceeds the market', () => {
  // Mid stays at 100: 99 is the bid at the wide spread, 100 the bid without a spread.
  expect(level(candle(180, { open: 99, high: 100, low: 99, close: 100 }))).toEqual([candle(180)]);
  expect(level(candle(180, { open: 99, high: 110, low: 98.01, close: 100 }))).toEqual([
    candle(180, { high: 110, low: 99 }),
  ]);
});
