import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getAssets } from '../../../src/lib/contract/calls.ts';
import { waitsForLock } from '../../support/accounts/lock-waits.ts';
import { onPostgres } from '../../support/test-database.ts';
import { useDesk } from './desk-floor.ts';

/** The leverages of a category change while customers who have their own leverages trade. */

const { shop, type, query } = useDesk();
const change = (list: string) => type('categories', 'leverages', 'crypto', list, '--reason', 'Decided on Monday');

async function leverages(): Promise<string | undefined> {
  const { body } = await shop().call(getAssets, { accessToken: (await shop().logIn()).accessToken });
  if (body.status === 'error') throw new Error(body.error.code);
  return body.data.find(({ symbol }) => symbol === 'BTCUSD')?.position_assets_category.leverage;
}

const customOf = () =>
  query(`select custom_leverage as custom from accounts where email = 'limited@example.com'`) as Promise<unknown>;

/** While `work` runs, each commit that changes a category executes this statement first. */
async function atCommit(statement: string, work: () => Promise<void>): Promise<void> {
  await query(`create or replace function at_commit() returns trigger language plpgsql as
    $$ begin ${statement}; return null; end $$`);
  await query(`create constraint trigger at_commit after update on asset_categories
    deferrable initially deferred for each row execute function at_commit()`);
  await work().finally(() => query('drop trigger at_commit on asset_categories'));
}

test('a commit that fails leaves the list and the customers unchanged, and nobody is told', async () => {
  const [list, custom] = [await leverages(), await customOf()];
  const socket = await shop().customerSocket((await shop().logIn()).accessToken);
  let told = 0;
  socket.on('assets', () => (told += 1));
  await atCommit(`raise exception 'the disk is full'`, async () => {
    expect((await change('5,10,20')).text).toMatch(/^The command failed and changed nothing\./);
  });
  expect([await leverages(), await customOf()]).toEqual([list, custom]);
  expect(told).toBe(0);
});

// The embedded database has one connection: nobody waits for a lock there.
if (onPostgres) {
  describe('on PostgreSQL', () => {
    let holder: pg.PoolClient;
    beforeAll(async () => {
      holder = await shop().app.database.pool.connect();
    });
    afterAll(() => holder.release());

    const idOf = async (email: string) =>
      (await query<{ id: number }>('select id from accounts where email = $1', [email]))[0]?.id ?? NaN;

    test('an order that waits for the change is decided by the new list', async () => {
      const accountId = await idOf('limited@example.com');
      await change('1,3,5,10');
      await query(`update accounts set custom_leverage = '{"crypto": [0, 1]}' where id = $1`, [accountId]);
      await atCommit('perform pg_advisory_xact_lock(77)', async () => {
        await holder.query('select pg_advisory_lock(77)');
        const changing = change('3,5,10');
        await waitsForLock(holder);
        shop().feed.confirm('BTCUSD', 60_000, 60_010);
        const order = { symbol: 'BTCUSD', direction: 'buy', amountMinor: 10_000, price: 60_010 } as const;
        const rest = { takeProfit: null, stopLoss: null, requestId: null };
        const opening = shop().app.orderDesk.open(accountId, { ...order, ...rest, leverage: 3 });
        await waitsForLock(holder, 2);
        // `changing` and `opening` may be answered in either sequence. Until the change is committed, the old leverages
        // apply.
        expect(await leverages()).toBe('3,5,10');
        await holder.query('select pg_advisory_unlock(77)');
        expect(await changing).toMatchObject({ ok: true });
        expect(await opening).toMatchObject({ ok: true });
      });
      expect(await customOf()).toEqual([{ custom: { crypto: [0] } }]);
    });

    test('customers are locked in the order of their ids, so that no other transaction deadlocks', async () => {
      const [first, last] = [await idOf('demo@example.com'), await idOf('limited@example.com')];
      // An updated row moves to the end of the table, so an unordered read returns it last. But it fills the gaps of
      // removed versions first; the open snapshot keeps PostgreSQL from making new gaps.
      const update = () => query(`update accounts set custom_leverage = '{"crypto": [0]}' where id = $1`, [first]);
      const unordered = async () => {
        const rows = await query(`select id from accounts where jsonb_exists(custom_leverage, 'crypto')`);
        return rows.map(({ id }) => id);
      };
      await holder.query('begin isolation level repeatable read');
      await holder.query('select 1 from accounts');
      await update();
      for (let gaps = 100; gaps > 0 && (await unordered())[0] !== last; gaps--) await update();
      await holder.query('commit');
      expect(await unordered()).toEqual([last, first]);
      const lock = 'select 1 from accounts where id = $1 for no key update';
      await holder.query('begin');
      await holder.query(lock, [first]);
      const changing = change('1,2');
      await waitsForLock(holder);
      await holder.query(`${lock} nowait`, [last]);
      await holder.query('commit');
      expect(await changing).toMatchObject({ ok: true });
    });
  });
}
