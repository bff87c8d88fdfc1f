import { createApp } from '../../../src/server/app.ts';
import { parseConfig } from '../../../src/server/config.ts';
import { openDatabase } from '../../../src/server/db/database.ts';
import { migrate } from '../../../src/server/db/migrate.ts';
import { createLogger } from '../../../src/server/logger.ts';
import { systemRuntime } from '../../../src/server/runtime.ts';
import { seedAssets } from '../../../src/server/seed/asset-list.ts';
import { createBusyFeed } from '../../support/product/busy-feed.ts';
import { openAccount } from '../../support/trading-floor.ts';

/**
 * The server with a busy market and CUSTOMERS logged-in customers. Prints its address and their access tokens. Started
 * by order-flood.bench.ts.
 */

const parsed = parseConfig(process.env);
if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
const { databaseUrl, databasePoolSize: poolSize, dataDir } = parsed.config;
const database = await openDatabase({ databaseUrl, dataDir, poolSize });
await migrate(database);
const logger = createLogger({ level: 'warn' });
const parts = { config: parsed.config, runtime: systemRuntime, logger, database, feed: createBusyFeed(seedAssets) };
const app = await createApp(parts);
const tokens: string[] = [];
for (let customer = 0; customer < Number(process.env.CUSTOMERS); customer += 1) {
  const accountId = await openAccount(database, { balanceMinor: 100_000_000, categoryIds: [1, 2, 3, 4, 5] });
  tokens.push(await app.sessions.open({ accountId }));
}
const { url } = await app.listen();
process.stdout.write(`${JSON.stringify({ url, tokens })}\n`);
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
