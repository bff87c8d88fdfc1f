import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { toMajor, toMinor } from '../../../src/lib/money.ts';
import { verifyLedger } from '../../../src/server/ledger/verify-ledger.ts';
import { createBacktest } from '../../../src/server/strategies/backtest/backtest.ts';
import { createMovingAverageCrossover } from '../../../src/server/strategies/moving-average-crossover.ts';
import type { AutoFloor } from './auto-floor.ts';
import { openAutoFloor } from './auto-floor.ts';

let floor: AutoFloor;

beforeAll(async () => {
  floor = await openAutoFloor();
});
afterEach(() => floor.leave());
afterAll(async () => {
  expect((await verifyLedger(floor.database)).holds).toBe(true);
  await floor.end();
});

test('buys with 2 % of the free margin at the lowest leverage, and closes as AI Trade when the averages cross back', async () => {
  await floor.fall('BTCUSD');
  const customer = await floor.enter();
  const share = await floor.shareOf(customer);
  await floor.minute('BTCUSD', 91_000);
  expect(await floor.openOf(customer)).toEqual([]);
  await floor.minute('BTCUSD', 91_200);
  const [bought, ...others] = await floor.openOf(customer);
  expect(others).toEqual([]);
  expect(bought).toMatchObject({ symbol: 'BTCUSD', direction: 'buy', amount: share, leverage: 1, auto: 1 });
  expect(bought).toMatchObject({ open_rate: 91_314.0228, take_profit: null, stop_lost: null });

  await floor.minute('BTCUSD', 91_300);
  expect(await floor.openOf(customer)).toMatchObject([{ id: bought?.id }]);

  await floor.drop('BTCUSD');
  expect(await floor.lastClosedOf(customer)).toMatchObject({ id: bought?.id, closingReason: 4, closed_rate: 88_000 });
  expect(await floor.openOf(customer)).toMatchObject([{ direction: 'sell', leverage: 1, auto: 1, open_rate: 87_978 }]);
});

test('uses the lowest allowed leverage, for each account with auto trading on and for no other', async () => {
  await floor.fall('ETHUSD');
  const [full, limited] = [await floor.enter(), await floor.enter('limited@example.com')];
  await floor.database.query(
    `update accounts set custom_leverage = '{"crypto":[2,1]}' where email = 'demo@example.com'`,
  );
  await floor.rise('ETHUSD');
  await floor.database.query(`update accounts set custom_leverage = null where email = 'demo@example.com'`);
  expect(await floor.openOf(full)).toMatchObject([{ symbol: 'ETHUSD', leverage: 3 }]);
  expect(await floor.openOf(limited)).toMatchObject([{ symbol: 'ETHUSD', leverage: 1 }]);
  const count = `select count(distinct account_id) from positions where auto and symbol = 'ETHUSD'`;
  expect((await floor.database.query(count)).rows).toEqual([{ count: 2 }]);
});

test('opens nothing if the account may not trade: not verified, or without the category', async () => {
  await floor.fall('EURUSD');
  const [stranger, limited] = [await floor.enter(), await floor.enter('limited@example.com')];
  await floor.database.query(`update accounts set verified = false where email = 'demo@example.com'`);
  await floor.rise('EURUSD');
  await floor.database.query(`update accounts set verified = true where email = 'demo@example.com'`);
  expect([...(await floor.openOf(stranger)), ...(await floor.openOf(limited))]).toEqual([]);
  const told = floor.logged('auto trading followed a signal').filter(({ symbol }) => symbol === 'EURUSD');
  expect(told.at(-1)).toMatchObject({ opened: 0, closed: 0, refused: { NOT_VERIFIED: 1, NO_ACCESS: 1 } });
});

test('opens nothing more once turned off, and leaves open positions to the customer', async () => {
  await floor.fall('SOLUSD');
  const customer = await floor.enter();
  await floor.rise('SOLUSD');
  const [bought] = await floor.openOf(customer);
  await floor.switchTo(customer, 0);
  await floor.drop('SOLUSD');
  await floor.rise('SOLUSD');
  expect(await floor.openOf(customer)).toMatchObject([{ id: bought?.id, auto: 1 }]);
  expect(await floor.close(customer, bought!)).toMatchObject({ closingReason: 0 });
});

test('leaves the customer’s own positions alone', async () => {
  await floor.fall('XRPUSD');
  const customer = await floor.enter();
  const order = { symbol: 'XRPUSD', direction: 'sell', amount: 50, leverage: 1, price: 89_460 };
  const own = await floor.emit(customer, 'openPosition', order);
  await floor.rise('XRPUSD');
  const open = await floor.openOf(customer);
  expect(open).toMatchObject([
    { direction: 'buy', auto: 1 },
    { id: own.id, auto: 0 },
  ]);
});

test('has at most one open position per symbol, and follows a signal once, even across a restart', async () => {
  await floor.fall('BNBUSD');
  const customer = await floor.enter();
  await floor.rise('BNBUSD');
  const [bought] = await floor.openOf(customer);
  await floor.poll();
  expect(await floor.openOf(customer)).toHaveLength(1);

  await floor.close(customer, bought!);
  await floor.restart();
  floor.quote('BNBUSD', 91_250);
  await floor.poll();
  expect(await floor.openOf(customer)).toEqual([]);
});

