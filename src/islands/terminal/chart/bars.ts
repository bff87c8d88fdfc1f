import type { BarData, UTCTimestamp, WhitespaceData } from 'lightweight-charts';
import type { CandleResolution } from '../../../lib/contract/calls.ts';
import type { Candle } from '../../../lib/contract/entities.ts';
import { bucketIndex, bucketTime, foldRate, openCandle } from '../../../lib/trading/candle.ts';

/** A candle in the chart library's format. */
export type RateBar = BarData<UTCTimestamp>;

/** A candle, or an empty slot on the time scale. */
export type Bar = RateBar | WhitespaceData<UTCTimestamp>;

/** The most empty bars drawn for one silence. Without a limit, a weekend would be 2,880 empty one-minute bars. */
export const mostSilentBars = 30;

function barOf({ time, open, high, low, close }: Candle): RateBar {
  return { time: time as UTCTimestamp, open, high, low, close };
}

/**
 * The empty slots between two consecutive candles. If the silence is longer than `mostSilentBars` buckets, that many
 * slots are spread evenly over it.
 */
export function emptyBarsBetween(
  from: number,
  to: number,
  resolution: CandleResolution,
): WhitespaceData<UTCTimestamp>[] {
  const first = bucketIndex(from, resolution);
  const buckets = bucketIndex(to, resolution) - first;
  const count = Math.max(0, Math.min(buckets - 1, mostSilentBars));
  return Array.from({ length: count }, (_, index) => {
    const bucket = Math.round(((index + 1) * buckets) / (count + 1));
    return { time: bucketTime(first + bucket, resolution) as UTCTimestamp };
  });
}

/** Bars for candles (oldest first), with a gap wherever the market was silent. */
export function barsOf(candles: readonly Candle[], resolution: CandleResolution): Bar[] {
  return candles.flatMap((candle, index): Bar[] => {
    const before = candles[index - 1];
    return before ? [...emptyBarsBetween(before.time, candle.time, resolution), barOf(candle)] : [barOf(candle)];
  });
}

/** The bar that live prices update. */
interface NewestBar {
  readonly last: Readonly<Candle> | undefined;
  /** Starts from the newest candle. */
  begin: (candle: Candle | undefined, resolution: CandleResolution) => void;
  /**
   * Adds the newest bid to the bar, or starts the next bar, with empty bars for any silence before it. `timeMs` is when
   * the bid was quoted. Returns the changed and added bars.
   */
  add: (rate: number, timeMs: number) => Bar[];
}

export function createNewestBar(): NewestBar {
  let last: Candle | undefined;
  let resolution: CandleResolution = '1d';
  return {
    get last() {
      return last;
    },
    begin(candle, itsResolution) {
      last = candle && { ...candle };
      resolution = itsResolution;
    },
    add(rate, timeMs) {
      if (!last) return [];
      // After the socket reconnects, a quote can be older than the newest candle.
      const time = Math.max(bucketTime(bucketIndex(timeMs / 1000, resolution), resolution), last.time);
      if (time === last.time) {
        foldRate(last, rate);
        return [barOf(last)];
      }
      const silence = emptyBarsBetween(last.time, time, resolution);
      last = openCandle(time, rate);
      return [...silence, barOf(last)];
    },
  };
}
