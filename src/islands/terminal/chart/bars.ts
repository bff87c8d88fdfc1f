import type { BarData, UTCTimestamp, WhitespaceData } from 'lightweight-charts';
import type { Candle } from '../../../lib/contract/entities.ts';
import { bucketStart, foldRate, openCandle } from '../../../lib/trading/candle.ts';

/** A candle in the library's words, or a place on its time scale that stays empty. */
export type Bar = BarData<UTCTimestamp> | WhitespaceData<UTCTimestamp>;

/** A longer silence takes no more room than this many bars: a weekend would be 2,880 empty minutes. */
export const mostSilentBars = 30;

function barOf({ time, open, high, low, close }: Candle): BarData<UTCTimestamp> {
  return { time: time as UTCTimestamp, open, high, low, close };
}

/**
 * The empty places between two buckets that follow each other in the market, evenly spread where they stand for more.
 */
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

/** The bar that live prices go into. */
interface NewestBar {
  readonly last: Readonly<Candle> | undefined;
  /** Goes on from a candle, in buckets of so many seconds. */
  begin: (candle: Candle | undefined, seconds: number) => void;
  /**
   * Folds the newest bid in, or opens the next bar after the silence that was; `timeMs` is when it was quoted. Returns
   * what changed.
   */
  add: (rate: number, timeMs: number) => Bar[];
}

export function createNewestBar(): NewestBar {
  let last: Candle | undefined;
  let seconds = 0;
  return {
    get last() {
      return last;
    },
    begin(candle, bucketSeconds) {
      last = candle && { ...candle };
      seconds = bucketSeconds;
    },
    add(rate, timeMs) {
      if (!last) return [];
      // A new connection may bring a quote that is older than the newest candle.
      const time = Math.max(bucketStart(timeMs, seconds), last.time);
      if (time === last.time) {
        foldRate(last, rate);
        return [barOf(last)];
      }
      const silence = silenceBetween(last.time, time, seconds);
      last = openCandle(time, rate);
      return [...silence, barOf(last)];
    },
  };
}
