import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../src/server/db/database.ts';
import { migrate } from '../../../src/server/db/migrate.ts';
import { openDatabaseBefore } from '../../support/databases/older-database.ts';

/** Tests the migration of accounts of a version that did not record sign-ins and first deposits. */

let database: Database;

beforeAll(async () => {
  database = await openDatabaseBefore('0013');
  await fill();
  await migrate(database);
}, 60_000);
afterAll(() => database.close());

async function fill(): Promise<void> {
  // One account was entered by the broker, one registered and signed in twice, one registered and never signed in.
  for (const [email, agreed] of [
    ['entered', false],
    ['registered', true],
    ['unseen', true],
  ] as const) {
    await database.query(
      `insert into accounts (token, uniqid, email, password_hash, first_name, last_name, category_ids, created_at, agreed_at)
       values (gen_random_uuid(), $1, $1, 'none', 'Ada', 'Trader', '{1}', '2026-01-01T00:00:00Z', case when $2::boolean then now() end)`,
      [email, agreed],
    );
  }
  for (const at of ['2026-01-07T00:00:00Z', '2026-01-03T00:00:00Z'])
    await database.query(
      `insert into audit_entries (id, at, event, actor, account_id)
       select gen_random_uuid(), $1, 'logged_in', 'customer', id from accounts where email = 'registered'`,
      [at],
    );
  await transact({ typeId: 4, minor: 5_000, begun: '2026-02-01', approved: '2026-02-01' });
  await transact({ typeId: 1, minor: 70_000, begun: '2026-02-02', approved: null });
  await transact({ typeId: 2, minor: 30_000, begun: '2026-02-03', approved: '2026-02-09' });
  await transact({ typeId: 11, minor: 20_000, begun: '2026-02-05', approved: '2026-02-06' });
}

async function transact(one: { typeId: number; minor: number; begun: string; approved: string | null }) {
  const { typeId, minor, begun, approved } = one;
  await database.query(
    `with made as (
       insert into transactions (id, account_id, type_id, status, amount_minor, created_at, updated_at)
       select gen_random_uuid(), id, $1, case when $4::timestamptz is null then 'declined' else 'approved' end, $2, $3, now()
       from accounts where email = 'registered' returning id)
     insert into transaction_steps (transaction_id, step, at) select id, 'approved', $4 from made where $4 is not null`,
    [typeId, minor, `${begun}T12:00:00Z`, approved && `${approved}T12:00:00Z`],
  );
}

test('the first deposit is the one credited first; an account without a sign-in has no sign-in date', async () => {
  const { rows } = await database.query(
    `select email, entered_at as entered, first_deposit_at as at, first_deposit_minor as minor from accounts order by email`,
  );
  expect(rows).toEqual([
    { email: 'entered', entered: new Date('2026-01-01T00:00:00Z'), at: null, minor: null },
    {
      ...{ email: 'registered', entered: new Date('2026-01-03T00:00:00Z') },
      ...{ at: new Date('2026-02-06T12:00:00Z'), minor: 20_000 },
    },
    { email: 'unseen', entered: null, at: null, minor: null },
  ]);
});
