import { resolve } from 'node:path';
import { createApp } from '../../../src/server/app.ts';
import { parseConfig } from '../../../src/server/config.ts';
import { openDatabase } from '../../../src/server/db/database.ts';
import { migrate } from '../../../src/server/db/migrate.ts';
import { createLogger } from '../../../src/server/logger.ts';
import type { Feed } from '../../../src/server/market/feed.ts';
import { systemRuntime } from '../../../src/server/runtime.ts';
import { seedAssets, seedCategories } from '../../../src/server/seed/asset-list.ts';
import { insertAssets, insertCategories } from '../../../src/server/seed/catalogue-rows.ts';

/** The product with a market of 200 assets, each of which moves ten times a second. Started by busy.spec.ts. */

const count = 200;
const everyMs = 100;

const more = Array.from({ length: count - seedAssets.length }, (_, index) => ({
  ...(seedAssets[index % seedAssets.length] ?? seedAssets[0]!),
  symbol: `BUSY${index}`,
  name: `Busy asset ${index}`,
}));
const assets = [...seedAssets, ...more];

function createBusyFeed(): Feed {
  let timer: NodeJS.Timeout | undefined;
  let step = 0;
  return {
    name: 'busy',
    origin: 'simulated',
    openingRates: () => Promise.resolve(new Map(assets.map((asset) => [asset.symbol, asset.referenceRate]))),
    start(take) {
      timer = setInterval(() => {
        step++;
        for (const { symbol, referenceRate, quotedSpread } of assets) {
          const bid = referenceRate * (1 + 0.001 * Math.sin(step / 20 + referenceRate));
          take(symbol, bid, bid * (1 + quotedSpread), Date.now());
        }
      }, everyMs);
    },
    stop() {
      clearInterval(timer);
      return Promise.resolve();
    },
  };
}

const parsed = parseConfig(process.env);
if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
const database = await openDatabase({ databaseUrl: null, dataDir: null, poolSize: 1 });
await migrate(database);
await insertCategories(database, seedCategories);
await insertAssets(database, assets);

const logger = createLogger({ level: 'info' });
const app = await createApp({
  ...{ config: parsed.config, runtime: systemRuntime, logger, database },
  ...{ feed: createBusyFeed(), distDir: resolve('dist') },
});
const { url } = await app.listen();
logger.info({ url }, 'listening');
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
