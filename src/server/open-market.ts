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
import type { StartProgress } from './start-progress.ts';
import { createAutoRule } from './strategies/auto-rule.ts';

export interface OpenMarketOptions {
  config: Config;
  database: Database;
  runtime: Runtime;
  logger: Logger;
  /** Default: the configured feed. */
  feed?: Feed;
  /** Told what a long start is doing. */
  progress?: StartProgress;
}

const makingPrices = 'making 12 months of prices';

/** Migrates and seeds the database, then creates the market without starting it. */
export async function openMarket(options: OpenMarketOptions): Promise<Market> {
  const { config, database, runtime, logger, progress } = options;
  const during: StartProgress['during'] = (what, work) => progress?.during(what, work) ?? work;
  // Migrating a large table and generating the history at the first start take longer than a call may.
  await during('preparing the database', database.withoutTimeouts(migrate));
  const feed = options.feed ?? (await createConfiguredFeed({ feed: config.feed, database, runtime }));
  const openingRates = await feed.openingRates();
  const { demoData, isTrial, seedHistory, payments } = config;
  const described = payments.file === null ? [] : await readProviderFile(payments.file);
  const bank = described.find(({ kind, method }) => kind === 'bank' && method === bankMethod)?.name;
  const onAsset = (done: number, all: number) => progress?.reached(makingPrices, `${done} of ${all} assets`);
  const autoRuleVersion = createAutoRule(config.autoTrading, config.tradingLimits.auto).version;
  const people = { demoData, autoRuleVersion, bank };
  const seedOptions = { runtime, openingRates, feedName: feed.name, seedHistory, ...people, onAsset };
  await during(
    makingPrices,
    database.withoutTimeouts((patient) => seed(patient, seedOptions)),
  );
  await guardDemoPeople({ database, runtime, logger, demoData, isTrial });
  const { quoteMaxAgeMs } = config.tradingLimits;
  return createMarket({ database, feed, assets: await loadAssets(database), quoteMaxAgeMs, runtime, logger });
}
