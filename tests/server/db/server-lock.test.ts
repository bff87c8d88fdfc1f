import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { createAvailability } from '../../../src/server/db/availability.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { DatabaseUnreachable, openDatabase } from '../../../src/server/db/database.ts';
import type { ServerLock } from '../../../src/server/db/server-lock.ts';
import { DatabaseInUse, DatabaseTakenOver, lockServer } from '../../../src/server/db/server-lock.ts';
import { endConnections, enterAsHolder, nameConnection } from '../../../src/server/db/server-lock-rows.ts';
import type { SilentProxy } from '../../support/peers/silent-proxy.ts';
import { openSilentProxy } from '../../support/peers/silent-proxy.ts';
import { openTestDatabase } from '../../support/test-database.ts';

const databaseUrl = process.env.TEST_DATABASE_URL;
const locks: ServerLock[] = [];
const proxies: SilentProxy[] = [];
const databases: Database[] = [];
afterEach(async () => {
  for (const lock of locks.splice(0)) await lock.release();
  for (const database of databases.splice(0)) await database.close();
  for (const proxy of proxies.splice(0)) proxy.close();
});

async function lock(url: string, onLost?: (fault: unknown) => void): Promise<ServerLock> {
  const taken = await lockServer({ databaseUrl: url, patienceMs: 5_000, ...(onLost && { onLost }) });
  locks.push(taken);
  return taken;
}

it('says when there is no database', async () => {
  await expect(lockServer({ databaseUrl: 'postgres://127.0.0.1:1/x' })).rejects.toThrow(DatabaseUnreachable);
});

