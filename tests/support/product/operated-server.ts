import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { resolve } from 'node:path';
import { createApp } from '../../../src/server/app.ts';
import { parseConfig } from '../../../src/server/config.ts';
import { openDatabase } from '../../../src/server/db/database.ts';
import { migrate } from '../../../src/server/db/migrate.ts';
import { createLogger } from '../../../src/server/logger.ts';
import { systemRuntime } from '../../../src/server/runtime.ts';
import { operate } from '../payments/operator-types.ts';

/**
 * The product, and an operator of its transactions while it runs: the embedded database is open to one process only, so what would be
 * typed behind `npm run operator -- transactions` is posted to OPERATOR_PORT, as a list. On PostgreSQL its notice would tell the server what it did;
 * here it is told by hand.
 */

const parsed = parseConfig(process.env);
if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
const database = await openDatabase({ databaseUrl: null, dataDir: parsed.config.dataDir, poolSize: 1 });
await migrate(database);
const logger = createLogger({ level: 'info' });
const app = await createApp({
  ...{ config: parsed.config, runtime: systemRuntime, logger, database, distDir: resolve('dist') },
});

const operating = {
  config: parsed.config,
  database,
  runtime: systemRuntime,
  actor: 'operator:ada',
  cwd: '/',
  live: null,
} as const;
const desk = createServer((request, response) => {
  void json(request).then(async (args) => {
    const outcome = await operate(operating, args as string[]);
    const { rows } = await database.query<{ id: number }>('select id from accounts');
    rows.forEach(({ id }) => app.payments.moneyMoved(id));
    response.end(JSON.stringify(outcome));
  });
});
desk.listen(Number(process.env.OPERATOR_PORT), '127.0.0.1');

const { url } = await app.listen();
logger.info({ url }, 'listening');
process.once('SIGTERM', () => {
  desk.close();
  void app.close().then(() => process.exit(0));
});
