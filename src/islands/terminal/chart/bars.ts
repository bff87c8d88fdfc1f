import type { BarData, UTCTimestamp, WhitespaceData } from 'lightweight-charts';
import type { Candle } from '../../../lib/contract/entities.ts';
import { bucketStart, foldRate, openCandle } from '../../../lib/trading/candle.ts';

/** A candle in the chart library's format, or an empty slot on its time scale. */
export type Bar = BarData<UTCTimestamp> | WhitespaceData<UTCTimestamp>;

/** The most empty bars drawn for one silence. Without a limit, a weekend would be 2,880 empty one-minute bars. */
export const mostSilentBars = 30;

function barOf({ time, open, high, low, close }: Candle): BarData<UTCTimestamp> {
  return { time: time as UTCTimestamp, open, high, low, close };
}

/**
 * The empty slots between two consecutive candles. If the silence is longer than `mostSilentBars` buckets, that many
 * slots are spread evenly over it.
 */
export function emptyBarsBetween(from: number, to: number, seconds: number): WhitespaceData<UTCTimestamp>[] {
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
    return before ? [...emptyBarsBetween(before.time, candle.time, seconds), barOf(candle)] : [barOf(candle)];
  });
}

/** The bar that live prices update. */
interface NewestBar {
  readonly last: Readonly<Candle> | undefined;
  /** Starts from the newest candle, whose bucket is this many seconds long. */
  begin: (candle: Candle | undefined, seconds: number) => void;
  /**
   * Adds the newest bid to the bar, or starts the next bar, with empty bars for any silence before it. `timeMs` is when
   * the bid was quoted. Returns the changed and added bars.
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
      // After the socket reconnects, a quote can be older than the newest candle.
      const time = Math.max(bucketStart(timeMs, seconds), last.time);
      if (time === last.time) {
        foldRate(last, rate);
        return [barOf(last)];
      }
      const silence = emptyBarsBetween(last.time, time, seconds);
      last = openCandle(time, rate);
      return [...silence, barOf(last)];
    },
  };
}
