import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getCandles, getHistory } from '../../src/lib/contract/calls.ts';
import type { PerformanceFacts } from '../../src/lib/contract/performance-call.ts';
import { getPerformance, performance as facts } from '../../src/lib/contract/performance-call.ts';
import { toMajor, toMinor } from '../../src/lib/money.ts';
import { mostCurveSteps } from '../../src/lib/trading/performance.ts';
import type { Database } from '../../src/server/db/database.ts';
import { closedTrades } from '../../src/server/trading/performance-rows.ts';
import type { TestApp } from '../support/test-app.ts';
import { createTestApp } from '../support/test-app.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { testStartMs } from '../support/test-runtime.ts';

const manyClosed = 10_000;
const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
let database: Database;
let shop: TestApp;
let accountId: number;
let accessToken: string;

interface MadeTrade {
  id: string;
  symbol: string;
  closedAtMs: number;
  profitMinor: number;
  /** What the spreads cost; null: its quotes are not stored. */
  spreadMinor: number | null;
}

/**
 * Oldest first, over some two years: three of them are closed at the same instant, and every seventh has no quotes. A
 * buy and a sell of 200.00 with leverage 10 lose the same by the spread: at 100, twice a quarter of a percent.
 */
const made: MadeTrade[] = Array.from({ length: manyClosed }, (_, n) => ({
  id: randomUUID(),
  symbol: ['BTCUSD', 'ETHUSD', 'LTCUSD'][n % 3] ?? '',
  closedAtMs: testStartMs - Math.floor((manyClosed - 1 - n) / 3) * 5 * hourMs,
  profitMinor: ((n * 7_919) % 20_011) - 10_000,
  spreadMinor: n % 7 === 0 ? null : 10_00,
})).sort((a, b) => a.closedAtMs - b.closedAtMs || (a.id < b.id ? -1 : 1));

const openedBeforeMs = 3 * hourMs;

/** The row of a position, with its columns. */
function rowOf({ id, symbol, closedAtMs, profitMinor, spreadMinor }: MadeTrade, number: number) {
  const [openedAt, closedAt] = [closedAtMs - openedBeforeMs, closedAtMs].map((ms) => new Date(ms).toISOString());
  const isBuy = number % 2 === 0;
  const quote = (end: 'open' | 'closed', bid: number, at = openedAt) =>
    spreadMinor !== null && {
      ...{ [`${end}_bid`]: bid, [`${end}_ask`]: bid + 0.5, [`${end}_quote_at`]: at },
      ...{ [`${end}_sequence`]: 1, [`${end}_feed`]: 'hand' },
    };
  return {
    ...{ id, account_id: accountId, symbol, direction: isBuy ? 'buy' : 'sell', amount_minor: 200_00, leverage: 10 },
    ...{ open_rate: 100, opened_at: openedAt, closed_rate: isBuy ? 95 : 95.5, closed_at: closedAt, closing_reason: 0 },
    ...{ profit_minor: profitMinor, protected: false, auto: false, closed_after_jump: false },
    // It is opened 0.25 from the middle of the quote, and closed as far from it.
    ...quote('open', isBuy ? 99.5 : 100),
    ...quote('closed', 95, closedAt),
  };
}

beforeAll(async () => {
  database = await openTestDatabase({ template: 'seeded' });
  shop = await createTestApp({ database });
  const { rows } = await database.query<{ id: number }>(`select id from accounts where email = 'limited@example.com'`);
  accountId = rows[0]?.id ?? 0;
  await database.query(`insert into positions select * from jsonb_populate_recordset(null::positions, $1::jsonb)`, [
    JSON.stringify(made.map(rowOf)),
  ]);
  await database.query('analyze positions');
  ({ accessToken } = await shop.logIn('limited@example.com'));
});
afterAll(async () => {
  await shop.close();
  await database.close();
});

