import type { Logger } from 'pino';
import type { CandleResolution } from '../../lib/contract/calls.ts';
import type { Candle, FeedFacts } from '../../lib/contract/entities.ts';
import { storedResolutions } from '../../lib/contract/calls.ts';
import { bucketStart, resolutionSeconds } from '../../lib/trading/candle.ts';
import type { Queries } from '../db/database.ts';
import type { Runtime } from '../runtime.ts';
import type { Schedule } from '../schedule.ts';
import { systemSchedule } from '../schedule.ts';
import type { AssetChanges } from './assets.ts';
import { createAssetChanges } from './assets.ts';
import type { AssetRow } from './assets-rows.ts';
import { createCandleBook } from './candle-book.ts';
import { createCandleStore } from './candle-store.ts';
import { loadCandleSpan, loadCandles, loadCandlesAt, loadLastCloses, saveCandles } from './candles-rows.ts';
import type { Feed } from './feed.ts';
import type { QuoteBook } from './quote-book.ts';
import { createQuoteBook } from './quote-book.ts';

/** The assets, their newest quotes and their candles, fed by one feed. */
export interface Market extends AssetChanges {
  readonly feed: FeedFacts;
  /** Whether the feed uses the quoted spreads of the assets. */
  readonly quotesOurSpreads: boolean;
  readonly quotes: QuoteBook;
  /** By symbol, in the order of the market list. */
  readonly assets: ReadonlyMap<string, AssetRow>;
  /**
   * The newest candles (at most 5,000) of a range of unix seconds, both inclusive, oldest first, including the current
   * one. Ranges that were read before stay available while the database is away. Rejects if other candles cannot be
   * read.
   */
  readonly candles: (symbol: string, resolution: CandleResolution, from: number, to: number) => Promise<Candle[]>;
  /** Resumes the running candles and the last prices from the store, and starts the feed. Call it once. */
  readonly start: () => Promise<void>;
  /** Stops the feed and stores the unsaved candles. */
  readonly stop: () => Promise<void>;
}

export interface MarketParts {
  database: Queries;
  feed: Feed;
  assets: readonly AssetRow[];
  /** A quote older than this fills no order. Screens get this limit, too. */
  quoteMaxAgeMs: number;
  runtime: Pick<Runtime, 'now'>;
  logger: Pick<Logger, 'error'>;
  schedule?: Schedule;
}

const saveEveryMs = 5000;

export function createMarket(parts: MarketParts): Market {
  const { database, feed, runtime, logger, quoteMaxAgeMs, schedule = systemSchedule } = parts;
  const assets = new Map(parts.assets.map((asset) => [asset.symbol, asset]));
  const symbols = [...assets.keys()];
  const candleBook = createCandleBook({ symbols });
  const quotes = createQuoteBook({ symbols, onQuote: candleBook.accept });
  const candles = createCandleStore({
    book: candleBook,
    load: (range) => loadCandles(database, { feed: feed.name, ...range }),
    loadSpan: (symbol, resolutionSeconds) => loadCandleSpan(database, { feed: feed.name, symbol, resolutionSeconds }),
    write: (changed) => saveCandles(database, feed.name, changed),
  });
  let stopSaving: (() => void) | undefined;

  return {
    feed: { name: feed.name, origin: feed.origin, quote_max_age_ms: quoteMaxAgeMs },
    quotesOurSpreads: feed.changeSpread !== undefined,
    quotes,
    assets,
    ...createAssetChanges(assets, feed),
    candles: candles.read,
    async start() {
      const buckets = storedResolutions.map((resolution) => {
        const length = resolutionSeconds[resolution];
        return { resolutionSeconds: length, time: bucketStart(runtime.now(), length) };
      });
      candleBook.resume(await loadCandlesAt(database, { feed: feed.name, symbols, buckets }));
      quotes.resume(await loadLastCloses(database, { feed: feed.name, symbols }));
      const report = (error: unknown) =>
        logger.error({ err: error }, 'candles could not be saved; the next save includes them');
      stopSaving = schedule(() => void candles.save().catch(report), saveEveryMs);
      feed.start(quotes.accept);
    },
    async stop() {
      await feed.stop();
      stopSaving?.();
      await candles.saveLast();
    },
  };
}
