import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/server/db/database.ts';
import { migrate } from '../../../src/server/db/migrate.ts';
import { verifyLedger } from '../../../src/server/ledger/verify-ledger.ts';
import { openDatabaseBefore } from '../../support/databases/older-database.ts';

/** Tests the migration of a database from before bonuses, credit and reserved money had books of their own. */

let database: Database;

/** The transactions of that time. Each was posted as one posting on the customer's book, and its counterpart. */
const transactions: [account: number, type: number, status: string, amountMinor: number, hoursAgo: number][] = [
  [1, 1, 'approved', 100_000, 90],
  [1, 4, 'approved', 20_000, 80],
  [1, 10, 'approved', -5_000, 79],
  [1, 5, 'approved', 10_000, 70],
  [1, 6, 'approved', -30_000, 60],
  [1, 8, 'approved', 30_000, 50],
  [1, 7, 'approved', -500, 49],
  [1, 6, 'pending', -40_000, 20],
  [1, 6, 'pending', -59_000, 10],
  [1, 6, 'pending', -1_000, 9],
  [1, 6, 'declined', -700, 8],
  [1, 2, 'pending', 5_000, 7],
  // Lost most of what was given: 8,000 of 30,000 are left.
  [2, 4, 'approved', 20_000, 80],
  [2, 5, 'approved', 10_000, 70],
  [2, 6, 'pending', -8_000, 6],
  // Lost half of the bonus. None of the credit was lost, but 4,000 of it was reversed.
  [3, 1, 'approved', 1_000, 80],
  [3, 4, 'approved', 20_000, 79],
  [3, 5, 'approved', 10_000, 78],
  [3, 5, 'approved', -4_000, 77],
  [4, 1, 'approved', 1_000, 80],
  // Lost everything.
  [5, 4, 'approved', 1_000, 80],
];
const losses: [account: number, amountMinor: number][] = [
  [2, 22_000],
  [3, 11_000],
  [5, 1_000],
];

beforeAll(async () => {
  database = await openDatabaseBefore('0008');
  await fill();
  await migrate(database);
}, 60_000);

afterAll(() => database.close());

async function fill(): Promise<void> {
  for (const id of [1, 2, 3, 4, 5]) {
    await database.query(
      `insert into accounts (token, uniqid, email, password_hash, first_name, last_name, category_ids, created_at)
       values (gen_random_uuid(), $1, $1, 'none', 'Ada', 'Trader', '{1}', now())`,
      [`old-${id}`],
    );
  }
  for (const [account, type, status, amountMinor, hoursAgo] of transactions) {
    const { rows } = await database.query<{ id: string }>(
      `insert into transactions (id, account_id, type_id, status, amount_minor, created_at, updated_at)
       values (gen_random_uuid(), $1, $2, $3, $4, now() - $5 * interval '1 hour', now() - ($5 - 1) * interval '1 hour') returning id`,
      [account, type, status, amountMinor, hoursAgo],
    );
    if (status === 'approved') await post(account, `${factOf(type)}:${rows[0]?.id}`, amountMinor, bookAgainst(type));
  }
  for (const [account, lostMinor] of losses) await lose(account, lostMinor);
}

const factOf = (type: number) =>
  ({ 7: 'fee', 4: 'bonus', 10: 'bonus', 5: 'credit', 6: 'withdrawal', 8: 'withdrawal' })[type] ?? 'deposit';
const bookAgainst = (type: number) => ({ 7: 'house', 4: 'bonus', 10: 'bonus', 5: 'credit' })[type] ?? 'provider';

async function lose(account: number, lostMinor: number): Promise<void> {
  await database.query(
    `insert into asset_categories (id, name, leverages) values (3, 'crypto', '{1}') on conflict do nothing`,
  );
  await database.query(
    `insert into assets (symbol, name, code, category_id, list_order, reference_rate, daily_volatility, quoted_spread, digits)
     values ('BTCUSD', 'Bitcoin', 'BTCUSD', 3, 1, 60000, 0.03, 0.0002, 2) on conflict do nothing`,
  );
  const { rows } = await database.query<{ id: string }>(
    `insert into positions (id, account_id, symbol, direction, amount_minor, leverage, open_rate, opened_at,
       closed_rate, closed_at, closing_reason, profit_minor)
     values (gen_random_uuid(), $1, 'BTCUSD', 'buy', $2, 2, 100, now() - interval '2 hours', 1, now() - interval '1 hour', 0, -$2::bigint)
     returning id`,
    [account, lostMinor],
  );
  await post(account, `close:${rows[0]?.id}`, -lostMinor, 'house');
}

