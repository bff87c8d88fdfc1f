import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { defaultTradingLimits } from '../../../src/lib/trading/limits.ts';
import type { DeskResult } from '../../../src/server/trading/desk-command.ts';
import { createOrderDesk } from '../../../src/server/trading/order-desk.ts';
import { loadSnapshot } from '../../../src/server/trading/position-rows.ts';
import type { NewAccount, TradingFloor } from '../../support/trading-floor.ts';
import { clocksOf, floorRule, openTradingFloor, orderOf } from '../../support/trading-floor.ts';

let floor: TradingFloor;

beforeAll(async () => {
  floor = await openTradingFloor();
});
beforeEach(() => floor.market.quote('BTCUSD', 60_000, 60_010));
afterAll(() => floor.close());

async function openAccount({ isAuto = true, ...account }: NewAccount & { isAuto?: boolean } = {}): Promise<number> {
  const accountId = await floor.openAccount(account);
  await switchAuto(accountId, isAuto);
  return accountId;
}

const switchAuto = (accountId: number, isOn: boolean) =>
  floor.database.query('update accounts set auto_trading = $2 where id = $1', [accountId, isOn]);

const buy = { symbol: 'BTCUSD', direction: 'buy', freeMarginPercent: 2 } as const;
const codeOf = (result: DeskResult) => (result.ok ? 'OK' : result.problem.code);

async function openFor(accountId: number): Promise<string> {
  const result = await floor.desk.openForStrategy(accountId, buy);
  if (!result.ok) throw new Error(result.problem.code);
  return result.position.id;
}

test('a strategy’s order is a share of the free margin in whole cents, at the lowest allowed leverage', async () => {
  const accountId = await openAccount({ balanceMinor: 99_999, customLeverage: { crypto: [3, 2] } });
  await floor.desk.open(accountId, orderOf({ amountMinor: 10_000 }));
  const result = await floor.desk.openForStrategy(accountId, buy);
  expect(result).toMatchObject({ ok: true, position: { amountMinor: 1_799, leverage: 5, auto: true, stopLoss: null } });
  expect(await loadSnapshot(floor.database, accountId)).toMatchObject({ investedMinor: 11_799 });
});

test('of many orders at once, auto trading keeps one open position per symbol, and opens another after its close', async () => {
  const accountId = await openAccount();
  const results = await Promise.all(Array.from({ length: 5 }, () => floor.desk.openForStrategy(accountId, buy)));
  expect(results.map(codeOf).sort()).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'OK']);
  floor.market.quote('EURUSD', 1.08, 1.0801);
  expect(codeOf(await floor.desk.openForStrategy(accountId, { ...buy, symbol: 'EURUSD' }))).toBe('OK');
  const id = results.flatMap((result) => (result.ok ? [result.position.id] : []))[0] ?? '';
  const together = await Promise.all([
    floor.desk.closeForStrategy(accountId, { id }),
    floor.desk.openForStrategy(accountId, { ...buy, direction: 'sell' }),
  ]);
  expect(together.map(codeOf)).toEqual(['OK', 'OK']);
});

test('a strategy closes its own positions at the newest quote, whatever it is, as AI Trade', async () => {
  const accountId = await openAccount();
  const id = await openFor(accountId);
  floor.market.quote('BTCUSD', 57_000, 57_010);
  const closed = await floor.desk.closeForStrategy(accountId, { id });
  expect(closed).toMatchObject({ ok: true, position: { closingReason: 4, closedRate: 57_000 } });
  expect(codeOf(await floor.desk.closeForStrategy(accountId, { id }))).toBe('POSITION_CLOSED');
});

test('a strategy cannot close what the customer opened', async () => {
  const accountId = await openAccount();
  const opened = await floor.desk.open(accountId, orderOf());
  const id = opened.ok ? opened.position.id : '';
  expect(codeOf(await floor.desk.closeForStrategy(accountId, { id }))).toBe('POSITION_NOT_FOUND');
});

test('a strategy that is turned off opens nothing, and its positions belong to the customer', async () => {
  const accountId = await openAccount();
  const id = await openFor(accountId);
  await switchAuto(accountId, false);
  expect(codeOf(await floor.desk.closeForStrategy(accountId, { id }))).toBe('FORBIDDEN');
  expect(codeOf(await floor.desk.openForStrategy(accountId, { ...buy, symbol: 'EURUSD' }))).toBe('FORBIDDEN');
  expect(codeOf(await floor.desk.close(accountId, { id, price: 60_000 }))).toBe('OK');
});

test('a strategy neither opens nor closes anything without consent to the rule by which it trades now', async () => {
  const accountId = await openAccount();
  const id = await openFor(accountId);
  for (const [rule, code] of [['floor-0', 'FORBIDDEN'] as const, [floorRule, 'OK'] as const]) {
    await floor.database.query('update accounts set auto_consented_to = $2 where id = $1', [accountId, rule]);
    expect(codeOf(await floor.desk.openForStrategy(accountId, { ...buy, symbol: 'EURUSD' }))).toBe(code);
    expect(codeOf(await floor.desk.closeForStrategy(accountId, { id }))).toBe(code);
  }
});

