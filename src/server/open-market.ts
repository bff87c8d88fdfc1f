import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { createConfiguredFeed } from './configured-feed.ts';
import type { Database } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { loadAssets } from './market/assets-rows.ts';
import type { Feed } from './market/feed.ts';
import type { Market } from './market/market.ts';
import { createMarket } from './market/market.ts';
import { UnusableValue } from './environment.ts';
import type { PaymentProvider } from './payments/payment-providers.ts';
import { readProviderFile } from './payments/providers/provider-file.ts';
import type { Runtime } from './runtime.ts';
import { bankMethod } from './seed/demo-people.ts';
import { seed } from './seed/seed.ts';

export interface OpenMarketOptions {
  config: Config;
  database: Database;
  runtime: Runtime;
  logger: Logger;
  /** Otherwise the one that the configuration names. */
  feed?: Feed;
}

/**
 * Throws `UnusableValue` where customers would pay real money to trade on prices that are made up or recorded, unless the broker
 * allows it: whoever knows what comes next takes that money.
 */
export function refuseSimulatedMarket(
  { allowSimulatedMarket }: Pick<Config, 'allowSimulatedMarket'>,
  { origin }: Market['feed'],
  providers: readonly Pick<PaymentProvider, 'name' | 'shown'>[],
): void {
  const real = providers.filter(({ shown }) => shown.simulated === 0).map(({ name }) => name);
  if (allowSimulatedMarket || origin === 'live' || real.length === 0) return;
  const expected = `on, because the prices are ${origin} and customers pay by ${real.join(', ')}`;
  throw new UnusableValue({ variable: 'ALLOW_SIMULATED_MARKET', expected, found: 'off' }, undefined);
}

/** Brings schema and seed up to date and puts a market on them, which is yet to be started. */
export async function openMarket(options: OpenMarketOptions): Promise<Market> {
  const { config, database, runtime, logger } = options;
  // The history of a first start and the migration of a large table take longer than a call may.
  await database.withoutTimeouts(migrate);
  const feed = options.feed ?? (await createConfiguredFeed({ feed: config.feed, database, runtime }));
  const openingRates = await feed.openingRates();
  const { demoData, seedHistory, payments } = config;
  const described = payments.file === null ? [] : await readProviderFile(payments.file);
  const bank = described.find(({ kind, method }) => kind === 'bank' && method === bankMethod)?.name;
  const seedOptions = { runtime, openingRates, feedName: feed.name, demoData, seedHistory, bank };
  await database.withoutTimeouts((patient) => seed(patient, seedOptions));
  const { quoteMaxAgeMs } = config.tradingLimits;
  return createMarket({ database, feed, assets: await loadAssets(database), quoteMaxAgeMs, runtime, logger });
}