test('continues after a restart with the stored candles', async () => {
  await floor.fall('LTCUSD');
  const customer = await floor.enter();
  await floor.minute('LTCUSD', 91_000);
  await floor.restart();
  await floor.minute('LTCUSD', 91_200);
  const [bought] = await floor.openOf(customer);
  expect(bought).toMatchObject({ direction: 'buy', auto: 1 });
  await floor.restart();
  await floor.drop('LTCUSD');
  expect(await floor.lastClosedOf(customer)).toMatchObject({ id: bought?.id, closingReason: 4 });
  expect(await floor.openOf(customer)).toMatchObject([{ direction: 'sell', auto: 1 }]);
});

test('trades as its backtest says, to the cent', async () => {
  const symbol = 'ADAUSD';
  const strategy = createMovingAverageCrossover({ resolution: '1m', fast: 2, slow: 3 });
  const { balance } = (await floor.accountOf(await floor.enter())).balance;
  await floor.switchTo(await floor.enter(), 0);
  const backtest = createBacktest({ strategy, symbol, balanceMinor: toMinor(balance), leverage: 1 });
  const falling = Array.from({ length: 7 }, (_, step) => 90_000 - 90 * step);
  const waves = Array.from({ length: 50 }, (_, step) => Math.round(90_000 + 3_000 * Math.sin(step) + 40 * step));
  for (const [step, bid] of [...falling, ...waves].entries()) {
    if (step === falling.length) await floor.enter();
    await floor.minute(symbol, bid);
    backtest.accept(bid, bid + bid / 1000, floor.runtime.now());
  }
  const { trades } = backtest.finish();
  const { open, history } = (await floor.accountOf(await floor.enter())).positions;
  const live = [...history.filter((position) => position.symbol === symbol).reverse(), ...open];
  expect(trades.length).toBeGreaterThan(10);
  expect(live.map(({ direction, amount, open_rate, profit }) => [direction, amount, open_rate, profit])).toEqual(
    trades.map((trade) => [trade.direction, toMajor(trade.amountMinor), trade.openRate, toMajor(trade.profitMinor)]),
  );
});

test('opens nothing in a stale market; the signal is followed at the first fresh quote of its bucket', async () => {
  await floor.fall('DOGEUSD');
  const customer = await floor.enter();
  await floor.minute('DOGEUSD', 91_000);
  floor.runtime.advance(60_000);
  floor.quote('DOGEUSD', 91_200);
  floor.runtime.advance(15_001);
  await floor.poll();
  expect(await floor.openOf(customer)).toEqual([]);
  floor.quote('DOGEUSD', 91_200);
  await floor.poll();
  expect(await floor.openOf(customer)).toHaveLength(1);
});

test('logs a fault of one order, without affecting the others or stopping', async () => {
  await floor.fall('LINKUSD');
  const [customer, other] = [await floor.enter(), await floor.enter('limited@example.com')];
  await floor.database.query('alter table positions add constraint no_more check (amount_minor < 10000) not valid');
  await floor.rise('LINKUSD');
  await floor.database.query('alter table positions drop constraint no_more');
  expect(await floor.openOf(customer)).toEqual([]);
  expect(await floor.openOf(other)).toHaveLength(1);
  expect(floor.logged('an order of auto trading failed')).toHaveLength(1);
  await floor.drop('LINKUSD');
  expect(await floor.openOf(customer)).toMatchObject([{ direction: 'sell' }]);
});

test('skips a blocked account: its positions are closed, and nothing is opened until it is unblocked', async () => {
  const symbol = 'DOTUSD';
  const email = 'demo@example.com';
  const why = ['--reason', 'Police report 17'];
  const traded = async () => {
    const text = `select direction, closing_reason as reason from positions where auto and symbol = $1 order by opened_at`;
    return (await floor.database.query<{ direction: string; reason: number | null }>(text, [symbol])).rows;
  };
  const followed = () => floor.logged('auto trading followed a signal').filter((one) => one.symbol === symbol);
  await floor.fall(symbol);
  await floor.enter();
  await floor.rise(symbol);
  expect(await traded()).toEqual([{ direction: 'buy', reason: null }]);
  expect(await floor.operate('customers', 'block', email, ...why)).toMatchObject({ ok: true });
  await floor.drop(symbol);
  expect(await traded()).toEqual([{ direction: 'buy', reason: 4 }]);
  expect(followed().at(-1)).toMatchObject({ opened: 0, closed: 1, refused: {} });
  await floor.rise(symbol);
  expect(followed().at(-1)).toMatchObject({ opened: 0, closed: 0, refused: {} });
  expect(await floor.operate('customers', 'unblock', email, ...why)).toMatchObject({ ok: true });
  await floor.drop(symbol);
  expect((await traded()).map(({ direction }) => direction)).toEqual(['buy', 'sell']);
  await floor.enter();
});