// The embedded database relies on the lock of its folder instead.
if (databaseUrl) {
  const takers = `from pg_stat_activity where datname = current_database() and starts_with(application_name, 'brokerkit lock')`;
  // Only the locks of this database: other tests hold locks on the same server.
  const locksHere = `from pg_locks where locktype = 'advisory' and granted and pid in (select pid ${takers})`;

  async function connect(connectionString = databaseUrl): Promise<pg.Client> {
    const client = new pg.Client({ connectionString });
    await client.connect();
    return client;
  }

  /** Breaks the connection that holds the lock, as a restart of PostgreSQL does. */
  const breakHolder = (client: pg.Client) => client.query(`select pg_terminate_backend(pid) ${locksHere}`);

  describe('the lock of a database', () => {
    it('belongs to one server at a time', async () => {
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
      // Only counts the holders: if the test itself took the lock in between, it would be another server.
      await expect.poll(async () => (await holders()).filter(({ pid }) => pid !== before[0]?.pid).length).toBe(1);
      await client.end();
      await expect(lockServer({ databaseUrl, patienceMs: 0 })).rejects.toThrow(DatabaseInUse);
      expect(lost).toEqual([]);
    });

    it('is free once released, even if a reconnect was under way', async () => {
      const faults: unknown[] = [];
      const own = await lock(databaseUrl, (fault) => faults.push(fault));
      const released = new Promise<void>((resolve) => {
        // Releases the lock right after it has started to reconnect.
        own.follow({ onLost: () => queueMicrotask(() => void own.release().then(resolve)), onHeld: () => undefined });
      });
      const client = await connect();
      await breakHolder(client);
      await released;
      await lock(databaseUrl);
      await expect.poll(async () => (await client.query(`select ${takers}`)).rowCount).toBe(1);
      expect(faults).toEqual([]);
      await client.end();
    });

    it('is taken over from the remains of its own former connection', async () => {
      const lost: unknown[] = [];
      await lock(databaseUrl, (fault) => lost.push(fault));
      const [left, breaker] = [await connect(), await connect()];
      const ended = new Promise((resolve) => left.on('error', resolve));
      const holder = await breaker.query<{ called: string }>(
        `select application_name as called from pg_stat_activity where pid in (select pid ${locksHere})`,
      );
      await left.query(`select set_config('application_name', $1, false)`, [holder.rows[0]?.called]);
      const taken = left.query(`select pg_advisory_lock(classid::bigint << 32 | objid::bigint) ${locksHere}`);
      await expect.poll(async () => (await breaker.query('select from pg_locks where not granted')).rowCount).toBe(1);
      await breakHolder(breaker);
      await taken;
      await ended;
      await expect.poll(async () => (await breaker.query(`select ${locksHere}`)).rowCount).toBe(1);
      expect(lost).toEqual([]);
      await breaker.end();
    });

    it('is taken again if it breaks before its server is ready', async () => {
      const [own, client] = [await lock(databaseUrl), await connect()];
      let held = 0;
      own.follow({ onLost: () => undefined, onHeld: () => (++held === 1 ? new Promise(() => undefined) : undefined) });
      for (const times of [1, 2]) {
        await breakHolder(client);
        await expect.poll(() => held).toBe(times);
      }
      await client.end();
    });

    it('ends what a former server still runs, and nothing else', async () => {
      const [late, other] = [await connect(), await connect()];
      late.on('error', () => undefined);
      await nameConnection(late, randomUUID());
      await late.query('begin');
      await lock(databaseUrl);
      await expect(late.query('commit')).rejects.toThrow();
      expect((await other.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
      await other.end();
    });

    it('is not taken again before the database takes writes', async () => {
      const database = await openTestDatabase();
      databases.push(database);
      const url = database.pool.options.connectionString ?? '';
      const [own, client, told] = [await lock(url), await connect(url), [] as string[]];
      own.follow({ onLost: (kind) => told.push(kind), onHeld: () => told.push('held') });
      const readOnly = (isOn: 'on' | 'off') =>
        client.query(`alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = ${isOn}`);
      await readOnly('on');
      await breakHolder(client);
      await expect.poll(() => told.at(-1)).toBe('read_only');
      expect(told).not.toContain('held');
      await readOnly('off');
      await expect.poll(() => told.at(-1)).toBe('held');
      await client.end();
    });

    it('is not waited for if the database does not answer, at first or later', async () => {
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

    it('is taken again after a silence, and open transactions are not committed', async () => {
      const proxy = await openSilentProxy(databaseUrl);
      proxies.push(proxy);
      const own = await lockServer({ databaseUrl: proxy.url, silenceMs: 500, answerTimeoutMs: 1_000 });
      locks.push(own);
      const availability = createAvailability();
      const told: string[] = [];
      own.follow({
        onLost: (kind) => {
          told.push(kind);
          availability.fall(kind);
        },
        onHeld: availability.rise,
      });
      const { fence } = own;
      const database = await openDatabase({ databaseUrl: proxy.url, dataDir: null, poolSize: 2, availability, fence });
      databases.push(database);
      const client = await connect();
      await client.query('create table if not exists late_notes (note text)');
      const writing = database.transaction(async (connection) => {
        await connection.query(`insert into late_notes values ('late')`);
        proxy.fallSilent();
        await connection.query('select 1');
      });
      // The statement fails although it has no timeout.
      await expect(writing).rejects.toThrow('Connection terminated');
      await expect(database.query('select 1')).rejects.toThrow('The database');
      proxy.recover();
      await expect.poll(() => availability.problem).toBe(null);
      expect(told[0]).toBe('silent');
      // The locks of that connection are released, because the connection was ended.
      expect((await client.query('drop table late_notes')).command).toBe('DROP');
      expect((await database.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
      await client.end();
    });

    it('shuts a server that lost it out of the database, on old connections and on new ones', async () => {
      let tell: (fault: unknown) => void = () => undefined;
      const lost = new Promise((resolve) => (tell = resolve));
      const { fence } = await lock(databaseUrl, tell);
      const open = async () => {
        const database = await openDatabase({ databaseUrl, dataDir: null, poolSize: 1, fence });
        databases.push(database);
        return database;
      };
      const database = await open();
      const [other, breaker] = [await connect(), await connect()];
      const taken = other.query(`select pg_advisory_lock(classid::bigint << 32 | objid::bigint) ${locksHere}`);
      await expect.poll(async () => (await breaker.query('select from pg_locks where not granted')).rowCount).toBe(1);
      const writing = database.transaction(async (connection) => {
        await connection.query('select 1');
        await breakHolder(breaker);
        await taken;
        // The next server does this before it reads anything.
        await endConnections(other);
        await connection.query('select 1');
      });
      await expect(writing).rejects.toThrow();
      await expect(database.query('select 1')).rejects.toThrow('The database cannot be reached');
      await expect(open()).rejects.toThrow('The database cannot be reached');
      expect(await lost).toBeInstanceOf(DatabaseInUse);
      await Promise.all([other.end(), breaker.end()]);
    });

    it('is given up if another server has used the database meanwhile', async () => {
      const database = await openTestDatabase();
      databases.push(database);
      let tell: (fault: unknown) => void = () => undefined;
      const lost = new Promise((resolve) => (tell = resolve));
      const first = await lock(database.pool.options.connectionString ?? '', tell);
      await first.enter(database, new Date());
      await enterAsHolder(database, randomUUID(), new Date());
      const lockConnections = `from pg_stat_activity where datname = current_database() and application_name like '% lock %'`;
      await database.query(`select pg_terminate_backend(pid) ${lockConnections}`);
      expect(await lost).toBeInstanceOf(DatabaseTakenOver);
    });

    it('is reported as lost if another server was faster', async () => {
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
