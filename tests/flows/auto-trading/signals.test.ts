import { afterEach, beforeEach, expect, test } from 'vitest';
import { getBalance, setAutoTrading } from '../../../src/lib/contract/calls.ts';
import type { Position, PositionLists } from '../../../src/lib/contract/entities.ts';
import { toMajor } from '../../../src/lib/trading/money.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { verifyLedger } from '../../../src/server/ledger/verify-ledger.ts';
import { createBacktest } from '../../../src/server/strategies/backtest/backtest.ts';
import { createMovingAverageCrossover } from '../../../src/server/strategies/moving-average-crossover.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp, emitTo } from '../../support/test-app.ts';
import { openTestDatabase } from '../../support/test-database.ts';
import type { TestRuntime } from '../../support/test-runtime.ts';
import { createTestRuntime } from '../../support/test-runtime.ts';

let database: Database;
let runtime: TestRuntime;
let shop: TestApp;

const env = { AUTO_TRADING_RESOLUTION: '1m', AUTO_TRADING_FAST: '2', AUTO_TRADING_SLOW: '3' };

beforeEach(async () => {
  database = await openTestDatabase();
  runtime = createTestRuntime();
  shop = await createTestApp({ database, runtime, env });
});
afterEach(async () => {
  expect((await verifyLedger(database)).holds).toBe(true);
  await shop.close();
  await database.close();
});

async function restart(): Promise<void> {
  await shop.close();
  shop = await createTestApp({ database, runtime, env });
}

/** A minute later the price is this; the candle before it has closed, and auto trading has looked. */
async function minute(bid: number, symbol = 'BTCUSD'): Promise<void> {
  runtime.advance(60_000);
  shop.feed.quote(symbol, bid, bid + bid / 1000);
  await shop.app.autoTrading.look();
}

/** Minutes after which the fast average is below the slow one, for as long as the strategy remembers. */
async function fall(from: number, symbol?: string): Promise<void> {
  for (let step = 0; step < 7; step++) await minute(from - (from / 1000) * step, symbol);
}

interface Customer {
  email: string;
  accessToken: string;
}

async function enter(email = 'demo@example.com', autoTrading: 0 | 1 = 1): Promise<Customer> {
  const { accessToken } = await shop.logIn(email);
  const customer = { email, accessToken };
  await switchTo(customer, autoTrading);
  return customer;
}

async function switchTo({ accessToken }: Customer, auto_trading: 0 | 1): Promise<void> {
  const { status } = await shop.call(setAutoTrading, { accessToken, body: { auto_trading } });
  expect(status).toBe(200);
}

async function positionsOf({ accessToken }: Customer): Promise<PositionLists> {
  const { body } = await shop.call(getBalance, { accessToken, body: {} });
  if (body.status === 'error') throw new Error(body.error.code);
  return body.data.positions;
}

const openOf = async (customer: Customer) => (await positionsOf(customer)).open;

async function ask(customer: Customer, event: string, payload: unknown): Promise<Position> {
  const socket = await shop.customerSocket(customer.accessToken);
  const answer = await emitTo<Position>(socket, event, payload);
  if (answer.error) throw new Error(answer.code);
  return answer.data;
}

test('buys with 2 % of the free margin at the lowest leverage, and sells it as AI Trade when the averages cross back', async () => {
  const customer = await enter();
  await fall(90_000);
  await minute(91_000);
  expect(await openOf(customer)).toEqual([]);
  await minute(91_200);
  const [bought, ...others] = await openOf(customer);
  expect(others).toEqual([]);
  expect(bought).toMatchObject({ symbol: 'BTCUSD', direction: 'buy', amount: 200, leverage: 1, auto: 1 });
  expect(bought).toMatchObject({ open_rate: 91_314.0228, take_profit: null, stop_lost: null });

  await minute(91_300);
  expect(await openOf(customer)).toMatchObject([{ id: bought?.id }]);

  await minute(88_000);
  await minute(88_000);
  const { open, history } = await positionsOf(customer);
  expect(history[0]).toMatchObject({ id: bought?.id, closingReason: 4, closed_rate: 88_000, profit: -7.26 });
  expect(open).toMatchObject([{ direction: 'sell', amount: 199.85, leverage: 1, auto: 1, open_rate: 87_978 }]);
});

test('uses the lowest leverage that the account is allowed, and trades for each account that has it on and for no other', async () => {
  await database.query(`update accounts set custom_leverage = '{"crypto":[2,1]}' where email = 'demo@example.com'`);
  const [full, limited] = [await enter(), await enter('limited@example.com')];
  await fall(90_000);
  await minute(91_000);
  await minute(91_200);
  expect(await openOf(full)).toMatchObject([{ amount: 200, leverage: 3 }]);
  expect(await openOf(limited)).toMatchObject([{ amount: 10, leverage: 1 }]);
  const { rows } = await database.query<{ count: number }>(
    'select count(distinct account_id) from positions where auto',
  );
  expect(rows).toEqual([{ count: 2 }]);
});

