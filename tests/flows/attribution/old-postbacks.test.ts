import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDeliveryRetention } from '../../../src/server/affiliates/postbacks/forget-deliveries.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { openTestDatabase } from '../../support/test-database.ts';
import { createTestRuntime } from '../../support/test-runtime.ts';

/** What happens to postbacks that were delivered or given up long ago. */

const dayMs = 86_400_000;
const runtime = createTestRuntime();
let database: Database;
let accounts: number[];

beforeAll(async () => {
  database = await openTestDatabase();
  await database.query(
    `insert into affiliates (token, name, email, password_hash, uniqid, created_at)
     select gen_random_uuid(), name, name, '-', name, now() from unnest(array['one', 'two']) as name`,
  );
  await database.query(
    `insert into affiliate_postbacks (affiliate_id, url, events, secret, secret_made_at, updated_at)
     select id, 'https://hook.example/', '{registration}', '\\x00', now(), now() from affiliates`,
  );
  const { rows } = await database.query<{ id: number }>(
    `insert into accounts (token, uniqid, email, password_hash, first_name, last_name, category_ids, created_at)
     select gen_random_uuid(), 'a' || n, n || '@example.com', '-', 'Ada', 'Lovelace', '{}', now() from generate_series(1, 800) n
     returning id`,
  );
  accounts = rows.map(({ id }) => id);
});
afterAll(() => database.close());
beforeEach(() => database.query('delete from postback_deliveries'));

async function write(affiliate: string, { days, isTest = false, isDue = false }: Written): Promise<string> {
  const id = randomUUID();
  await database.query(
    `insert into postback_deliveries (id, affiliate_id, account_id, event, body, created_at, due_at)
     select $1, f.id, $3, $4, '{}', $5, case when $6 then $5::timestamptz end from affiliates f where f.name = $2`,
    [
      ...[id, affiliate, isTest ? null : accounts[0], isTest ? 'test' : 'registration'],
      ...[new Date(runtime.now() - days * dayMs), isDue],
    ],
  );
  return id;
}

interface Written {
  days: number;
  isTest?: boolean;
  isDue?: boolean;
}

function openRetention() {
  const told: object[] = [];
  const logger = { info: (facts: object) => void told.push(facts), error: (facts: object) => void told.push(facts) };
  const { schedule } = createManualClock();
  return { told, retention: createDeliveryRetention({ database, runtime, logger, schedule }) };
}

async function left(): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>('select id::text from postback_deliveries');
  return rows.map(({ id }) => id).sort();
}

test('delivered postbacks are deleted after 90 days, tests after three', async () => {
  const kept = [
    await write('one', { days: 89 }),
    await write('one', { days: 2, isTest: true }),
    await write('two', { days: 4 }),
  ];
  await write('two', { days: 91, isTest: true });
  await write('one', { days: 4, isTest: true });
  await write('two', { days: 4, isTest: true });
  const { told, retention } = openRetention();
  await retention.sweep();
  expect(await left()).toEqual(kept.sort());
  expect(told).toEqual([{ postbacks: 3 }]);
});

test('old postbacks are deleted whoever they were for; waiting ones stay', async () => {
  const waiting = await write('one', { days: 200, isDue: true });
  await write('two', { days: 91 });
  const { retention } = openRetention();
  await retention.sweep();
  expect(await left()).toEqual([waiting]);
});

test('old postbacks are deleted however many there are', async () => {
  await database.query(
    `insert into postback_deliveries (id, affiliate_id, account_id, event, body, created_at)
     select gen_random_uuid(), f.id, a.id, 'registration', '{}', $1 from affiliates f, accounts a`,
    [new Date(runtime.now() - 100 * dayMs)],
  );
  const { told, retention } = openRetention();
  await retention.sweep();
  await retention.sweep();
  expect(await left()).toEqual([]);
  expect(told).toEqual([{ postbacks: 1_600 }]);
});
