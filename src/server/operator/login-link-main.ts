import { userInfo } from 'node:os';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { systemRuntime } from '../runtime.ts';
import { orderLoginLink, readLoginLinkWish } from './accounts/login-link.ts';
import type { CommandOutcome } from './operate.ts';
import { operate, report } from './operate.ts';

/** `npm run login-link`: a link that logs a customer in once. */

const help = `npm run login-link -- --email <email> [--hours <1 to 720>]

Prints a link that logs this customer in, once, within so many hours: 24 where nothing else is said. Who holds it is that customer: hand it
to nobody else. That it was made, and by whom, stands in the audit log. The embedded database can be opened by one process only:
stop the server first.`;

async function run(args: readonly string[]): Promise<CommandOutcome> {
  const wish = readLoginLinkWish(args);
  if (!wish) return { ok: false, text: help };
  return operate(process.env, async ({ databaseUrl, dataDir, databasePoolSize: poolSize, siteUrl }) => {
    const database = await openDatabase({ databaseUrl, dataDir, poolSize });
    try {
      await migrate(database);
      const parts = { database, runtime: systemRuntime, siteUrl };
      const ordered = await orderLoginLink(parts, { ...wish, operator: userInfo().username });
      return ordered.ok
        ? { ok: true, text: ordered.link }
        : { ok: false, text: 'There is no customer with this email.' };
    } finally {
      await database.close();
    }
  });
}

report(await run(process.argv.slice(2)));
