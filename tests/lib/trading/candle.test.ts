import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Candle } from '../../../src/lib/contract/entities.ts';
import { bucketStart, foldCandle, foldRate, openCandle, resolutionSeconds } from '../../../src/lib/trading/candle.ts';

interface Tick {
  timeMs: number;
  rate: number;
}

const rate = fc.double({ min: 0.0001, max: 100_000, noNaN: true });
const midnight = Date.UTC(2026, 10, 20);
const ticks: fc.Arbitrary<Tick[]> = fc
  .array(fc.record({ timeMs: fc.integer({ min: midnight, max: midnight + 86_400_000 * 2 }), rate }), { minLength: 1 })
  .map((list) => list.toSorted((one, other) => one.timeMs - other.timeMs));

function fold(list: Tick[], seconds: number): Candle[] {
  const candles: Candle[] = [];
  for (const tick of list) {
    const time = bucketStart(tick.timeMs, seconds);
    const last = candles.at(-1);
    if (last?.time === time) foldRate(last, tick.rate);
    else candles.push(openCandle(time, tick.rate));
  }
  return candles;
}

function foldCandles(finer: Candle[], seconds: number): Candle[] {
  const candles: Candle[] = [];
  for (const candle of finer) {
    const time = bucketStart(candle.time * 1000, seconds);
    const last = candles.at(-1);
    if (last?.time === time) foldCandle(last, candle);
    else candles.push({ ...candle, time });
  }
  return candles;
}

/** The definition, implemented naively: group the ticks, then aggregate each group. */
function aggregate(list: Tick[], seconds: number): Candle[] {
  const groups = Map.groupBy(list, ({ timeMs }) => Math.floor(timeMs / 1000 / seconds));
  return [...groups].map(([bucket, members]) => {
    const rates = members.map((member) => member.rate);
    return {
      time: bucket * seconds,
      open: rates[0] ?? NaN,
      high: Math.max(...rates),
      low: Math.min(...rates),
      close: rates.at(-1) ?? NaN,
    };
  });
}

const lengths = Object.values(resolutionSeconds);

describe('candles', () => {
  test('a bucket starts at its first millisecond, aligned to UTC midnight', () => {
    expect(bucketStart(midnight, 86_400)).toBe(midnight / 1000);
    expect(bucketStart(midnight + 86_399_999, 86_400)).toBe(midnight / 1000);
    expect(bucketStart(midnight - 1, 86_400)).toBe(midnight / 1000 - 86_400);
    expect(bucketStart(midnight + 59_999, 60)).toBe(midnight / 1000);
    expect(bucketStart(midnight + 60_000, 60)).toBe(midnight / 1000 + 60);
    expect(bucketStart(midnight + 5 * 3_600_000, 14_400)).toBe(midnight / 1000 + 14_400);
  });

  test('each resolution is a multiple of the previous one', () => {
    lengths.slice(1).forEach((seconds, index) => {
      expect(seconds % (lengths[index] ?? NaN)).toBe(0);
    });
  });

  test.each(lengths)('folded quote by quote they equal the naive aggregation, %d s', (seconds) => {
    fc.assert(
      fc.property(ticks, (list) => {
        expect(fold(list, seconds)).toEqual(aggregate(list, seconds));
      }),
    );
  });

  test('folding finer candles gives the coarser ones', () => {
    fc.assert(
      fc.property(ticks, (list) => {
        lengths.slice(1).forEach((seconds, index) => {
          const finer = fold(list, lengths[index] ?? NaN);
          expect(foldCandles(finer, seconds)).toEqual(fold(list, seconds));
        });
      }),
    );
  });

  test('low and high always enclose open and close', () => {
    fc.assert(
      fc.property(ticks, (list) => {
        for (const { open, high, low, close } of fold(list, 300)) {
          expect(low).toBeLessThanOrEqual(Math.min(open, close));
          expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
        }
      }),
    );
  });
});
