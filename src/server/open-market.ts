import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { createConfiguredFeed } from './configured-feed.ts';
import type { Database } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { loadAssets } from './market/assets-rows.ts';
import type { Feed } from './market/feed.ts';
import type { Market } from './market/market.ts';
import { createMarket } from './market/market.ts';
import { readProviderFile } from './payments/providers/provider-file.ts';
import type { Runtime } from './runtime.ts';
import { bankMethod } from './seed/demo-people.ts';
import { guardDemoPeople } from './seed/guard-demo-people.ts';
import { seed } from './seed/seed.ts';

export interface OpenMarketOptions {
  config: Config;
  database: Database;
  runtime: Runtime;
  logger: Logger;
  /** Default: the configured feed. */
  feed?: Feed;
}

/** Migrates and seeds the database, then creates the market without starting it. */
export async function openMarket(options: OpenMarketOptions): Promise<Market> {
  const { config, database, runtime, logger } = options;
  // Migrating a large table and generating the history at the first start take longer than a call may.
  await database.withoutTimeouts(migrate);
  const feed = options.feed ?? (await createConfiguredFeed({ feed: config.feed, database, runtime }));
  const openingRates = await feed.openingRates();
  const { demoData, isTrial, seedHistory, payments } = config;
  const described = payments.file === null ? [] : await readProviderFile(payments.file);
  const bank = described.find(({ kind, method }) => kind === 'bank' && method === bankMethod)?.name;
  const seedOptions = { runtime, openingRates, feedName: feed.name, demoData, seedHistory, bank };
  await database.withoutTimeouts((patient) => seed(patient, seedOptions));
  await guardDemoPeople({ database, runtime, logger, demoData, isTrial });
  const { quoteMaxAgeMs } = config.tradingLimits;
  return createMarket({ database, feed, assets: await loadAssets(database), quoteMaxAgeMs, runtime, logger });
}
