import type { Candle } from '../../../lib/contract/entities.ts';
import { bucketStart, foldRate, openCandle } from '../../../lib/trading/candle.ts';
import { barOf, silenceBetween } from './bars.ts';
import type { Bar } from './bars.ts';

/** The bar that live prices go into. */
export interface NewestBar {
  readonly last: Readonly<Candle> | undefined;
  /** Goes on from a candle, in buckets of so many seconds. */
  begin: (candle: Candle | undefined, seconds: number) => void;
  /** Folds the newest bid in, or opens the next bar after the silence that was; `timeMs` is now. Returns what changed. */
  add: (rate: number, timeMs: number) => Bar[];
}

export function createNewestBar(): NewestBar {
  let last: Candle | undefined;
  let seconds = 0;
  let standingAt = 0;
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
      // A clock behind the server's must not send the chart back in time.
      const time = Math.max(bucketStart(timeMs, seconds), last.time);
      if (time === last.time) {
        foldRate(last, rate);
        return [barOf(last)];
      }
      // A price that stands still may be one of yesterday that a new connection brings: only its repetition is news.
      if (rate === last.close && standingAt !== time) {
        standingAt = time;
        return [];
      }
      const silence = silenceBetween(last.time, time, seconds);
      last = openCandle(time, rate);
      return [...silence, barOf(last)];
    },
  };
}
