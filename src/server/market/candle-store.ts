import type { CandleResolution, StoredResolution } from '../../lib/contract/calls.ts';
import type { Candle } from '../../lib/contract/entities.ts';
import { bucketIndex, bucketTime, foldCandles, foldedFrom, resolutionSeconds } from '../../lib/trading/candle.ts';
import type { CandleBlocks, Series } from './candle-blocks.ts';
import { createCandleBlocks } from './candle-blocks.ts';
import type { CandleBook } from './candle-book.ts';
import type { CandleRange, CandleSpan, StoredCandle } from './candles-rows.ts';

/**
 * The candles of one feed, whether stored or not. Nobody else changes the stored candles, so each is read once and
 * stays in memory as long as there is room. Charts that were viewed before therefore stay available while the database
 * is away.
 */
export interface CandleStore {
  /**
   * The newest candles (at most 5,000) of a range of unix seconds, both inclusive, oldest first; of a resolution that
   * is not stored, as many as 5,000 stored ones make. Rejects if candles that are not in memory cannot be read.
   */
  read: (symbol: string, resolution: CandleResolution, from: number, to: number) => Promise<Candle[]>;
  /** Stores new and changed candles of the book. Calls during a save wait for that same save. */
  save: () => Promise<void>;
  /** Waits for the save under way, whatever its outcome, and then stores the rest. */
  saveLast: () => Promise<void>;
}

export interface CandleStoreParts {
  book: Pick<CandleBook, 'unsaved' | 'save'>;
  /** The newest candles of a range, oldest first. */
  load: (range: Omit<CandleRange, 'feed'>) => Promise<Candle[]>;
  /** The first and the last time of a series; null if nothing is stored. */
  loadSpan: (symbol: string, resolutionSeconds: number) => Promise<CandleSpan | null>;
  write: (changed: readonly StoredCandle[]) => Promise<void>;
  /** In candles; about 30 MB if undefined. */
  mostKept?: number;
}

const mostCandles = 5_000;
const mostInMemory = 300_000;
/**
 * If memory is short, blocks may be evicted before they are used. After this many attempts the range is read without
 * being kept in memory.
 */
const mostReads = 4;

export function createCandleStore(parts: CandleStoreParts): CandleStore {
  const { book, load, write, mostKept = mostInMemory } = parts;
  const blocks = createCandleBlocks({ mostKept, mostAnswered: mostCandles });
  let saving: Promise<void> | undefined;

  async function stored(symbol: string, seconds: number, from: number, to: number): Promise<Candle[]> {
    if (from > to) return [];
    const series = blocks.series(symbol, seconds);
    for (let reads = 0; reads < mostReads;) {
      const found = blocks.find(series, from, to);
      if (Array.isArray(found)) return found;
      if (!series.loading) reads += 1;
      // Other requests for the same chart wait for the same read.
      await (series.loading ??= fill(parts, blocks, series, found).finally(() => (series.loading = undefined)));
    }
    return load({ symbol, resolutionSeconds: seconds, from, to, limit: mostCandles });
  }

  const save = () =>
    (saving ??= book
      .save(async (changed) => {
        await write(changed);
        blocks.saved(changed);
      })
      .finally(() => {
        saving = undefined;
      }));

  async function readStored(
    symbol: string,
    resolution: StoredResolution,
    { from, to }: { from: number; to: number },
  ): Promise<Candle[]> {
    // Copied before the store is read, so that a candle that is saved meanwhile is in both and not missing from both.
    const unsaved = book.unsaved(symbol, resolution);
    const firstUnsaved = unsaved[0]?.time ?? Infinity;
    // The store is read even if the whole range is unsaved: later the candles will be saved, and the database may be
    // away by then.
    const old = await stored(symbol, resolutionSeconds[resolution], from, to);
    const inside = unsaved.filter(({ time }) => time >= from && time <= to);
    return [...old.filter(({ time }) => time < firstUnsaved), ...inside].slice(-mostCandles);
  }

  return {
    async read(symbol, resolution, from, to) {
      if (isStored(resolution)) return readStored(symbol, resolution, { from, to });
      const finer = await readStored(symbol, foldedFrom[resolution], wholeBuckets(resolution, from, to));
      // A full answer may begin in the middle of a bucket.
      return foldCandles(finer, resolution).slice(finer.length === mostCandles ? 1 : 0);
    },
    save,
    async saveLast() {
      await saving?.catch(() => undefined);
      await save();
    },
  };
}

const isStored = (resolution: CandleResolution): resolution is StoredResolution => resolution in resolutionSeconds;

/** The range of all that lies in the buckets that begin in a range. */
function wholeBuckets(resolution: CandleResolution, from: number, to: number): { from: number; to: number } {
  const after = (time: number) => bucketTime(bucketIndex(time, resolution) + 1, resolution);
  return { from: Math.max(0, after(from - 1)), to: after(to) - 1 };
}

/** Reads the missing part of a series: its span, or whole blocks. */
async function fill(
  { load, loadSpan }: CandleStoreParts,
  blocks: CandleBlocks,
  series: Series,
  missing: 'span' | { from: number; to: number },
): Promise<void> {
  const { symbol, resolutionSeconds } = series;
  const reading = blocks.begin(series);
  try {
    if (missing === 'span') reading.putSpan(await loadSpan(symbol, resolutionSeconds));
    else {
      const { limit } = reading;
      reading.putCandles(missing, await load({ symbol, resolutionSeconds, ...missing, limit }));
    }
  } finally {
    reading.end();
  }
}
