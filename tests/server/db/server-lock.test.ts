import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { DatabaseUnreachable } from '../../../src/server/db/database.ts';
import type { ServerLock } from '../../../src/server/db/server-lock.ts';
import { DatabaseInUse, lockServer } from '../../../src/server/db/server-lock.ts';
import type { SilentProxy } from '../../support/peers/silent-proxy.ts';
import { openSilentProxy } from '../../support/peers/silent-proxy.ts';

const databaseUrl = process.env.TEST_DATABASE_URL;
const locks: ServerLock[] = [];
const proxies: SilentProxy[] = [];
afterEach(async () => {
  for (const lock of locks.splice(0)) await lock.release();
  for (const proxy of proxies.splice(0)) proxy.close();
});

async function lock(url: string, onLost?: (fault: DatabaseInUse) => void): Promise<ServerLock> {
  const taken = await lockServer({ databaseUrl: url, patienceMs: 5_000, ...(onLost && { onLost }) });
  locks.push(taken);
  return taken;
}

it('says when there is no database', async () => {
  await expect(lockServer({ databaseUrl: 'postgres://127.0.0.1:1/x' })).rejects.toThrow(DatabaseUnreachable);
});

// The embedded database has the lock of its folder instead.
if (databaseUrl) {
  const takers = `from pg_stat_activity where datname = current_database() and starts_with(application_name, 'brokerkit lock')`;
  // Other tests lock other things in the same database.
  const locksHere = `from pg_locks where locktype = 'advisory' and granted and pid in (select pid ${takers})`;

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    return client;
  }

  /** Breaks the connection that holds the lock, as a restart of the server would. */
  const breakHolder = (client: pg.Client) => client.query(`select pg_terminate_backend(pid) ${locksHere}`);

  describe('the lock of a database', () => {
    it('is of one server at a time', async () => {
      const first = await lock(databaseUrl);
      await expect(lockServer({ databaseUrl, patienceMs: 0 })).rejects.toThrow(DatabaseInUse);
      const second = lock(databaseUrl);
      await first.release();
      await second;
    });

    it('is taken again when its connection breaks', async () => {
      const lost: unknown[] = [];
      await lock(databaseUrl, (fault) => lost.push(fault));
      const client = await connect();
      const holders = async () => (await client.query<{ pid: number }>(`select pid ${locksHere}`)).rows;
      const before = await holders();
      await breakHolder(client);
      // Whoever tried to take it meanwhile would be another server.
      await expect.poll(async () => (await holders()).filter(({ pid }) => pid !== before[0]?.pid).length).toBe(1);
      await client.end();
      await expect(lockServer({ databaseUrl, patienceMs: 0 })).rejects.toThrow(DatabaseInUse);
      expect(lost).toEqual([]);
    });

    it('is not waited for where the database does not answer, at first or later', async () => {
      const proxy = await openSilentProxy(databaseUrl);
      proxies.push(proxy);
      await lock(databaseUrl);
      const waiting = lockServer({ databaseUrl: proxy.url, answerTimeoutMs: 2_000, patienceMs: 60_000 });
      const client = await connect();
      await expect.poll(async () => (await client.query(`select ${takers}`)).rowCount).toBe(2);
      await client.end();
      proxy.fallSilent();
      await expect(waiting).rejects.toThrow(DatabaseUnreachable);
      await expect(lockServer({ databaseUrl: proxy.url, answerTimeoutMs: 2_000 })).rejects.toThrow(DatabaseUnreachable);
    });

    it('is told as lost when another server was faster', async () => {
      let tell: (fault: unknown) => void = () => undefined;
      const lost = new Promise((resolve) => (tell = resolve));
      await lock(databaseUrl, tell);
      const [other, breaker] = [await connect(), await connect()];
      const taken = other.query(`select pg_advisory_lock(classid::bigint << 32 | objid::bigint) ${locksHere}`);
      await expect.poll(async () => (await breaker.query('select from pg_locks where not granted')).rowCount).toBe(1);
      await breakHolder(breaker);
      await taken;
      expect(await lost).toBeInstanceOf(DatabaseInUse);
      await Promise.all([other.end(), breaker.end()]);
    });
  });
}
