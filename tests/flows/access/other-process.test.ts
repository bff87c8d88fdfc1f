import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { User } from '../../../src/lib/contract/entities.ts';
import { followAccountNews, tellServer } from '../../../src/server/accounts/news/account-news.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { onPostgres } from '../../support/test-database.ts';

/** Changes of accounts and sessions by another process: an operator's command, or somebody with SQL. */

const email = 'demo@example.com';
let shop: TestApp;

beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

async function connect() {
  const { accessToken } = await shop.logIn(email);
  const socket = await shop.customerSocket(accessToken);
  const closed = new Promise((resolve) => socket.once('disconnect', resolve));
  return { socket, closed };
}

test('the sweep closes the sockets of sessions that are gone from the table, and no others', async () => {
  const kept = await connect();
  const before = await shop.app.database.query<{ id: string }>('select id from sessions');
  const lost = await connect();
  const ids = before.rows.map(({ id }) => id);
  await shop.app.database.query('delete from sessions where not id = any($1)', [ids]);
  await shop.app.sessions.sweep();
  await lost.closed;
  expect(kept.socket.connected).toBe(true);
});

test('many notices cause one check of the sessions, and one more after it', async () => {
  const { runtime, app } = shop;
  await app.database.query(
    `insert into audit_entries (id, at, event, actor, account_id)
     select gen_random_uuid(), $2, 'document_approved', 'operator:ada', id from accounts where email = $1`,
    [email, new Date(runtime.now())],
  );
  const sweeps: PromiseWithResolvers<undefined>[] = [];
  const sweep = () => {
    const made = Promise.withResolvers<undefined>();
    sweeps.push(made);
    return made.promise;
  };
  const unheard = { changed: () => undefined };
  const { tellSince } = followAccountNews({
    ...{ runtime, database: app.database, accountChanges: unheard, moneyMoves: unheard, sessions: { sweep } },
    ...{ logger: pino({ level: 'silent' }), schedule: () => () => undefined },
  });
  for (let time = 0; time < 5; time += 1) await tellSince(runtime.now());
  expect(sweeps).toHaveLength(1);
  sweeps[0]!.resolve(undefined);
  await vi.waitFor(() => expect(sweeps).toHaveLength(2));
  // A sweep that fails delays no other.
  sweeps[1]!.reject(new Error('away'));
  await tellSince(runtime.now());
  expect(sweeps).toHaveLength(3);
});

// Only one process can open the embedded database.
if (onPostgres) {
  describe('beside a server on PostgreSQL', () => {
    const change = async (level: string) => {
      await shop.app.database.transaction(async (connection) => {
        const text = 'update accounts set level = $2 where email = $1 returning id';
        const { rows } = await connection.query<{ id: number }>(text, [email, level]);
        await tellServer(connection, rows[0]!.id);
      });
    };

    test('a customer is told of a change of the account', async () => {
      const { socket } = await connect();
      const told = new Promise<User>((resolve) => socket.once('user', resolve));
      await change('Gold');
      expect((await told).level).toBe('Gold');
    });

    test('ended sessions are closed at once', async () => {
      const { closed } = await connect();
      await shop.app.database.transaction(async (connection) => {
        const { rows } = await connection.query<{ id: number }>('select id from accounts where email = $1', [email]);
        await connection.query('delete from sessions where account_id = $1', [rows[0]!.id]);
        await tellServer(connection, rows[0]!.id);
      });
      await closed;
    });

    test('changes made while the connection was broken are reported once it is back', async () => {
      const { socket } = await connect();
      const told = new Promise<User>((resolve) => socket.once('user', resolve));
      const other = new pg.Client(shop.app.database.pool.options);
      await other.connect();
      await other.query(
        `insert into audit_entries (id, at, event, actor, account_id)
       select gen_random_uuid(), $2, 'document_approved', 'operator:ada', id from accounts where email = $1`,
        [email, new Date(shop.runtime.now())],
      );
      await other.query(`update accounts set level = 'Platinum' where email = $1`, [email]);
      const text = `with listening as (select pid from pg_stat_activity where datname = current_database() and query like 'listen %')
      select pg_terminate_backend(pid) from listening`;
      expect((await other.query(text)).rowCount).toBe(1);
      await other.end();
      expect((await told).level).toBe('Platinum');
      // From here on the server listens for notices again.
      const again = new Promise<User>((resolve) => socket.once('user', resolve));
      await change('Silver');
      expect((await again).level).toBe('Silver');
    });
  });
}