async function post(account: number, key: string, amountMinor: number, against: string): Promise<void> {
  await database.query(
    `with grown as (
       update accounts set balance_minor = balance_minor + $3 where id = $1 returning balance_minor
     ), entry as (
       insert into ledger_entries (id, business_key, recorded_at) values (gen_random_uuid(), $2, now()) returning id
     )
     insert into ledger_postings (entry_id, line, book, account_id, amount_minor, balance_after_minor)
     select entry.id, l.* from entry, grown, lateral (values
       (0, 'customer', $1::bigint, $3::bigint, grown.balance_minor), (1, $4, null, -$3::bigint, null)) l`,
    [account, key, amountMinor, against],
  );
}

async function rowsOf(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return (await database.query(text, values)).rows;
}

const fundsOf = async (account: number) => {
  const columns = 'balance_minor as balance, bonus_minor as bonus, credit_minor as credit, reserved_minor as reserved';
  return (await rowsOf(`select ${columns} from accounts where id = $1`, [account]))[0];
};

describe('books from before', () => {
  test('pass the proof after the migration', async () => {
    const { holds, results } = await verifyLedger(database);
    expect(results.filter(({ faulty }) => faulty > 0)).toEqual([]);
    expect(holds).toBe(true);
  });

  test('have bonuses and credit in their own books, and waiting withdrawals reserved', async () => {
    // 124,500 in total, of which 99,500 is own money. 40,000 and 59,000 of that are reserved; too little is left for
    // the request of 1,000.
    expect(await fundsOf(1)).toEqual({ balance: 25_500, bonus: 15_000, credit: 10_000, reserved: 99_000 });
  });

  test('contain only what is left: own money was lost first, then bonuses, then credit', async () => {
    expect(await fundsOf(2)).toEqual({ balance: 8_000, bonus: 0, credit: 8_000, reserved: 0 });
    expect(await fundsOf(3)).toEqual({ balance: 16_000, bonus: 10_000, credit: 6_000, reserved: 0 });
    expect(await fundsOf(4)).toEqual({ balance: 1_000, bonus: 0, credit: 0, reserved: 0 });
    expect(await fundsOf(5)).toEqual({ balance: 0, bonus: 0, credit: 0, reserved: 0 });
  });

  test('have one entry for each account with former books, even if nothing was moved', async () => {
    const keys = await rowsOf(
      `select business_key as key from ledger_entries where business_key like 'opened-books:%' order by 1`,
    );
    expect(keys.map(({ key }) => key)).toEqual([
      'opened-books:1',
      'opened-books:2',
      'opened-books:3',
      'opened-books:5',
    ]);
  });

  test('cancel a withdrawal that exceeds own money, and record it in its steps', async () => {
    const steps = await rowsOf(
      `select t.amount_minor as amount, t.status, array_agg(s.step order by s.at, s.step) as steps
       from transactions t join transaction_steps s on s.transaction_id = t.id
       where t.type_id = 6 group by t.id order by t.created_at`,
    );
    expect(steps).toEqual([
      { amount: -30_000, status: 'approved', steps: ['requested', 'approved', 'sent'] },
      { amount: -40_000, status: 'pending', steps: ['requested'] },
      { amount: -59_000, status: 'pending', steps: ['requested'] },
      { amount: -1_000, status: 'cancelled', steps: ['requested', 'cancelled'] },
      { amount: -700, status: 'declined', steps: ['requested', 'declined'] },
      { amount: -8_000, status: 'cancelled', steps: ['requested', 'cancelled'] },
    ]);
  });
});

test('the customer of a cancelled withdrawal can read why', async () => {
  const { rows } = await database.query<{ reason: string | null }>(
    `select distinct reason from transaction_steps where step = 'cancelled'`,
  );
  expect(rows).toEqual([{ reason: expect.stringContaining('more than could be paid out') as string }]);
});

describe.each(['transaction_steps', 'payment_events', 'ledger_entries', 'ledger_postings'])('what %s says', (table) => {
  test.each(['delete from', 'truncate'])('cannot be removed: %s', async (statement) => {
    const cascade = statement === 'truncate' ? 'cascade' : '';
    await expect(database.query(`${statement} ${table} ${cascade}`)).rejects.toThrow('append-only');
  });
});

test.each([
  `update transaction_steps set at = now()`,
  `update transaction_steps set reason = 'other'`,
  `update payment_events set event = '{}'`,
  `update payment_events set event_key = 'other'`,
  `update ledger_postings set party = 'other'`,
])('the past cannot be changed: %s', async (statement) => {
  await expect(database.query(statement)).rejects.toThrow('append-only');
});

test('the progress of a report can be updated', async () => {
  const worked = `update payment_events set due_at = null, attempts = attempts + 1, outcome = 'credit'`;
  await expect(database.query(worked)).resolves.toBeDefined();
});
