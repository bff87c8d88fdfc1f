import type { FeedConfig } from '../config.ts';
import type { Queries } from '../db/database.ts';
import { loadLastCloses } from './candles-rows.ts';
import type { Feed } from './feed.ts';
import { createReplayFeed } from './replay-feed.ts';
import type { SimulatedAsset } from './simulated-feed.ts';
import { createSimulatedFeed, simulatedFeedName } from './simulated-feed.ts';

export interface OpenFeedParts {
  config: FeedConfig;
  assets: readonly SimulatedAsset[];
  database: Queries;
  /** Unix milliseconds. */
  now: () => number;
}

/** The feed that the configuration names. The simulated one goes on from its last stored candles. Needs migrated tables. */
export async function openFeed({ config, assets, database, now }: OpenFeedParts): Promise<Feed> {
  if (config.kind === 'replay') return createReplayFeed({ file: config.file, speed: config.speed, now });
  const symbols = assets.map((asset) => asset.symbol);
  const lastBids = await loadLastCloses(database, { feed: simulatedFeedName, symbols });
  return createSimulatedFeed({ assets, seed: config.seed, lastBids, now });
}
