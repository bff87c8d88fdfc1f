import { createApp } from '../../../src/server/app.ts';
import { parseConfig } from '../../../src/server/config.ts';
import { openDatabase } from '../../../src/server/db/database.ts';
import { migrate } from '../../../src/server/db/migrate.ts';
import { createLogger } from '../../../src/server/logger.ts';
import { systemRuntime } from '../../../src/server/runtime.ts';
import { seedAssets } from '../../../src/server/seed/asset-list.ts';
import { createBusyFeed } from '../../support/product/busy-feed.ts';

/**
 * The server with its demo people and a market in which each asset moves ten times a second. Started by log-in.bench.ts
 * and affiliate.bench.ts.
 */

const parsed = parseConfig(process.env);
if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
const { databaseUrl, databasePoolSize: poolSize } = parsed.config;
const database = await openDatabase({ databaseUrl, dataDir: null, poolSize });
await migrate(database);
const logger = createLogger({ level: 'info' });
const parts = { config: parsed.config, runtime: systemRuntime, logger, database, feed: createBusyFeed(seedAssets) };
const app = await createApp(parts);
const { url } = await app.listen();
logger.info({ url }, 'listening');
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
