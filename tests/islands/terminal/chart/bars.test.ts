import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  barsOf,
  createNewestBar,
  mostSilentBars,
  emptyBarsBetween,
} from '../../../../src/islands/terminal/chart/bars.ts';
import type { Bar } from '../../../../src/islands/terminal/chart/bars.ts';
import { resolutionSeconds } from '../../../../src/lib/trading/candle.ts';

const candleAt = (time: number, close = 2) => ({ time, open: 1, high: 3, low: 1, close });
const timesOf = (bars: readonly Bar[]) => bars.map(({ time }) => time);

describe('emptyBarsBetween', () => {
  it('is empty between neighbours, and has every missing bucket', () => {
    expect(emptyBarsBetween(60, 120, '1m')).toEqual([]);
    expect(timesOf(emptyBarsBetween(60, 300, '1m'))).toEqual([120, 180, 240]);
  });

  it('has at most a few bars, which are buckets from in between, each once and in order', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5000 }),
        fc.constantFrom(...(['1m', '1h', '1d'] as const)),
        (buckets, resolution) => {
          const seconds = resolutionSeconds[resolution];
          const times = timesOf(emptyBarsBetween(0, buckets * seconds, resolution));
          expect(times).toHaveLength(Math.min(buckets - 1, mostSilentBars));
          expect(new Set(times).size).toBe(times.length);
          expect(times).toEqual([...times].sort((a, b) => a - b));
          expect(times.every((time) => time % seconds === 0 && time > 0 && time < buckets * seconds)).toBe(true);
        },
      ),
    );
  });

  it('has the first of every month', () => {
    const [january, april] = [Date.UTC(2026, 0) / 1000, Date.UTC(2026, 3) / 1000];
    expect(timesOf(emptyBarsBetween(january, april, '1M'))).toEqual(
      [1, 2].map((month) => Date.UTC(2026, month) / 1000),
    );
  });

  it('is empty for candles that are out of order', () => {
    expect(emptyBarsBetween(120, 60, '1m')).toEqual([]);
  });
});

describe('barsOf', () => {
  it('has every candle, and whitespace where the market was silent', () => {
    const bars = barsOf([candleAt(60), candleAt(240)], '1m');
    expect(bars).toEqual([candleAt(60), { time: 120 }, { time: 180 }, candleAt(240)]);
    expect(barsOf([], '1m')).toEqual([]);
  });
});

describe('the newest bar', () => {
  const begin = () => {
    const newest = createNewestBar();
    newest.begin(candleAt(60), '1m');
    return newest;
  };

  it('adds the rates of its bucket, and does not change the candle that it began with', () => {
    const candle = candleAt(60);
    const newest = createNewestBar();
    newest.begin(candle, '1m');
    expect(newest.add(5, 100_000)).toEqual([{ time: 60, open: 1, high: 5, low: 1, close: 5 }]);
    expect(newest.add(0.5, 119_999)).toEqual([{ time: 60, open: 1, high: 5, low: 0.5, close: 0.5 }]);
    expect(candle.close).toBe(2);
  });

  it('is followed by the next one, after any silence', () => {
    const newest = begin();
    expect(newest.add(4, 240_500)).toEqual([
      { time: 120 },
      { time: 180 },
      { time: 240, open: 4, high: 4, low: 4, close: 4 },
    ]);
    expect(newest.last?.time).toBe(240);
  });

  it('stays where it is when a quote is older', () => {
    expect(timesOf(begin().add(4, 0))).toEqual([60]);
  });

  it('lasts until its month ends in UTC', () => {
    const newest = createNewestBar();
    const [february, march] = [Date.UTC(2026, 1) / 1000, Date.UTC(2026, 2) / 1000];
    newest.begin(candleAt(february), '1M');
    expect(timesOf(newest.add(4, march * 1000 - 1))).toEqual([february]);
    expect(timesOf(newest.add(4, march * 1000))).toEqual([march]);
  });

  it('does not exist before there are candles', () => {
    expect(createNewestBar().add(4, 0)).toEqual([]);
  });
});
