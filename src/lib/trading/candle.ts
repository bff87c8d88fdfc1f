import type { CandleResolution } from '../contract/calls.ts';
import type { Candle } from '../contract/entities.ts';

/** The length of a bucket by resolution. Each is a multiple of the one before it. */
export const resolutionSeconds: Readonly<Record<CandleResolution, number>> = {
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': 3600,
  '4h': 14_400,
  '1d': 86_400,
};

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
