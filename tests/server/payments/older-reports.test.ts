import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../src/server/db/database.ts';
import { migrate } from '../../../src/server/db/migrate.ts';
import { openDatabaseBefore } from '../../support/databases/older-database.ts';

/** Tests the migration of reports from before they were stored with their payments. */

const [credited, decided, held] = [randomUUID(), randomUUID(), randomUUID()];
let database: Database;

beforeAll(async () => {
  database = await openDatabaseBefore('0010');
  await fill();
  await migrate(database);
}, 60_000);
afterAll(() => database.close());

async function fill(): Promise<void> {
  await database.query(
    `insert into accounts (token, uniqid, email, password_hash, first_name, last_name, category_ids, created_at)
     values (gen_random_uuid(), 'old', 'old', 'none', 'Ada', 'Trader', '{1}', now())`,
  );
  for (const [id, state] of [
    [credited, 'succeeded'],
    [decided, 'succeeded'],
    [held, 'differs'],
  ]) {
    await database.query(
      `with one as (insert into transactions (id, account_id, type_id, status, amount_minor, created_at, updated_at)
         select $1, id, 1, 'approved', 25000, now(), now() from accounts returning id, account_id)
       insert into payments (transaction_id, account_id, provider, state, amount_minor, currency, reference, updated_at)
       select id, account_id, 'acme', $2, 25000, 'EUR', 'ref-' || $1, now() from one`,
      [id, state],
    );
  }
  await report('acme', { transactionId: credited, reference: null }, 'credit');
  await report('acme', { transactionId: null, reference: `ref-${decided}` }, 'hold');
  await report('acme', { transactionId: held, reference: null }, 'hold');
  await report('other', { transactionId: held, reference: null }, 'no such payment');
  await report('other', { transactionId: null, reference: `ref-${held}` }, null);
}

async function report(provider: string, event: object, outcome: string | null): Promise<void> {
  await database.query(
    `insert into payment_events (id, provider, event_key, body, event, received_at, due_at, outcome)
     values (gen_random_uuid(), $1, $2, '', $3, now(), $4, $5)`,
    [provider, randomUUID(), JSON.stringify(event), outcome === null ? new Date() : null, outcome],
  );
}

test('each belongs to its payment, and reports of deposits that are no longer held are settled', async () => {
  const { rows } = await database.query(
    `select transaction_id::text as id, outcome, settled_at is not null as "isSettled" from payment_events
     order by array_position(array['credit', 'hold', 'no such payment'], outcome), settled_at is null`,
  );
  expect(rows).toEqual([
    { id: credited, outcome: 'credit', isSettled: false },
    { id: decided, outcome: 'hold', isSettled: true },
    { id: held, outcome: 'hold', isSettled: false },
    { id: null, outcome: 'no such payment', isSettled: false },
    { id: null, outcome: null, isSettled: false },
  ]);
});
