import { openDatabase } from './db/database.ts';
import { isMigrated } from './db/migrate.ts';
import { dropTables, removeEmbedded } from './db/reset-database.ts';
import { lockServer } from './db/server-lock.ts';
import { noDatabase, onDatabase } from './operate.ts';
import { report } from './operator/outcome.ts';

/**
 * `npm run reset`: empties the configured database; the next start seeds it again. A PostgreSQL database requires `--
 * --yes`. If there is no database, nothing is created or deleted.
 */

const isSure = process.argv.includes('--yes');

const outcome = await onDatabase(process.env, async (config) => {
  const { databaseUrl, dataDir, databasePoolSize } = config;
  if (databaseUrl === null) {
    await removeEmbedded(dataDir);
    return { ok: true, text: `The database in ${dataDir} was deleted. The next start creates a new one.` };
  }
  const { host, pathname } = new URL(databaseUrl);
  const name = `${pathname.slice(1)} on ${host}`;
  if (!isSure) {
    return {
      ok: false,
      text: `This drops every account and the whole ledger in ${name}. To confirm: npm run reset -- --yes`,
    };
  }
  const lock = await lockServer({ databaseUrl, patienceMs: 0 });
  const database = await openDatabase({ databaseUrl, dataDir, poolSize: databasePoolSize });
  try {
    if (!(await isMigrated(database))) return { ok: false, text: noDatabase(config) };
    await dropTables(database);
    return { ok: true, text: `The tables in ${name} were dropped. The next start creates new ones.` };
  } finally {
    await database.close();
    await lock.release();
  }
});
report(outcome);
