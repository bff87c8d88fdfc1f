import type { Logger } from 'pino';
import type { CandleResolution } from '../../lib/contract/calls.ts';
import type { Candle, FeedFacts } from '../../lib/contract/entities.ts';
import { candleResolutions } from '../../lib/contract/calls.ts';
import { bucketStart, resolutionSeconds } from '../../lib/trading/candle.ts';
import type { Queries } from '../db/database.ts';
import { databaseFaultKind } from '../db/database-faults.ts';
import type { Runtime } from '../runtime.ts';
import type { AssetChanges } from './assets/asset-changes.ts';
import { createAssetChanges } from './assets/asset-changes.ts';
import type { AssetRow } from './assets-rows.ts';
import type { CandleBook } from './candle-book.ts';
import { createCandleBook } from './candle-book.ts';
import { createCandleCache } from './candle-cache.ts';
import { createCandleMemory } from './candle-memory.ts';
import { loadCandles, loadCandlesAt, loadLastCloses, saveCandles } from './candles-rows.ts';
import type { Feed } from './feed.ts';
import type { QuoteBook } from './quote-book.ts';
import { createQuoteBook } from './quote-book.ts';
import type { Schedule } from './schedule.ts';
import { systemSchedule } from './schedule.ts';

/** The assets, their newest quotes and their candles, fed by one feed. */
export interface Market extends AssetChanges {
  readonly feed: FeedFacts;
  /** Whether the feed quotes by the spreads of the assets. */
  readonly quotesOurSpreads: boolean;
  readonly quotes: QuoteBook;
  /** By symbol, in the order of the market list. */
  readonly assets: ReadonlyMap<string, AssetRow>;
  /**
   * The newest candles (at most 5,000) of a range of unix seconds, both inclusive, oldest first, the current one too. While the database
   * is away, from memory: rejects where not all of them are known.
   */
  readonly candles: (symbol: string, resolution: CandleResolution, from: number, to: number) => Promise<Candle[]>;
  /** Goes on with the stored candles of the running buckets and from the last stored prices, and starts the feed. Once. */
  readonly start: () => Promise<void>;
  /** Stops the feed and stores what the candles have gained. */
  readonly stop: () => Promise<void>;
}

export interface MarketParts {
  database: Queries;
  feed: Feed;
  assets: readonly AssetRow[];
  /** An older price fills nothing: screens are told. */
  quoteMaxAgeMs: number;
  runtime: Pick<Runtime, 'now'>;
  logger: Pick<Logger, 'error'>;
  schedule?: Schedule;
}

const saveEveryMs = 5000;
const maximumCandles = 5000;

export function createMarket(parts: MarketParts): Market {
  const { database, feed, runtime, logger, quoteMaxAgeMs, schedule = systemSchedule } = parts;
  const assets = new Map(parts.assets.map((asset) => [asset.symbol, asset]));
  const symbols = [...assets.keys()];
  const candleBook = createCandleBook({ symbols });
  const quotes = createQuoteBook({ symbols, onQuote: candleBook.take });
  const stored = createCandleCache((range) => loadCandles(database, range));
  const memory = createCandleMemory();
  const saver = createSaver(candleBook, async (changed) => {
    await saveCandles(database, feed.name, changed);
    memory.saved(changed);
  });
  let stopSaving: (() => void) | undefined;

  return {
    feed: { name: feed.name, origin: feed.origin, quote_max_age_ms: quoteMaxAgeMs },
    quotesOurSpreads: feed.changeSpread !== undefined,
    quotes,
    assets,
    ...createAssetChanges(assets, feed),
    async candles(symbol, resolution, from, to) {
      const range = { feed: feed.name, symbol, resolutionSeconds: resolutionSeconds[resolution], from, to };
      // Taken before the store is asked: a candle that is saved meanwhile comes from both, and is never missing.
      const unsaved = candleBook.unsaved(symbol, resolution);
      const firstUnsaved = unsaved[0]?.time;
      // What memory knows is not read; without a quote yet, nobody knows which candle is the newest.
      const storedTo = firstUnsaved === undefined ? to : Math.min(to, firstUnsaved - 1);
      const { revision } = memory;
      const join = (old: readonly Candle[]) => joinCandles(old, unsaved, { from, to }).slice(-maximumCandles);
      try {
        const read = { ...range, to: storedTo, limit: maximumCandles };
        const candles = join(await stored.read(read, firstUnsaved ?? -Infinity));
        const isCut = candles.length === maximumCandles;
        const reachesNow = to * 1000 >= runtime.now();
        if (reachesNow) memory.keep({ ...range, from: (isCut && candles[0]?.time) || from }, candles, revision);
        return candles;
      } catch (fault) {
        const known = databaseFaultKind(fault) === null ? null : memory.find(range);
        if (known === null) throw fault;
        return join(known.filter(({ time }) => time <= to));
      }
    },
    async start() {
      const buckets = candleResolutions.map((resolution) => {
        const length = resolutionSeconds[resolution];
        return { resolutionSeconds: length, time: bucketStart(runtime.now(), length) };
      });
      candleBook.resume(await loadCandlesAt(database, { feed: feed.name, symbols, buckets }));
      quotes.resume(await loadLastCloses(database, { feed: feed.name, symbols }));
      const report = (error: unknown) => logger.error({ err: error }, 'candles were not saved; they come again');
      stopSaving = schedule(() => void saver.save().catch(report), saveEveryMs);
      feed.start(quotes.take);
    },
    async stop() {
      await feed.stop();
      stopSaving?.();
      await saver.saveLast();
    },
  };
}

/** Stored candles with what memory knows better. */
function joinCandles(
  stored: readonly Candle[],
  unsaved: readonly Candle[],
  { from, to }: { from: number; to: number },
): Candle[] {
  const known = unsaved.filter((candle) => candle.time >= from && candle.time <= to);
  const firstKnown = unsaved[0]?.time ?? Infinity;
  return [...stored.filter((candle) => candle.time < firstKnown), ...known];
}

/** One save at a time: a slow database must not be asked again before it answered. */
function createSaver(candleBook: CandleBook, write: Parameters<CandleBook['save']>[0]) {
  let running: Promise<void> | undefined;
  const save = () =>
    (running ??= candleBook.save(write).finally(() => {
      running = undefined;
    }));
  return {
    save,
    /** Waits for the save under way, whatever becomes of it, and then saves what is left. */
    async saveLast() {
      await running?.catch(() => undefined);
      await save();
    },
  };
}
