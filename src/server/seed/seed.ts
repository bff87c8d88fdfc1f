import type { Database, Queries } from '../db/database.ts';
import { createSeededRandom, seedOf } from '../market/random.ts';
import type { Runtime } from '../runtime.ts';
import { seedAssets, seedCategories } from './asset-list.ts';
import type { HistoryDepth } from './candle-history.ts';
import { makeCandleHistory } from './candle-history.ts';
import { insertAssets, insertCategories, insertHistory, loadAssetsWithoutHistory } from './catalogue-rows.ts';
import { seedDemoData } from './demo-data.ts';

export interface SeedOptions {
  runtime: Runtime;
  /**
   * The first bid of each symbol that the feed quotes. The symbol's history ends there; other symbols get no history.
   */
  openingRates: ReadonlyMap<string, number>;
  feedName: string;
  demoData: boolean;
  seedHistory: HistoryDepth;
  /** The version of the rule of auto trading, to which the demo customer has agreed. */
  autoRuleVersion?: string;
  /** The provider of the demo's transfers. */
  bank?: string;
  /** Called after each asset whose history is stored. */
  onAsset?: (done: number, all: number) => void;
}

/**
 * The key of the advisory lock that keeps two processes from seeding at once; arbitrary, but the same in every process.
 */
const seedLock = 7_315_022_042;
const historySeed = 2026;

/**
 * Stores what a first start needs: categories and assets, the feed's candles of the last 12 months, and the demo people
 * if requested. Adds only what is missing, in one database transaction, so every start may call it.
 */
export async function seed(database: Database, options: SeedOptions): Promise<void> {
  await database.transaction(async (connection) => {
    await connection.query('select pg_advisory_xact_lock($1)', [seedLock]);
    await insertCategories(connection, seedCategories);
    await insertAssets(connection, seedAssets);
    await seedHistory(connection, options);
    if (options.demoData) {
      const { runtime, feedName, bank = 'bank', autoRuleVersion = null } = options;
      // A short history is for tests, which open the positions that they need themselves.
      const isLively = options.seedHistory === 'full';
      await seedDemoData({ queries: connection, runtime, feedName, bank, autoRuleVersion, isLively });
    }
  });
}

async function seedHistory(
  queries: Queries,
  { runtime, openingRates, feedName, seedHistory, onAsset }: SeedOptions,
): Promise<void> {
  const nowMs = runtime.now();
  const assets = await loadAssetsWithoutHistory(queries, feedName);
  const quoted = assets.flatMap((asset) => {
    const openingRate = openingRates.get(asset.symbol);
    return openingRate === undefined ? [] : [{ ...asset, openingRate }];
  });
  if (quoted.length === 0) return;
  let written = Promise.resolve();
  for (const [done, { symbol, ...facts }] of quoted.entries()) {
    const random = createSeededRandom(seedOf(historySeed, symbol));
    const series = makeCandleHistory({ ...facts, nowMs, depth: seedHistory, random });
    // Write one asset while generating the next: the embedded database runs in a thread of its own.
    await written;
    onAsset?.(done, quoted.length);
    written = insertHistory(queries, { feed: feedName, symbol, series });
  }
  await written;
  // The embedded database never analyzes tables by itself, and would plan queries as if this one were empty.
  await queries.query('analyze candles');
}
