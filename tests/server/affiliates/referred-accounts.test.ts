import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database, Queries } from '../../../src/server/db/database.ts';
import { migrate } from '../../../src/server/db/migrate.ts';
import { listAccounts } from '../../../src/server/affiliates/listing/list-accounts.ts';
import { waitsForLock } from '../../support/accounts/lock-waits.ts';
import { openDatabaseBefore } from '../../support/databases/older-database.ts';
import { onPostgres } from '../../support/test-database.ts';

/** Tests the table of referred accounts: how its migration adds existing accounts, and how it is updated. */

let database: Database;

beforeAll(async () => {
  database = await openOlder();
  await register('ada', { by: 'mine', entered: true });
  await register('unseen', { by: 'mine', entered: false });
  await register('of-another', { by: 'other', entered: true });
  await register('by-itself', { by: null, entered: true });
  await migrate(database);
}, 60_000);
afterAll(() => database.close());

async function openOlder(): Promise<Database> {
  const older = await openDatabaseBefore('0017');
  await older.query(
    `insert into affiliates (token, name, email, password_hash, uniqid, created_at)
     select gen_random_uuid(), who, who, 'none', who, now() from unnest(array['mine', 'other']) who`,
  );
  return older;
}

interface Registered {
  by: string | null;
  entered: boolean;
  queries?: Queries;
}

async function register(uniqid: string, { by, entered, queries = database }: Registered): Promise<void> {
  await queries.query(
    `insert into accounts (token, uniqid, email, password_hash, first_name, last_name, category_ids, created_at, entered_at, referred_by_affiliate_id)
     values (gen_random_uuid(), $1, $1 || '@example.com', 'none', 'Some', 'Body', '{1}', now(), case when $3::boolean then now() end,
       (select id from affiliates where uniqid = $2))`,
    [uniqid, by, entered],
  );
}

const change = (set: string, uniqid: string) =>
  database.query(`update accounts set ${set} where uniqid = $1`, [uniqid]);

async function found(search = '', queries: Queries = database): Promise<string[]> {
  const affiliateId = (await queries.query<{ id: number }>(`select id from affiliates where uniqid = 'mine'`)).rows[0]!
    .id;
  const choice = { affiliateId, filter: null, search, masked: 'none' } as const;
  const page = await listAccounts(queries, { ...choice, sort: 'created_at', order: 'asc', after: null, limit: 10 });
  return page.ok ? page.rows.map(({ uniqid }) => uniqid) : [];
}

/** The physical position of an account's row. Every update of the row changes it. */
async function placeOf(uniqid: string): Promise<string | undefined> {
  const { rows } = await database.query<{ place: string }>(
    'select r.ctid::text as place from referred_accounts r join accounts on id = account_id where uniqid = $1',
    [uniqid],
  );
  return rows[0]?.place;
}

test('accounts are listed from their first sign-in on, but not those of another affiliate', async () => {
  expect(await found()).toEqual(['ada']);
  await change('entered_at = now()', 'unseen');
  expect(await found()).toEqual(['ada', 'unseen']);
  await register('newcomer', { by: 'mine', entered: true });
  expect(await found()).toEqual(['ada', 'unseen', 'newcomer']);
});

test('a search finds a changed name or email', async () => {
  await change(`last_name = '100%_Sure', email = 'Other@example.com'`, 'ada');
  expect(await found('some 100%_s')).toEqual(['ada']);
  expect(await found('OTHER@')).toEqual(['ada']);
  expect(await found('ada@')).toEqual([]);
  expect(await found('100%s')).toEqual([]);
});

test('trades do not update the row, and neither does saving an unchanged profile', async () => {
  const place = await placeOf('ada');
  expect(place).toBeDefined();
  await change('balance_minor = 5, invested_minor = 7, open_positions = 1', 'ada');
  await change(`first_name = first_name, country_id = country_id, city = 'Turin'`, 'ada');
  expect(await placeOf('ada')).toBe(place);
  await change('country_id = 276', 'ada');
  expect(await placeOf('ada')).not.toBe(place);
});

// The embedded database has a single connection, so nothing can happen there during the migration.
if (onPostgres) {
  test('an account that signs in during the migration is listed', async () => {
    const older = await openOlder();
    const late = await older.pool.connect();
    try {
      await late.query('begin');
      await register('late', { by: 'mine', entered: true, queries: late });
      const migrated = migrate(older);
      await waitsForLock(late);
      await late.query('commit');
      await migrated;
      expect(await found('', older)).toEqual(['late']);
    } finally {
      late.release(true);
      await older.close();
    }
  }, 60_000);
}
