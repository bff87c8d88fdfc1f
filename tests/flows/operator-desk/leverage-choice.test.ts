import { expect, test } from 'vitest';
import { waitsForLock } from '../../support/accounts/lock-waits.ts';
import { onPostgres } from '../../support/test-database.ts';
import { useDesk } from './desk-floor.ts';

/** What of a category's leverages an operator lets a customer choose, while another one changes the list. */

const { shop, type, query, audited } = useDesk();
const email = 'limited@example.com';
const choose = (list: string) => type('customers', 'leverage', email, 'crypto', list, '--reason', 'Asked for it');

const customOf = async () =>
  (await query<{ custom: unknown }>('select custom_leverage as custom from accounts where email = $1', [email]))[0]
    ?.custom;

test('leverages are those that the list has when they are written down', async () => {
  expect(await choose('1,5')).toMatchObject({ ok: true });
  expect(await customOf()).toMatchObject({ crypto: [0, 2] });
  await type('categories', 'leverages', 'crypto', '2,3,4', '--reason', 'Decided on Monday');
  expect((await choose('1,5')).text).toBe('crypto has no leverage 1: it has 2, 3, 4.');
  expect(await choose('3,4')).toMatchObject({ ok: true, text: `The leverage of crypto of ${email}: none → 3,4` });
  expect(await customOf()).toMatchObject({ crypto: [1, 2] });
});

// The embedded database has one connection: nobody waits for another there.
if (onPostgres) {
  test.each([
    ['3,4', 'crypto has no leverage 3: it has 10, 20, 50.', [0]],
    ['50', `The leverage of crypto of ${email}: 10 → 50`, [2]],
  ])('choosing %s waits for a change of the list that is under way', async (list, text, places) => {
    await query(`update asset_categories set leverages = '{2,3,4}' where name = 'crypto'`);
    await query(`update accounts set custom_leverage = '{"crypto": [1]}' where email = $1`, [email]);
    const entries = (await audited('customer_changed')).length;
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
    expect(await customOf()).toEqual({ crypto: places });
    expect(await audited('customer_changed')).toHaveLength(entries + (list === '50' ? 1 : 0));
  });
}