async function read(period: string, bearer = accessToken): Promise<PerformanceFacts> {
  const { body } = await shop.call(getPerformance, { accessToken: bearer, body: { period } });
  if (body.status === 'error') throw new Error(body.error.code);
  expect(facts.safeParse(body.data).success).toBe(true);
  return body.data;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** What the same positions make, one after the other. */
function addUp(trades: readonly MadeTrade[]) {
  const profits = trades.map(({ profitMinor }) => profitMinor);
  const [wins, losses] = [profits.filter((one) => one > 0), profits.filter((one) => one < 0)];
  let [total, highest, drawdown] = [0, 0, 0];
  for (const profit of profits) {
    total += profit;
    highest = Math.max(highest, total);
    drawdown = Math.max(drawdown, highest - total);
  }
  return {
    ...{ trades: trades.length, wins: wins.length, losses: losses.length, profit: toMajor(total) },
    ...{ won: toMajor(sum(wins)), lost: toMajor(sum(losses)), drawdown: toMajor(drawdown) },
    spread_cost: toMajor(sum(trades.map(({ spreadMinor }) => spreadMinor ?? 0))),
    trades_without_quotes: trades.filter(({ spreadMinor }) => spreadMinor === null).length,
  };
}

test.each([
  ['7d', testStartMs - 7 * dayMs],
  ['30d', testStartMs - 30 * dayMs],
  ['12m', new Date(testStartMs).setUTCFullYear(2025)],
  ['all', 0],
] as const)('the figures of %s are those of its positions, one after the other', async (period, since) => {
  const trades = made.filter(({ closedAtMs }) => closedAtMs >= since);
  const found = await read(period);
  expect(found).toMatchObject(addUp(trades));
  expect(found.assets.map(({ symbol, ...asset }) => [symbol, asset.trades, asset.wins, asset.profit])).toEqual(
    ['BTCUSD', 'ETHUSD', 'LTCUSD']
      .map((symbol) => [symbol, addUp(trades.filter((trade) => trade.symbol === symbol))] as const)
      .sort(([, a], [, b]) => b.profit - a.profit)
      .map(([symbol, own]) => [symbol, own.trades, own.wins, own.profit]),
  );

  const { curve } = found;
  const fromMs = Math.max(since, (made[0]?.closedAtMs ?? 0) - openedBeforeMs);
  expect(curve.length).toBeLessThanOrEqual(mostCurveSteps + 2);
  expect(curve[0]).toEqual({ time: new Date(fromMs).toISOString(), profit: 0 });
  expect(curve.at(-1)).toEqual({ time: new Date(testStartMs).toISOString(), profit: found.profit });
  // Each point is what all positions had made by then; those that were closed at its instant may come after it.
  const sums = new Map<number, Set<number>>();
  let total = 0;
  for (const { closedAtMs, profitMinor } of trades)
    sums.set(closedAtMs, (sums.get(closedAtMs) ?? new Set()).add((total += profitMinor)));
  for (const { time, profit } of curve.slice(1, -1)) expect(sums.get(Date.parse(time))).toContain(toMinor(profit));
});

test('the equity curve adds what open positions would have made at the prices of the time', async () => {
  const since = testStartMs - 7 * dayMs;
  const closes = new Map<string, [fromMs: number, close: number][]>();
  for (const symbol of ['BTCUSD', 'ETHUSD', 'LTCUSD']) {
    const query = { symbol, resolution: '1h', from: String(since / 1000 - 3600), to: String(testStartMs / 1000) };
    const { body } = await shop.call(getCandles, { query });
    if (body.status === 'error') throw new Error(body.error.code);
    closes.set(
      symbol,
      body.data.map(({ time, close }) => [time * 1000, close]),
    );
  }
  /** In minor units; NaN without a price. */
  const equityAt = (timeMs: number) =>
    sum(
      made.map(({ symbol, closedAtMs, profitMinor, spreadMinor }, number) => {
        if (closedAtMs < since || closedAtMs - openedBeforeMs > timeMs) return 0;
        if (closedAtMs <= timeMs) return profitMinor;
        const bid = closes.get(symbol)?.findLast(([fromMs]) => fromMs <= timeMs)?.[1] ?? NaN;
        const ask = bid + (spreadMinor === null ? 0 : 0.5);
        return number % 2 === 0 ? 200_00 * 10 * (bid / 100 - 1) : 200_00 * 10 * (1 - ask / 100);
      }),
    );
  const { equity } = await read('7d');
  // The test market has hourly prices of two days only.
  const stepMs = (7 * dayMs) / 120;
  const times = Array.from({ length: 121 }, (_, step) => since + step * stepMs).filter((ms) => !isNaN(equityAt(ms)));
  expect(times.length).toBeGreaterThan(20);
  expect(equity.map(({ time }) => Date.parse(time))).toEqual(times);
  const start = equityAt(times[0] ?? 0);
  for (const { time, profit } of equity)
    expect(Math.abs(toMinor(profit) - (equityAt(Date.parse(time)) - start))).toBeLessThanOrEqual(1);
  // Positions are open for three of five hours.
  expect(new Set(equity.map(({ profit }) => profit)).size).toBeGreaterThan(10);
});

test('an account has only its own positions: those of its history', async () => {
  const demo = await shop.logIn();
  const { body } = await shop.call(getHistory, { accessToken: demo.accessToken, body: { limit: 1_000 } });
  if (body.status === 'error') throw new Error(body.error.code);
  const { rows } = body.data;
  const found = await read('all', demo.accessToken);
  expect(found.trades).toBe(rows.length);
  expect(found.profit).toBe(toMajor(sum(rows.map(({ profit }) => toMinor(profit)))));
  // With few positions every one of them is a step.
  expect(found.curve).toHaveLength(rows.length + 2);
  const bySize = rows.toSorted((a, b) => b.profit - a.profit);
  expect([found.best?.profit, found.worst?.profit]).toEqual([bySize[0]?.profit, bySize.at(-1)?.profit]);
  expect(found.spread_cost).toBeGreaterThan(0);
});

test('an account without closed positions has figures of nothing', async () => {
  const fresh = await shop.logIn('new@example.com');
  expect(await read('all', fresh.accessToken)).toEqual({
    ...{ profit: 0, trades: 0, wins: 0, losses: 0, win_rate: null, won: 0, lost: 0, average_win: null },
    ...{ average_loss: null, profit_factor: null, drawdown: 0, best: null, worst: null, spread_cost: 0 },
    ...{ trades_without_quotes: 0, fees: 0, curve: [], equity: [], assets: [] },
  });
});

test('fees are those that were taken in the period', async () => {
  const before = await read('all');
  const insert = (status: string, daysAgo: number) =>
    database.query(
      `insert into transactions (id, account_id, type_id, status, amount_minor, created_at, updated_at)
       values (gen_random_uuid(), $1, 7, $2, -550, $3, $3)`,
      [accountId, status, new Date(testStartMs - daysAgo * dayMs)],
    );
  await Promise.all([insert('approved', 3), insert('approved', 20), insert('declined', 3)]);
  expect([before.fees, (await read('7d')).fees, (await read('all')).fees]).toEqual([0, 5.5, 11]);
});

test('10,000 positions are summed up quickly, and those of a week are found by the index', async () => {
  const run = (before: string, since: Date | null) => {
    const given: Record<string, unknown> = { accountId, since, steps: mostCurveSteps };
    const values = closedTrades.parameters.map((name) => given[name]);
    return database.query<{ 'QUERY PLAN'?: string }>(before + closedTrades.text, values);
  };
  const { rows } = await run('explain ', new Date(testStartMs - 7 * dayMs));
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('positions_history');
  const tookMs: number[] = [];
  while (tookMs.length < 5) {
    const startedAt = performance.now();
    await run('', null);
    tookMs.push(performance.now() - startedAt);
  }
  // Only the fastest counts: a busy machine makes runs slower, never faster.
  expect(Math.min(...tookMs)).toBeLessThan(1_000);
});
