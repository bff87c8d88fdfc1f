import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../src/server/db/database.ts';
import { migrate } from '../../../src/server/db/migrate.ts';
import { checkLedger, verifyLedger } from '../../../src/server/ledger/verify-ledger.ts';
import { openDatabaseBefore } from '../../support/databases/older-database.ts';
import { forgedDeposit } from './forged-deposit.ts';
import { titles } from './spoilt-books.ts';

/**
 * Tests the migration of the demo's books from a version in which entries had no numbers and first deposits ignored
 * reversals.
 */

let database: Database;

/**
 * For each account: the credited and reversed amounts in minor units, a minute apart, and the index of the first
 * deposit that stands.
 */
const moves: [email: string, amounts: number[], first: number | null][] = [
  ['taken@example.com', [100, -100, 50], 2],
  ['partly@example.com', [100, -30, 50], 0],
  ['newest@example.com', [40, 100, 40, -40], 0],
  ['several@example.com', [100, 70, -120, 20], 0],
  ['everything@example.com', [100, 70, -170], null],
];

beforeAll(async () => {
  database = await openDatabaseBefore('0020');
  for (const [email, amounts] of moves) {
    await database.query(
      `insert into accounts (token, uniqid, email, password_hash, first_name, last_name, category_ids, created_at)
       values (gen_random_uuid(), $1, $1, 'none', 'Ada', 'Trader', '{1}', now())`,
      [email],
    );
    const account = `(select id from accounts where email = '${email}')`;
    for (const [index, amountMinor] of amounts.entries())
      await database.query(forgedDeposit({ account, party: 'demo', amountMinor, minutesAgo: 90 - index }));
  }
  await makeOlder();
  await migrate(database);
}, 60_000);
afterAll(() => database.close());

/** Sets what older versions kept: each account's oldest deposit is its first. */
async function makeOlder(): Promise<void> {
  await database.query(
    `update accounts a set first_deposit_at = d.at, first_deposit_minor = d.minor from (
       select distinct on (account_id) account_id, created_at as at, amount_minor as minor from transactions
       where type_id = 3 and status = 'approved' and amount_minor > 0 order by account_id, created_at
     ) as d where d.account_id = a.id and a.first_deposit_at is null`,
  );
}

async function numberOf(text: string): Promise<number | null> {
  return (await database.query<{ number: number | null }>(`select (${text}) as number`)).rows[0]?.number ?? null;
}

test('its books pass the proof, including demo deposits without a recorded operator', async () => {
  const { results } = await verifyLedger(database, { isHeadWanted: true });
  expect(results.filter(({ faulty }) => faulty > 0)).toEqual([]);
});

class RolledBack extends Error {}

test.each([
  ['of somebody else', `update accounts set email = replace(email, '@example.com', '@example.org')`],
  [
    'by another provider',
    `alter table ledger_postings disable trigger user; update ledger_postings set party = 'acme' where party = 'demo'`,
  ],
])('no such money %s is exempt', async (_what, spoil) => {
  let failed: string[] = [];
  const spoilt = database.transaction(async (connection) => {
    await connection.query(spoil);
    const { results } = await checkLedger(connection);
    failed = results.filter(({ faulty }) => faulty > 0).map(({ title }) => title);
    throw new RolledBack();
  });
  await expect(spoilt).rejects.toThrow(RolledBack);
  expect(failed).toEqual([titles.reasons]);
});

test('its entries are numbered in the order in which they were posted, and the next goes on from there', async () => {
  const count = await numberOf('select count(*) from ledger_entries');
  expect(
    await numberOf(`select count(*) from (
      select number, row_number() over (order by recorded_at, id) as place from ledger_entries) as e where number = place`),
  ).toBe(count);
  expect((await verifyLedger(database, { isHeadWanted: true })).head?.number).toBe(count);
  expect(await numberOf('select older_up_to from ledger_numbering')).toBe(count);
  await database.query(forgedDeposit({ account: `(select min(id) from accounts)`, party: 'demo' }));
  expect(await numberOf('select max(number) from ledger_entries')).toBe(count! + 1);
  // The exemption does not cover later entries.
  const { results } = await verifyLedger(database);
  expect(results.filter(({ faulty }) => faulty > 0)).toMatchObject([{ title: titles.reasons, faulty: 1 }]);
});

test.each(moves)(
  'the first deposit of %s is the first that was not reversed in full',
  async (email, amounts, first) => {
    const { rows } = await database.query(
      `select first_deposit_minor as minor, (select count(*) from transactions t
       where t.account_id = a.id and t.created_at < a.first_deposit_at) as before from accounts a where email = $1`,
      [email],
    );
    expect(rows).toEqual([first === null ? { minor: null, before: 0 } : { minor: amounts[first], before: first }]);
  },
);
