import type { Candle } from '../../lib/contract/entities.ts';
import { bucketStart } from '../../lib/trading/candle.ts';
import type { CandleRange } from './candles-rows.ts';

/** Stored candles that were read. What lies in the past of a feed never changes, so that a chart that many look at is read once. */
export interface CandleCache {
  /**
   * The candles of the range, read where they are not known. Those from `changesFrom` on, unix seconds, may change still: they are read each time.
   */
  read: (range: CandleRange, changesFrom: number) => Promise<Candle[]>;
}

/** About 30 MB. */
const mostCandles = 300_000;

interface Kept {
  candles: Promise<Candle[]>;
  size: number;
}

export function createCandleCache(
  load: (range: CandleRange) => Promise<Candle[]>,
  { mostKept = mostCandles } = {},
): CandleCache {
  /** The least recently used first. One that is being read is shared too. */
  const all = new Map<string, Kept>();
  let size = 0;

  function grow(key: string, kept: Kept, by: number): void {
    if (all.get(key) !== kept) return;
    kept.size += by;
    size += by;
    for (const oldest of all.keys()) {
      if (size <= mostKept) return;
      forget(oldest);
    }
  }

  function forget(key: string, only = all.get(key)): void {
    if (!only || all.get(key) !== only) return;
    all.delete(key);
    size -= only.size;
  }

  function begin(key: string, range: CandleRange): Kept {
    const kept: Kept = { candles: load(range), size: 0 };
    all.set(key, kept);
    grow(key, kept, 1);
    kept.candles.then(
      ({ length }) => grow(key, kept, length),
      () => forget(key, kept),
    );
    return kept;
  }

  return {
    read(range, changesFrom) {
      const { feed, symbol, resolutionSeconds, limit } = range;
      // Only buckets count: all who ask within one ask for the same.
      const from = Math.ceil(range.from / resolutionSeconds) * resolutionSeconds;
      const to = bucketStart(range.to * 1000, resolutionSeconds);
      if (to < from) return Promise.resolve([]);
      if (to >= changesFrom) return load({ ...range, from, to });
      const key = `${feed} ${symbol} ${resolutionSeconds} ${from} ${to} ${limit}`;
      const known = all.get(key);
      if (!known) return begin(key, { ...range, from, to }).candles;
      all.delete(key);
      all.set(key, known);
      return known.candles;
    },
  };
}
