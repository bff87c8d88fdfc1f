import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { getHistory } from '../../src/lib/contract/calls.ts';
import type { HistorySort } from '../../src/lib/contract/fields.ts';
import { historySorts } from '../../src/lib/contract/fields.ts';
import type { Position } from '../../src/lib/contract/entities.ts';
import type { Database } from '../../src/server/db/database.ts';
import { historyStatements } from '../../src/server/trading/history-rows.ts';
import type { TestApp } from '../support/test-app.ts';
import { createTestApp } from '../support/test-app.ts';
import { openTestDatabase } from '../support/test-database.ts';

const manyClosed = 10_000;
let database: Database;
let shop: TestApp;
let accessToken: string;
let accountId: number;

beforeAll(async () => {
  database = await openTestDatabase({ template: 'seeded' });
  shop = await createTestApp({ database });
  accountId = await idOf('limited@example.com');
  await insertClosed(accountId, manyClosed);
  await insertClosed(await idOf('new@example.com'), 2_000);
  await database.query('analyze positions');
  accessToken = (await shop.logIn('limited@example.com')).accessToken;
});
afterAll(async () => {
  await shop.close();
  await database.close();
});

async function idOf(email: string): Promise<number> {
  const { rows } = await database.query<{ id: number }>('select id from accounts where email = $1', [email]);
  return rows[0]?.id ?? 0;
}

/** Inserts closed positions, many of which are equal in every column that can be sorted. */
async function insertClosed(ofAccount: number, count: number): Promise<void> {
  await database.query(
    `insert into positions (id, account_id, symbol, direction, amount_minor, leverage, open_rate, opened_at, closed_rate,
       closed_at, closing_reason, profit_minor)
     select gen_random_uuid(), $1, (array['BTCUSD', 'ETHUSD', 'LTCUSD'])[1 + n % 3], (array['buy', 'sell'])[1 + n % 2],
       100 + n % 90, 1 + n % 10, 100 + n % 70, now() - (n % 500) * interval '1 hour', 90 + n % 80,
       now() - (n % 400) * interval '1 minute', n % 5, n % 60 - 30
     from generate_series(1, $2) n`,
    [ofAccount, count],
  );
}

async function readPage(request: Record<string, unknown>, bearer = accessToken) {
  const { body } = await shop.call(getHistory, { accessToken: bearer, body: request });
  if (body.status === 'error') throw new Error(body.error.code);
  return body.data;
}

async function readAll(request: { sort?: HistorySort; order?: 'asc' | 'desc' }): Promise<Position[]> {
  const pages = Array.from({ length: manyClosed / 1_000 }, (_, index) => ({
    ...request,
    page: index + 1,
    limit: 1_000,
  }));
  const found: Position[] = [];
  for (const page of pages) found.push(...(await readPage(page)).rows);
  return found;
}

test('by default it is the newest fifty, and the number of all', async () => {
  const { rows, total } = await readPage({});
  expect([rows.length, total]).toEqual([50, manyClosed]);
  const dates = rows.map(({ close_date }) => close_date ?? '');
  expect(dates).toEqual([...dates].sort().reverse());
});

test.each(historySorts)(
  'by %s every position is on one page, and the descending order is the reverse of the ascending',
  async (sort) => {
    const up = await readAll({ sort, order: 'asc' });
    expect(new Set(up.map(({ id }) => id)).size).toBe(manyClosed);
    const values = up.map((position) => position[sort] ?? NaN);
    const isInOrder = values.every((value, index) => index === 0 || (values[index - 1] ?? NaN) <= value);
    expect(isInOrder).toBe(true);
    const down = await readAll({ sort, order: 'desc' });
    expect(down.map(({ id }) => id)).toEqual(up.map(({ id }) => id).reverse());
  },
);

test('a page after the last is empty, but still names the number of all', async () => {
  expect(await readPage({ page: 1_000_000, limit: 1_000 })).toEqual({ rows: [], total: manyClosed });
});

test('an account sees only its own positions, and no open one', async () => {
  const own = await shop.logIn('demo@example.com');
  const { rows, total } = await readPage({ limit: 1_000 }, own.accessToken);
  expect(rows).toHaveLength(total);
  expect(rows.every(({ closingReason }) => closingReason !== null)).toBe(true);
  const ids = new Set((await readAll({})).map(({ id }) => id));
  expect(rows.some(({ id }) => ids.has(id))).toBe(false);
});

test.each(['asc', 'desc'] as const)('the newest or oldest page of 10,000 is read by the index: %s', async (order) => {
  const statement = historyStatements[`close_date ${order}`].text;
  const values = [accountId, null, null, null, null, 50, 0];
  const { rows } = await database.query<{ 'QUERY PLAN': string }>(`explain ${statement}`, values);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/Index Scan (Backward )?using positions_history/);
  const tookMs: number[] = [];
  while (tookMs.length < 5) {
    const startedAt = performance.now();
    await database.query(statement, values);
    tookMs.push(performance.now() - startedAt);
  }
  // Only the fastest counts: a busy machine makes runs slower, never faster.
  expect(Math.min(...tookMs)).toBeLessThan(1_000);
});

test('a position without a close date is in no history', async () => {
  await database.query(
    `insert into positions (id, account_id, symbol, direction, amount_minor, leverage, open_rate, opened_at)
     values ($1, $2, 'BTCUSD', 'buy', 100, 1, 100, now())`,
    [randomUUID(), accountId],
  );
  expect((await readPage({})).total).toBe(manyClosed);
});

test.each([
  [{ symbol: 'ETHUSD' }, ({ symbol }: Position) => symbol === 'ETHUSD'],
  [{ reason: 2 }, ({ closingReason }: Position) => closingReason === 2],
  [
    { symbol: 'BTCUSD', reason: 0 },
    ({ symbol, closingReason }: Position) => symbol === 'BTCUSD' && closingReason === 0,
  ],
] as const)('the history can be narrowed to %j', async (filter, matches) => {
  const all = await readAll({});
  const { rows, total } = await readPage({ ...filter, limit: 1_000 });
  expect(total).toBe(all.filter(matches).length);
  expect(rows.every(matches)).toBe(true);
  expect(rows.length).toBe(Math.min(total, 1_000));
});

test('both days of a range are part of it', async () => {
  const all = await readAll({});
  const days = [...new Set(all.map(({ close_date }) => close_date?.slice(0, 10)))].sort();
  const counts = await Promise.all(
    days.map(async (day) => (await readPage({ from: day, until: day, limit: 1 })).total),
  );
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(manyClosed);
  expect((await readPage({ from: days[0], until: days.at(-1), limit: 1 })).total).toBe(manyClosed);
  expect((await readPage({ until: '2001-01-01' })).total).toBe(0);
});
