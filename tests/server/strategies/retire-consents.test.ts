import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createConsentRetirement } from '../../../src/server/strategies/retire-consents.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { onPostgres, openTestDatabase } from '../../support/test-database.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase({ poolSize: 3 });
});
afterAll(() => database.close());

const [old, current] = ['rule 1', 'rule 2'];
const now = Date.UTC(2026, 10, 20, 12);

/** Accounts that have auto trading on; returns their ids. */
async function openAccounts(count: number, consentedTo: string | null): Promise<number[]> {
  const { rows } = await database.query<{ id: number }>(
    `insert into accounts (token, uniqid, email, password_hash, first_name, last_name, category_ids,
       auto_trading, auto_consented_to, auto_consented_at, created_at)
     select t.id, t.id::text, t.id::text || '@example.com', 'none', 'Ada', 'Trader', '{1}', true, $2,
       case when $2::text is not null then now() end, now()
     from unnest($1::uuid[]) as t (id) returning id`,
    [Array.from({ length: count }, () => randomUUID()), consentedTo],
  );
  return rows.map(({ id }) => id);
}

function openRetirement() {
  const told = { changed: new Set<number>(), noticed: new Set<number>() };
  const [lines, faults]: [unknown[], unknown[]] = [[], []];
  const used = { transactions: 0 };
  const counted: Database = {
    ...database,
    transaction: (work, settings) => {
      used.transactions += 1;
      return database.transaction(work, settings);
    },
  };
  const retirement = createConsentRetirement(
    {
      database: counted,
      siteUrl: 'https://example.com',
      accountChanges: { changed: (id) => told.changed.add(id) },
      noticed: (id) => told.noticed.add(id),
      runtime: { now: () => now, newId: randomUUID },
      logger: { info: (line: unknown) => void lines.push(line), error: (line: unknown) => void faults.push(line) },
      schedule: () => () => undefined,
    },
    current,
  );
  return { retirement, counted, told, lines, faults, used };
}

async function stateOf(ids: readonly number[]) {
  const { rows } = await database.query(
    `select count(*) filter (where auto_trading)::int as "on",
       (select count(*)::int from notices where account_id = any($1) and code = 'auto_rule_changed') as notices,
       (select count(*)::int from audit_entries where account_id = any($1) and event = 'auto_trading_switched') as audits,
       (select count(*)::int from mail_outbox m join accounts a on a.email = m.recipient where a.id = any($1)) as mails
     from accounts where id = any($1)`,
    [ids],
  );
  return rows[0];
}

test('500 accounts without consent are switched off and told, in a few transactions; the others stay on', async () => {
  const outdated = [...(await openAccounts(450, old)), ...(await openAccounts(50, null))];
  const agreed = await openAccounts(2, current);
  const choice = JSON.stringify({ auto_rule_changed: { screen: false, mail: false } });
  await database.query('update accounts set notice_choices = $1 where id = $2', [choice, outdated[0]]);
  const { retirement, told, lines, faults, used } = openRetirement();
  await retirement.work();
  expect(await stateOf(outdated)).toEqual({ on: 0, notices: 499, audits: 500, mails: 499 });
  expect(await stateOf(agreed)).toEqual({ on: 2, notices: 0, audits: 0, mails: 0 });
  expect([told.changed.size, told.noticed.size, used.transactions]).toEqual([500, 500, 4]);
  expect([lines, faults]).toEqual([[{ accounts: 500 }], []]);
  await retirement.work();
  expect([used.transactions, lines.length]).toEqual([4, 1]);
});

test('after a fault it is tried again', async () => {
  const outdated = await openAccounts(2, old);
  const { retirement, counted, faults } = openRetirement();
  const { transaction } = counted;
  counted.transaction = () => Promise.reject(new Error('away'));
  await retirement.work();
  expect([faults.length, await stateOf(outdated)]).toEqual([1, { on: 2, notices: 0, audits: 0, mails: 0 }]);
  counted.transaction = transaction;
  await retirement.work();
  expect([faults.length, await stateOf(outdated)]).toEqual([1, { on: 0, notices: 2, audits: 2, mails: 2 }]);
});

test.runIf(onPostgres)('a locked account holds back nobody else, and is tried again', async () => {
  const [first = 0, second = 0] = await openAccounts(2, old);
  const { retirement, lines } = openRetirement();
  await database.transaction(async (connection) => {
    await connection.query('select 1 from accounts where id = $1 for update', [first]);
    await retirement.work();
  });
  expect([await stateOf([first]), await stateOf([second])]).toMatchObject([{ on: 1 }, { on: 0, notices: 1 }]);
  expect(lines).toEqual([]);
  await retirement.work();
  expect([await stateOf([first]), lines]).toMatchObject([{ on: 0, notices: 1 }, [{ accounts: 2 }]]);
});
