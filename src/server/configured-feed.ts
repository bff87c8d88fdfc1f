import type { FeedConfig } from './config.ts';
import type { Queries } from './db/database.ts';
import { loadAssets } from './market/assets-rows.ts';
import { loadLastCloses } from './market/candles-rows.ts';
import type { Feed } from './market/feed.ts';
import { createReplayFeed } from './market/replay-feed.ts';
import { createSimulatedFeed, simulatedFeedName } from './market/simulated-feed.ts';
import type { Runtime } from './runtime.ts';
import type { Schedule } from './schedule.ts';
import { seedAssets } from './seed/asset-list.ts';

export interface ConfiguredFeedOptions {
  feed: FeedConfig;
  database: Queries;
  runtime: Pick<Runtime, 'now' | 'elapsedMs' | 'randomBytes'>;
  schedule?: Schedule;
}

/** The configured feed. The simulated one continues from the last stored prices. */
export async function createConfiguredFeed(options: ConfiguredFeedOptions): Promise<Feed> {
  const { feed, database, runtime, schedule } = options;
  if (feed.kind === 'replay') {
    return createReplayFeed({ file: feed.file, speed: feed.speed, clocks: runtime, schedule });
  }
  const stored = await loadAssets(database);
  const known = new Set(stored.map(({ symbol }) => symbol));
  // At the first start, or after an update that adds assets, the seed has not stored the new assets yet.
  const assets = [...stored, ...seedAssets.filter(({ symbol }) => !known.has(symbol))];
  const lastBids = await loadLastCloses(database, { feed: simulatedFeedName, symbols: [...known] });
  return createSimulatedFeed({ assets, seed: feed.seed, runtime, lastBids, schedule });
}
