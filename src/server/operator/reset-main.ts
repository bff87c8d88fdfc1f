import { openDatabase } from '../db/database.ts';
import { dropTables, removeEmbedded } from '../db/reset-database.ts';
import { lockServer } from '../db/server-lock.ts';
import { operate, report } from './operate.ts';

/** `npm run reset`: empties the configured database; the next start seeds it again. A server needs `-- --yes`. */

const isSure = process.argv.includes('--yes');

const outcome = await operate(process.env, async ({ databaseUrl, dataDir, databasePoolSize }) => {
  if (databaseUrl === null) {
    await removeEmbedded(dataDir);
    return { ok: true, text: `The database in ${dataDir} is gone. The next start makes a new one.` };
  }
  const { host, pathname } = new URL(databaseUrl);
  const name = `${pathname.slice(1)} on ${host}`;
  if (!isSure) {
    return {
      ok: false,
      text: `This drops every account and the whole ledger in ${name}. To do it: npm run reset -- --yes`,
    };
  }
  const lock = await lockServer({ databaseUrl, patienceMs: 0 });
  const database = await openDatabase({ databaseUrl, dataDir, poolSize: databasePoolSize });
  try {
    await dropTables(database);
    return { ok: true, text: `The tables in ${name} are gone. The next start makes new ones.` };
  } finally {
    await database.close();
    await lock.release();
  }
});
report(outcome);