test('a strategy opens nothing for a full account, and continues once there is room', async () => {
  const full = await openTradingFloor({ limits: { ...defaultTradingLimits, mostOpenPositions: 1 } });
  const accountId = await full.openAccount();
  await full.database.query('update accounts set auto_trading = true');
  const position = await full.desk.open(accountId, orderOf());
  expect(codeOf(await full.desk.openForStrategy(accountId, buy))).toBe('TOO_MANY_POSITIONS');
  await full.desk.close(accountId, { id: position.ok ? position.position.id : '', price: 60_000 });
  expect(codeOf(await full.desk.openForStrategy(accountId, buy))).toBe('OK');
  await full.close();
});

test('of two orders at once, also at two desks, only one fits under the cap of exposure', async () => {
  const auto = { maxExposurePercent: 3, dailyStopPercent: 5 };
  const capped = await openTradingFloor({ limits: { ...defaultTradingLimits, auto } });
  const { database, market, clock } = capped;
  const logger = { warn: () => undefined, error: () => undefined };
  const runtime = { ...clocksOf(clock), newId: randomUUID, randomBytes: () => Buffer.alloc(32) };
  const limits = { ...defaultTradingLimits, auto };
  const other = createOrderDesk({ database, market, runtime, limits, autoRuleVersion: floorRule, logger });
  const euro = { ...buy, symbol: 'EURUSD' };
  for (const second of [capped.desk, other]) {
    const accountId = await capped.openAccount();
    await database.query('update accounts set auto_trading = true');
    const results = await Promise.all([
      capped.desk.openForStrategy(accountId, buy),
      second.openForStrategy(accountId, euro),
    ]);
    expect(results.map(codeOf).sort()).toEqual(['FORBIDDEN', 'OK']);
    // The customer's own positions are no part of it.
    expect(codeOf(await capped.desk.open(accountId, orderOf()))).toBe('OK');
    const id = results.flatMap((result) => (result.ok ? [result.position.id] : []))[0] ?? '';
    expect(codeOf(await capped.desk.closeForStrategy(accountId, { id }))).toBe('OK');
    expect(codeOf(await capped.desk.openForStrategy(accountId, euro))).toBe('OK');
  }
  await other.drain();
  await capped.close();
});

test('once today’s result is at the daily loss, a strategy opens nothing until the next UTC day', async () => {
  const auto = { maxExposurePercent: 1_000, dailyStopPercent: 5 };
  const stopping = await openTradingFloor({ limits: { ...defaultTradingLimits, auto } });
  const accountId = await stopping.openAccount({ customLeverage: { crypto: [3] } });
  await stopping.database.query('update accounts set auto_trading = true');
  const [large, euro] = [
    { ...buy, freeMarginPercent: 5 },
    { ...buy, symbol: 'EURUSD' },
  ];
  expect(codeOf(await stopping.desk.openForStrategy(accountId, large))).toBe('OK');
  // 50.00 at ten times lose all of it: five percent of 1,000.00.
  stopping.market.quote('BTCUSD', 53_000, 53_010);
  expect(codeOf(await stopping.desk.openForStrategy(accountId, euro))).toBe('FORBIDDEN');
  // The customer's own orders are not affected.
  const own = await stopping.desk.open(accountId, orderOf({ symbol: 'EURUSD', price: 1.0801 }));
  expect(codeOf(own)).toBe('OK');
  stopping.clock.now += 43_200_000;
  for (const [symbol, bid, ask] of [
    ['BTCUSD', 53_000, 53_010],
    ['EURUSD', 1.08, 1.0801],
  ] as const) {
    stopping.market.quote(symbol, bid, ask);
  }
  // The new day begins with this loss, so it is no part of the day's result.
  expect(codeOf(await stopping.desk.openForStrategy(accountId, euro))).toBe('OK');
  await stopping.close();
});

test('a strategy trades by the rules of any order', async () => {
  const poor = await openAccount({ balanceMinor: 4_999 });
  const rich = await openAccount({ balanceMinor: 5_000 });
  const outside = await openAccount({ categoryIds: [1] });
  const none = await openAccount({ customLeverage: { crypto: [] } });
  const unverified = await openAccount({ verified: false });
  const requests = [poor, rich, outside, none, unverified].map((id) => floor.desk.openForStrategy(id, buy));
  expect((await Promise.all(requests)).map(codeOf)).toEqual([
    'INSUFFICIENT_MARGIN',
    'OK',
    'NO_ACCESS',
    'LEVERAGE_NOT_ALLOWED',
    'NOT_VERIFIED',
  ]);
  expect(codeOf(await floor.desk.openForStrategy(rich, { ...buy, symbol: 'NONE' }))).toBe('UNKNOWN_SYMBOL');
  floor.market.quote('BTCUSD', 60_000, 60_010, floor.clock.now - 15_001);
  expect(codeOf(await floor.desk.openForStrategy(await openAccount(), buy))).toBe('UNAVAILABLE');
});
