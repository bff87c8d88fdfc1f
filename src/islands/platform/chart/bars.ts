import type { BarData, UTCTimestamp, WhitespaceData } from 'lightweight-charts';
import type { Candle } from '../../../lib/contract/entities.ts';

/** A candle in the library's words, or a place on its time scale that stays empty. */
export type Bar = BarData<UTCTimestamp> | WhitespaceData<UTCTimestamp>;

/** A longer silence takes no more room than this many bars: a weekend would be 2,880 empty minutes. */
export const mostSilentBars = 30;

export function barOf({ time, open, high, low, close }: Candle): BarData<UTCTimestamp> {
  return { time: time as UTCTimestamp, open, high, low, close };
}

/** The empty places between two buckets that follow each other in the market, evenly spread where they stand for more. */
export function silenceBetween(from: number, to: number, seconds: number): WhitespaceData<UTCTimestamp>[] {
  const buckets = Math.round((to - from) / seconds);
  const places = Math.max(0, Math.min(buckets - 1, mostSilentBars));
  return Array.from({ length: places }, (_, index) => {
    const bucket = Math.round(((index + 1) * buckets) / (places + 1));
    return { time: (from + bucket * seconds) as UTCTimestamp };
  });
}

/** Candles, oldest first, with a gap wherever the market was silent; `seconds` is the length of a bucket. */
export function barsOf(candles: readonly Candle[], seconds: number): Bar[] {
  return candles.flatMap((candle, index): Bar[] => {
    const before = candles[index - 1];
    return before ? [...silenceBetween(before.time, candle.time, seconds), barOf(candle)] : [barOf(candle)];
  });
}
