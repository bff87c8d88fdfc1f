import { afterEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/server/db/database.ts';
import { lockServer } from '../../../src/server/db/server-lock.ts';
import { openSilentProxy } from '../../support/peers/silent-proxy.ts';
import { openTestDatabase } from '../../support/test-database.ts';

const serverUrl = process.env.TEST_DATABASE_URL;
const closings: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

async function openBehindProxy(url: string) {
  const proxy = await openSilentProxy(url);
  const database = await openDatabase({
    databaseUrl: proxy.url,
    dataDir: null,
    poolSize: 1,
    statementTimeoutMs: 1_000,
  });
  closings.push(proxy.close, database.close);
  return { proxy, database };
}

describe('the embedded database', () => {
  it('accepts queries without a timeout', async () => {
    const database = await openDatabase({ databaseUrl: null, dataDir: null, poolSize: 1, statementTimeoutMs: 1 });
    closings.push(database.close);
    expect(await database.withoutTimeouts((patient) => Promise.resolve(patient === database))).toBe(true);
  }, 60_000);
});

// Only a separate server process can fall silent.
if (serverUrl) {
  describe('a PostgreSQL that falls silent', () => {
    it('fails a query in time, and the next one has a new connection', async () => {
      const { proxy, database } = await openBehindProxy(serverUrl);
      proxy.fallSilent();
      await expect(database.query('select 1')).rejects.toThrow('timeout');
      proxy.recover();
      expect((await database.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    });

    it('fails a database transaction in time, and its locks are released soon after', async () => {
      const { proxy, database } = await openBehindProxy(serverUrl);
      const lock = 'select pg_advisory_xact_lock(77001)';
      const failing = database.transaction(async (connection) => {
        await connection.query(lock);
        proxy.fallSilent();
        await connection.query('select 1');
      });
      await expect(failing).rejects.toThrow('timeout');
      proxy.recover();
      await expect.poll(() => database.query(lock).then(() => 'free')).toBe('free');
    });

    it('cancels a statement that takes too long, unless it was given more time', async () => {
      const { database } = await openBehindProxy(serverUrl);
      await expect(database.query('select pg_sleep(1.5)')).rejects.toThrow('statement timeout');
      await database.withoutTimeouts((patient) => patient.query('select pg_sleep(1.5)'));
    });

    it('accepts no connection of a server that does not know yet that it lost its lock', async () => {
      const database = await openTestDatabase();
      const databaseUrl = database.pool.options.connectionString ?? '';
      const proxy = await openSilentProxy(databaseUrl);
      closings.push(database.close, proxy.close);
      const { fence, release } = await lockServer({ databaseUrl: proxy.url, silenceMs: 60_000 });
      closings.push(release);
      proxy.fallSilent();
      const holder = `from pg_stat_activity where datname = current_database() and application_name like '% lock %'`;
      await database.query(`select pg_terminate_backend(pid) ${holder}`);
      const other = await lockServer({ databaseUrl });
      closings.push(other.release);
      await expect(database.transaction(fence)).rejects.toThrow('The database cannot be reached');
      await database.transaction(other.fence);
    });
  });
}
