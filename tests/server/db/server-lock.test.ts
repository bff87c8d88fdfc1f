import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { DatabaseUnreachable } from '../../../src/server/db/database.ts';
import type { ServerLock } from '../../../src/server/db/server-lock.ts';
import { DatabaseInUse, lockServer } from '../../../src/server/db/server-lock.ts';

const databaseUrl = process.env.TEST_DATABASE_URL;
const locks: ServerLock[] = [];
afterEach(async () => {
  for (const lock of locks.splice(0)) await lock.release();
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
  const locksHere = `from pg_locks where locktype = 'advisory' and granted
    and database = (select oid from pg_database where datname = current_database())`;

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
      await breakHolder(client);
      await client.end();
      await expect
        .poll(() => lockServer({ databaseUrl, patienceMs: 0 }).then(release, (fault: unknown) => fault), {
          timeout: 5_000,
        })
        .toBeInstanceOf(DatabaseInUse);
      expect(lost).toEqual([]);
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

async function release(taken: ServerLock): Promise<null> {
  await taken.release();
  return null;
}
