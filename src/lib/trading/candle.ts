import type { CandleResolution, StoredResolution } from '../contract/calls.ts';
import type { Candle } from '../contract/entities.ts';

/** The length of a stored bucket by resolution. Each is a multiple of the one before it. */
export const resolutionSeconds: Readonly<Record<StoredResolution, number>> = {
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': 3600,
  '4h': 14_400,
  '1d': 86_400,
};

/** The resolutions that are not stored, and the stored one whose buckets each of their buckets is made of. */
export const foldedFrom = { '30m': '15m', '1w': '1d', '1M': '1d' } as const satisfies Partial<
  Record<CandleResolution, StoredResolution>
>;

/** Lengths of buckets; months differ in length and have none. */
const bucketSeconds: Readonly<Record<Exclude<CandleResolution, '1M'>, number>> = {
  ...resolutionSeconds,
  '30m': 1800,
  '1w': 604_800,
};

/** 5 January 1970, the first Monday of unix time. */
const firstMonday = 4 * 86_400;

/** The number of the bucket that an instant (unix seconds) falls into. Buckets of one resolution are numbered on. */
export function bucketIndex(time: number, resolution: CandleResolution): number {
  if (resolution !== '1M') {
    return Math.floor((time - (resolution === '1w' ? firstMonday : 0)) / bucketSeconds[resolution]);
  }
  const date = new Date(time * 1000);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}

/** When a bucket begins, in unix seconds: at UTC midnight, on a Monday or on the first of a month. */
export function bucketTime(index: number, resolution: CandleResolution): number {
  if (resolution === '1M') return Date.UTC(1970, index) / 1000;
  return index * bucketSeconds[resolution] + (resolution === '1w' ? firstMonday : 0);
}

/**
 * The start of the bucket that an instant (unix ms) falls into, in unix seconds. Buckets are aligned to UTC midnight.
 */
export function bucketStart(timeMs: number, seconds: number): number {
  return Math.floor(timeMs / (seconds * 1000)) * seconds;
}

/** A new candle for a bucket (start in unix seconds), from its first rate. */
export function openCandle(time: number, rate: number): Candle {
  return { time, open: rate, high: rate, low: rate, close: rate };
}

/** Adds the bucket's next rate to a candle, in place, because this runs for every quote. */
export function foldRate(candle: Candle, rate: number): void {
  if (rate > candle.high) candle.high = rate;
  if (rate < candle.low) candle.low = rate;
  candle.close = rate;
}

/** Adds the next candle of a finer resolution to the coarser one that contains it, in place. */
export function foldCandle(candle: Candle, finer: Candle): void {
  if (finer.high > candle.high) candle.high = finer.high;
  if (finer.low < candle.low) candle.low = finer.low;
  candle.close = finer.close;
}

/** The candles of a coarser resolution, from all candles of a finer one in its buckets, oldest first. */
export function foldCandles(finer: readonly Candle[], resolution: CandleResolution): Candle[] {
  const candles: Candle[] = [];
  let current: Candle | undefined;
  for (const candle of finer) {
    const time = bucketTime(bucketIndex(candle.time, resolution), resolution);
    if (current?.time === time) foldCandle(current, candle);
    else candles.push((current = { ...candle, time }));
  }
  return candles;
}
