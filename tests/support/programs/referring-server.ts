import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { createApp } from '../../../src/server/app.ts';
import { parseConfig } from '../../../src/server/config.ts';
import { openDatabase } from '../../../src/server/db/database.ts';
import { migrate } from '../../../src/server/db/migrate.ts';
import { createLogger } from '../../../src/server/logger.ts';
import { systemRuntime } from '../../../src/server/runtime.ts';
import { makeAffiliate, referAccounts, referred } from '../../flows/affiliate/affiliate-floor.ts';

/**
 * The product with affiliates of other kinds than the demo's: `many` brought 120 accounts, of which the oldest does not count, `faulty` two
 * that do not count, `winter` some in the days around the end of a January, and `nobody` none. The token in WORN_TOKEN opens a session of
 * `worn` that was begun eleven minutes ago.
 */

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const parsed = parseConfig(process.env);
if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
const database = await openDatabase({ databaseUrl: null, dataDir: parsed.config.dataDir, poolSize: 1 });
await migrate(database);
const logger = createLogger({ level: 'info' });
const app = await createApp({
  ...{ config: parsed.config, runtime: systemRuntime, logger, database, distDir: resolve('dist') },
});
const shop = { app };
const noon = (day: string) => new Date(`${day}T12:00:00Z`);

const newestMs = systemRuntime.now() - dayMs;
const people = Array.from({ length: 120 }, (_, place) =>
  referred(`many-${place + 1}`, {
    ...{ firstName: `Person ${place + 1}`, lastName: 'Muster', createdAt: new Date(newestMs - place * minuteMs) },
    fault: place === 119 ? 'duplicate' : null,
  }),
);
await referAccounts(shop, await makeAffiliate(shop, 'many'), people);
await referAccounts(shop, await makeAffiliate(shop, 'faulty'), [
  referred('faulty-1', { createdAt: noon('2026-03-02'), fault: 'self', sourceTag: 'news-11' }),
  referred('faulty-2', { createdAt: noon('2026-03-01'), fault: 'duplicate' }),
]);
const lateDeposit = { at: noon('2026-02-20'), minor: 25_000 };
await referAccounts(shop, await makeAffiliate(shop, 'winter'), [
  ...['winter-1', 'winter-2'].map((name) => referred(name, { createdAt: noon('2026-01-31'), deposit: lateDeposit })),
  referred('winter-3', { createdAt: noon('2026-02-01'), deposit: { at: noon('2026-02-01'), minor: 30_000 } }),
  ...['winter-4', 'winter-5'].map((name) => referred(name, { createdAt: noon('2026-02-01') })),
]);
await makeAffiliate(shop, 'nobody');
const tokenHash = createHash('sha256')
  .update(process.env.WORN_TOKEN ?? '')
  .digest();
await database.query(
  `insert into sessions (token_hash, affiliate_id, created_at, last_seen_at) values ($1, $2, now() - interval '11 minutes', now())`,
  [tokenHash, await makeAffiliate(shop, 'worn')],
);

const { url } = await app.listen();
logger.info({ url }, 'listening');
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
