import { resolve } from 'node:path';
import { createApp } from '../../../src/server/app.ts';
import { parseConfig } from '../../../src/server/config.ts';
import { openDatabase } from '../../../src/server/db/database.ts';
import { migrate } from '../../../src/server/db/migrate.ts';
import { createLogger } from '../../../src/server/logger.ts';
import { systemRuntime } from '../../../src/server/runtime.ts';
import { seedAssets } from '../../../src/server/seed/asset-list.ts';
import type { DeskResult } from '../../../src/server/trading/desk-command.ts';
import { createBusyFeed } from '../product/busy-feed.ts';

/**
 * The product with a busy market and a demo customer with many positions: CLOSED in the history and OPEN still open,
 * all made through its own order desk. Amounts go from LEAST_MINOR cents (by default 1.00) to 2.00 more. Prices return
 * to where they were every SWING_MS. The server listens once the positions exist.
 */

const closedCount = Number(process.env.CLOSED ?? 0);
const openCount = Number(process.env.OPEN ?? 0);
const leastMinor = Number(process.env.LEAST_MINOR ?? 100);
const swingMs = process.env.SWING_MS === undefined ? undefined : Number(process.env.SWING_MS);
const atOnce = 500;

const parsed = parseConfig({ MAX_OPEN_POSITIONS: '20000', ...process.env });
if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
const database = await openDatabase({ databaseUrl: null, dataDir: parsed.config.dataDir, poolSize: 1 });
await migrate(database);
const logger = createLogger({ level: 'info' });
const app = await createApp({
  ...{ config: parsed.config, runtime: systemRuntime, logger, database },
  ...{ feed: createBusyFeed(seedAssets, swingMs), distDir: resolve('dist') },
});
const { market, orderDesk } = app;
const demo = await database.query<{ id: number }>("select id from accounts where email = 'demo@example.com'");
const accountId = demo.rows[0]?.id ?? 0;
let opened = 0;

/** Cycles through assets, directions, leverages and amounts. */
function openNext(): Promise<DeskResult> {
  const number = opened++;
  const { symbol } = seedAssets[number % seedAssets.length]!;
  const leverages = market.assets.get(symbol)?.leverages ?? [];
  const direction = number % 3 === 0 ? 'sell' : 'buy';
  const quote = market.quotes.get(symbol);
  return orderDesk.open(accountId, {
    ...{
      symbol,
      direction,
      leverage: leverages[number % leverages.length] ?? 1,
      amountMinor: leastMinor + (number % 201),
    },
    ...{
      price: (direction === 'buy' ? quote?.ask : quote?.bid) ?? 0,
      takeProfit: null,
      stopLoss: null,
      requestId: null,
    },
  });
}

async function openMany(count: number): Promise<{ id: string; price: number }[]> {
  const results = await Promise.all(Array.from({ length: count }, openNext));
  return results.map((result) => {
    if (!result.ok) throw new Error(`An order was refused: ${result.problem.code}`);
    return { id: result.position.id, price: result.position.openRate };
  });
}

// The first quotes of all assets come with the first step of the feed.
while (seedAssets.some(({ symbol }) => !market.quotes.get(symbol))) await new Promise(setImmediate);
for (let done = 0; done < closedCount; done += atOnce) {
  const positions = await openMany(Math.min(atOnce, closedCount - done));
  await Promise.all(positions.map((position) => orderDesk.close(accountId, position)));
}
for (let done = 0; done < openCount; done += atOnce) await openMany(Math.min(atOnce, openCount - done));
// As if auto trading had opened some of them, and an operator had protected some.
await database.query(
  'update positions set auto = amount_minor % 5 = 0, protected = amount_minor % 7 = 0 where closed_at is null',
);

const { url } = await app.listen();
logger.info({ url, closedCount, openCount }, 'listening');
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
