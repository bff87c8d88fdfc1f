import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Candle } from '../../../src/lib/contract/entities.ts';
import {
  bucketIndex,
  bucketStart,
  bucketTime,
  foldCandle,
  foldCandles as foldTo,
  foldRate,
  openCandle,
  resolutionSeconds,
} from '../../../src/lib/trading/candle.ts';

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

  const startOf = (iso: string, resolution: '1w' | '1M') =>
    new Date(bucketTime(bucketIndex(Date.parse(iso) / 1000, resolution), resolution) * 1000).toISOString();

  test.each([
    ['1w', '2026-11-22T23:59:59Z', '2026-11-16T00:00:00.000Z'],
    ['1w', '2026-11-23T00:00:00Z', '2026-11-23T00:00:00.000Z'],
    ['1w', '2027-01-01T12:00:00Z', '2026-12-28T00:00:00.000Z'],
    ['1w', '1970-01-01T00:00:00Z', '1969-12-29T00:00:00.000Z'],
    ['1M', '2024-02-29T23:59:59Z', '2024-02-01T00:00:00.000Z'],
    ['1M', '2026-12-31T23:59:59Z', '2026-12-01T00:00:00.000Z'],
    ['1M', '2027-01-01T00:00:00Z', '2027-01-01T00:00:00.000Z'],
  ] as const)('the bucket %s of %s begins at %s', (resolution, iso, start) => {
    expect(startOf(iso, resolution)).toBe(start);
  });

  test.each(['30m', '1w', '1M'] as const)('buckets of %s follow one another without a gap', (resolution) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), (time) => {
        const index = bucketIndex(time, resolution);
        expect(bucketTime(index, resolution)).toBeLessThanOrEqual(time);
        expect(bucketTime(index + 1, resolution)).toBeGreaterThan(time);
        expect(bucketIndex(bucketTime(index, resolution), resolution)).toBe(index);
      }),
    );
  });

  test('days make the candles of their month', () => {
    const day = (iso: string, open: number, high: number, low: number, close: number) => ({
      ...{ time: Date.parse(iso) / 1000, open, high, low, close },
    });
    const days = [day('2026-01-30', 1, 4, 1, 2), day('2026-01-31', 2, 3, 0.5, 3), day('2026-02-01', 3, 9, 3, 8)];
    expect(foldTo(days, '1M')).toEqual([day('2026-01-01', 1, 4, 0.5, 3), day('2026-02-01', 3, 9, 3, 8)]);
    expect(days[0]?.close).toBe(2);
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
