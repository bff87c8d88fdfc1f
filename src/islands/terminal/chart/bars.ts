import type { BarData, UTCTimestamp, WhitespaceData } from 'lightweight-charts';
import type { Candle } from '../../../lib/contract/entities.ts';
import { bucketStart, foldRate, openCandle } from '../../../lib/trading/candle.ts';

/** A candle in the chart library's format, or an empty slot on its time scale. */
export type Bar = BarData<UTCTimestamp> | WhitespaceData<UTCTimestamp>;

/** The most empty bars drawn for one silence: a weekend of minutes would otherwise be 2,880 of them. */
export const mostSilentBars = 30;

function barOf({ time, open, high, low, close }: Candle): BarData<UTCTimestamp> {
  return { time: time as UTCTimestamp, open, high, low, close };
}

/**
 * The empty slots between two consecutive candles. If the silence is longer than `mostSilentBars`, they are spread
 * evenly over it.
 */
export function silenceBetween(from: number, to: number, seconds: number): WhitespaceData<UTCTimestamp>[] {
  const buckets = Math.round((to - from) / seconds);
  const count = Math.max(0, Math.min(buckets - 1, mostSilentBars));
  return Array.from({ length: count }, (_, index) => {
    const bucket = Math.round(((index + 1) * buckets) / (count + 1));
    return { time: (from + bucket * seconds) as UTCTimestamp };
  });
}

/** Bars for candles (oldest first), with a gap wherever the market was silent. `seconds` is the length of a bucket. */
export function barsOf(candles: readonly Candle[], seconds: number): Bar[] {
  return candles.flatMap((candle, index): Bar[] => {
    const before = candles[index - 1];
    return before ? [...silenceBetween(before.time, candle.time, seconds), barOf(candle)] : [barOf(candle)];
  });
}

/** The bar that live prices update. */
interface NewestBar {
  readonly last: Readonly<Candle> | undefined;
  /** Continues from a candle, in buckets of this many seconds. */
  begin: (candle: Candle | undefined, seconds: number) => void;
  /**
   * Adds the newest bid to the bar, or opens the next bar after any silence. `timeMs` is when it was quoted. Returns
   * the changed bars.
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
      // After a reconnect, a quote can be older than the newest candle.
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