test('opens nothing where the account may not trade: not verified, or another group', async () => {
  const [stranger, limited] = [await enter(), await enter('limited@example.com')];
  await database.query(`update accounts set verified = false where email = 'demo@example.com'`);
  await fall(1.08, 'EURUSD');
  await minute(1.09, 'EURUSD');
  await minute(1.09, 'EURUSD');
  expect([...(await openOf(stranger)), ...(await openOf(limited))]).toEqual([]);
  const told = shop.log.find(({ msg }) => msg === 'auto trading followed a signal');
  expect(told).toMatchObject({ symbol: 'EURUSD', opened: 0, refused: { NOT_VERIFIED: 1, NO_ACCESS: 1 } });
});

test('turned off it opens nothing more and leaves what is open to the customer', async () => {
  const customer = await enter();
  await fall(90_000);
  await minute(91_000);
  await minute(91_200);
  const [bought] = await openOf(customer);
  await switchTo(customer, 0);
  await minute(88_000);
  await minute(88_000);
  await minute(92_000);
  await minute(92_000);
  expect(await openOf(customer)).toMatchObject([{ id: bought?.id, auto: 1 }]);

  const closed = await ask(customer, 'closePosition', { id: bought?.id, price: 92_000 });
  expect(closed).toMatchObject({ closingReason: 0 });
});

test('touches nothing that the customer opened', async () => {
  const customer = await enter();
  await fall(90_000);
  const order = { symbol: 'BTCUSD', direction: 'sell', amount: 50, leverage: 1, price: 89_460 };
  const own = await ask(customer, 'openPosition', order);
  await minute(91_000);
  await minute(91_200);
  const open = await openOf(customer);
  expect(open).toMatchObject([
    { direction: 'buy', auto: 1 },
    { id: own.id, auto: 0 },
  ]);
});

test('has at most one open position in a symbol, and follows a signal once, also over a restart', async () => {
  const customer = await enter();
  await fall(90_000);
  await minute(91_000);
  await minute(91_200);
  const [bought] = await openOf(customer);
  await shop.app.autoTrading.look();
  expect(await openOf(customer)).toHaveLength(1);

  await ask(customer, 'closePosition', { id: bought?.id, price: 91_200 });
  await restart();
  shop.feed.quote('BTCUSD', 91_250, 91_260);
  await shop.app.autoTrading.look();
  expect(await openOf(customer)).toEqual([]);
});

test('goes on after a restart with the candles that are stored', async () => {
  const customer = await enter();
  await fall(90_000);
  await minute(91_000);
  await restart();
  await minute(91_200);
  expect(await openOf(customer)).toMatchObject([{ direction: 'buy', auto: 1 }]);
  await restart();
  await minute(88_000);
  await minute(88_000);
  const { open, history } = await positionsOf(customer);
  expect(open).toMatchObject([{ direction: 'sell', auto: 1 }]);
  expect(history[0]).toMatchObject({ direction: 'buy', closingReason: 4 });
});

test('trades as its backtest says, to the cent', async () => {
  const strategy = createMovingAverageCrossover({ resolution: '1m', fast: 2, slow: 3 });
  const backtest = createBacktest({ strategy, symbol: 'BTCUSD', balanceMinor: 1_000_000, leverage: 1 });
  const falling = Array.from({ length: 7 }, (_, step) => 90_000 - 90 * step);
  const waves = Array.from({ length: 50 }, (_, step) => Math.round(90_000 + 3_000 * Math.sin(step) + 40 * step));
  for (const [step, bid] of [...falling, ...waves].entries()) {
    if (step === falling.length) await enter();
    await minute(bid);
    backtest.take(bid, bid + bid / 1000, runtime.now());
  }
  const { trades } = backtest.finish();
  const { open, history } = await positionsOf(await enter());
  const live = [...history.filter(({ auto }) => auto === 1).reverse(), ...open];
  expect(trades.length).toBeGreaterThan(10);
  expect(live.map(({ direction, amount, open_rate, profit }) => [direction, amount, open_rate, profit])).toEqual(
    trades.map((trade) => [trade.direction, toMajor(trade.amountMinor), trade.openRate, toMajor(trade.profitMinor)]),
  );
});

test('a stale market opens nothing; the signal is followed at the first fresh quote of its bucket', async () => {
  const customer = await enter();
  await fall(90_000);
  await minute(91_000);
  runtime.advance(60_000);
  shop.feed.quote('BTCUSD', 91_200, 91_210);
  runtime.advance(15_001);
  await shop.app.autoTrading.look();
  expect(await openOf(customer)).toEqual([]);
  shop.feed.quote('BTCUSD', 91_200, 91_210);
  await shop.app.autoTrading.look();
  expect(await openOf(customer)).toHaveLength(1);
});

test('a fault of one order is logged, costs the others nothing and never stops it', async () => {
  const [customer, other] = [await enter(), await enter('limited@example.com')];
  await database.query('alter table positions add constraint no_more check (amount_minor <> 20000) not valid');
  await fall(90_000);
  await minute(91_000);
  await minute(91_200);
  await database.query('alter table positions drop constraint no_more');
  expect(await openOf(customer)).toEqual([]);
  expect(await openOf(other)).toHaveLength(1);
  expect(shop.log.some(({ msg }) => msg === 'an order of auto trading failed')).toBe(true);
  await minute(88_000);
  await minute(88_000);
  expect(await openOf(customer)).toMatchObject([{ direction: 'sell' }]);
});
