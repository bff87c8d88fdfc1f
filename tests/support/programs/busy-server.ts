import { resolve } from 'node:path';
import { createApp } from '../../../src/server/app.ts';
import { parseConfig } from '../../../src/server/config.ts';
import { openDatabase } from '../../../src/server/db/database.ts';
import { migrate } from '../../../src/server/db/migrate.ts';
import { createLogger } from '../../../src/server/logger.ts';
import { systemRuntime } from '../../../src/server/runtime.ts';
import { seedAssets, seedCategories } from '../../../src/server/seed/asset-list.ts';
import { insertAssets, insertCategories } from '../../../src/server/seed/catalogue-rows.ts';
import { createBusyFeed } from '../product/busy-feed.ts';

/** The product with a market of 200 assets, each moving ten times a second. Started by terminal.bench.ts. */

const count = 200;

const more = Array.from({ length: count - seedAssets.length }, (_, index) => ({
  ...(seedAssets[index % seedAssets.length] ?? seedAssets[0]!),
  symbol: `BUSY${index}`,
  name: `Busy asset ${index}`,
}));
const assets = [...seedAssets, ...more];

const parsed = parseConfig(process.env);
if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
const database = await openDatabase({ databaseUrl: null, dataDir: null, poolSize: 1 });
await migrate(database);
await insertCategories(database, seedCategories);
await insertAssets(database, assets);

const logger = createLogger({ level: 'info' });
const app = await createApp({
  ...{ config: parsed.config, runtime: systemRuntime, logger, database },
  ...{ feed: createBusyFeed(assets), distDir: resolve('dist') },
});
const { url } = await app.listen();
logger.info({ url }, 'listening');
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
