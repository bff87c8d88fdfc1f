import { expect, test } from 'vitest';
import type { Queries } from '../../../src/server/db/database.ts';
import type { CatalogueParts } from '../../../src/server/catalogue/change-catalogue.ts';
import { changeLeverages } from '../../../src/server/catalogue/change-catalogue.ts';
import { waitsForLock } from '../../support/accounts/lock-waits.ts';
import { onPostgres } from '../../support/test-database.ts';
import { useDesk } from './desk-floor.ts';

/**
 * An operator changes which of a category's leverages a customer may choose while another operator changes the list.
 */

const { shop, type, query, audited } = useDesk();
const email = 'limited@example.com';
const choose = (list: string) => type('customers', 'leverage', email, 'crypto', list, '--reason', 'Asked for it');

const customOf = async () =>
  (await query<{ custom: unknown }>('select custom_leverage as custom from accounts where email = $1', [email]))[0]
    ?.custom;

test('a customer’s leverages must be in the list at the time of the commit', async () => {
  expect(await choose('1,5')).toMatchObject({ ok: true });
  expect(await customOf()).toMatchObject({ crypto: [0, 2] });
  await type('categories', 'leverages', 'crypto', '2,3,4', '--reason', 'Decided on Monday');
  expect((await choose('1,5')).text).toBe('crypto has no leverage 1. Available: 2, 3, 4.');
  expect(await choose('3,4')).toMatchObject({ ok: true, text: `The leverage of crypto of ${email}: none → 3,4` });
  expect(await customOf()).toMatchObject({ crypto: [1, 2] });
});

test('a change of the list needs as many statements for many customers as for few, and each gets a record', async () => {
  const { app, runtime } = shop();
  const statementsOf = async (next: number[]) => {
    let statements = 0;
    // The tests tell records of the audit log apart by their instants.
    runtime.advance(1_000);
    const counting = (connection: Queries): Queries => ({
      query: (...asked: Parameters<Queries['query']>) => {
        statements += 1;
        return connection.query(...asked);
      },
    });
    const transaction = <Value>(work: (queries: Queries) => Promise<Value>) =>
      app.database.transaction((connection) => work(counting(connection)));
    const parts = { database: { ...app.database, transaction }, runtime, actor: 'operator:ada', live: null };
    const order = { category: 'crypto', next, reason: 'Decided on Tuesday' };
    expect(await changeLeverages(parts as unknown as CatalogueParts, order)).toMatchObject({ ok: true });
    return statements;
  };
  const few = await statementsOf([2, 3, 4, 5]);
  await query(
    `insert into accounts (token, uniqid, email, password_hash, first_name, last_name, category_ids, created_at, custom_leverage)
     select gen_random_uuid(), 'many' || n, 'many' || n || '@example.com', 'none', 'Ada', 'Trader', '{1}', now(), '{"crypto": [0]}'
     from generate_series(1, 300) n`,
  );
  const records = (await audited('customer_changed')).length;
  expect(await statementsOf([2, 3, 4, 6])).toBe(few);
  const written = (await audited('customer_changed')).slice(records);
  expect(written).toHaveLength(301);
  expect(new Set(written.map((one) => one.email)).size).toBe(301);
  const details = { what: 'leverage of crypto', to: '2,3,4,6', why: 'Decided on Tuesday' };
  expect(written[0]).toMatchObject({ actor: 'operator:ada', details });
  await query(`update accounts set custom_leverage = null where email like 'many%'`);
});

// The embedded database has one connection: nobody waits for a lock there.
if (onPostgres) {
  test.each([
    ['3,4', 'crypto has no leverage 3. Available: 10, 20, 50.', [0]],
    ['50', `The leverage of crypto of ${email}: 10 → 50`, [2]],
  ])('choosing %s waits for a change of the list that is under way', async (list, text, indexes) => {
    await query(`update asset_categories set leverages = '{2,3,4}' where name = 'crypto'`);
    await query(`update accounts set custom_leverage = '{"crypto": [1]}' where email = $1`, [email]);
    const records = (await audited('customer_changed')).length;
    const holder = await shop().app.database.pool.connect();
    try {
      await holder.query('begin');
      await holder.query(`update asset_categories set leverages = '{10,20,50}' where name = 'crypto'`);
      await holder.query(`update accounts set custom_leverage = '{"crypto": [0]}' where email = $1`, [email]);
      const choosing = choose(list);
      await waitsForLock(holder);
      await holder.query('commit');
      expect((await choosing).text).toBe(text);
    } finally {
      holder.release(true);
    }
    expect(await customOf()).toEqual({ crypto: indexes });
    expect(await audited('customer_changed')).toHaveLength(records + (list === '50' ? 1 : 0));
  });
}
