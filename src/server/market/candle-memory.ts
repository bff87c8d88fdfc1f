import type { Candle } from '../../lib/contract/entities.ts';
import type { StoredCandle } from './candles-rows.ts';

/** Which candles are meant, and from when on (unix seconds). */
export interface WantedCandles {
  symbol: string;
  resolutionSeconds: number;
  from: number;
}

/** The candles that were asked for last, so that charts stay while the database is away. */
export interface CandleMemory {
  /** Keeps an answer that reaches from its beginning to now, as of a load that began at that `revision`: of what was saved since, it may know less. */
  keep: (wanted: WantedCandles, candles: readonly Candle[], revision: number) => void;
  /** Takes over what was saved. */
  saved: (stored: readonly StoredCandle[]) => void;
  /** All candles from there on; null where not all of them are known. */
  find: (wanted: WantedCandles) => readonly Candle[] | null;
  /** Grows with each save. */
  readonly revision: number;
}

/** Some twenty megabytes. */
const mostCandles = 200_000;
/** Twice what an answer holds: a chart that is never closed must not grow for ever. */
const longestSeries = 10_000;

interface Series {
  from: number;
  candles: Candle[];
}

export function createCandleMemory({ most = mostCandles }: { most?: number } = {}): CandleMemory {
  /** What was asked for last is last. */
  const known = new Map<string, Series>();
  const keyOf = (symbol: string, resolutionSeconds: number) => `${symbol} ${resolutionSeconds}`;
  let count = 0;
  let revision = 0;

  function put(key: string, series: Series): void {
    forget(key);
    known.set(key, series);
    count += series.candles.length;
    for (const oldest of known.keys()) {
      if (count <= most) return;
      forget(oldest);
    }
  }

  function forget(key: string): void {
    count -= known.get(key)?.candles.length ?? 0;
    known.delete(key);
  }

  function add(series: Series, candle: Candle): void {
    const { candles } = series;
    const last = candles.at(-1);
    if (last && last.time > candle.time) return;
    if (last?.time === candle.time) candles.pop();
    else count += 1;
    candles.push(candle);
    if (candles.length <= longestSeries) return;
    candles.shift();
    count -= 1;
    series.from = candles[0]?.time ?? series.from;
  }

  return {
    keep({ symbol, resolutionSeconds, from }, candles, loadedAt) {
      const key = keyOf(symbol, resolutionSeconds);
      const before = known.get(key);
      if (before && before.from <= from) put(key, before);
      else if (loadedAt === revision) put(key, { from, candles: [...candles] });
    },
    saved(stored) {
      revision += 1;
      for (const { symbol, resolutionSeconds, candle } of stored) {
        const series = known.get(keyOf(symbol, resolutionSeconds));
        if (series) add(series, { ...candle });
      }
    },
    find({ symbol, resolutionSeconds, from }) {
      const series = known.get(keyOf(symbol, resolutionSeconds));
      return series && series.from <= from ? series.candles.filter(({ time }) => time >= from) : null;
    },
    get revision() {
      return revision;
    },
  };
}
