import { afterAll, beforeAll, expect, test } from 'vitest';
import { getNotices } from '../../../src/lib/contract/accounts/notice-calls.ts';
import { verifyLedger } from '../../../src/server/ledger/verify-ledger.ts';
import type { AutoFloor } from './auto-floor.ts';
import { openAutoFloor } from './auto-floor.ts';

let floor: AutoFloor;

beforeAll(async () => {
  floor = await openAutoFloor({ AUTO_TRADING_DAILY_STOP_PERCENT: '0.5' });
  // Ten times the amount, so that one position can lose the limit.
  await floor.database.query(`update accounts set custom_leverage = '{"crypto":[3]}'`);
});
afterAll(async () => {
  expect((await verifyLedger(floor.database)).holds).toBe(true);
  await floor.end();
});

const dayMs = 86_400_000;

test('a loss of the day closes the positions of auto trading, stops it until midnight UTC and is told once', async () => {
  const today = floor.runtime.now() % dayMs;
  floor.runtime.advance(dayMs - today + 3_600_000);
  await floor.fall('BTCUSD');
  await floor.fall('ETHUSD');
  const customer = await floor.enter();
  await floor.poll();
  expect(await floor.detailsOf(customer)).toMatchObject({ today: 0, open_positions: 0, exposure: 0, stopped: 0 });
  await floor.rise('BTCUSD');
  const [bought] = await floor.openOf(customer);
  const before = await floor.detailsOf(customer);
  expect(before).toMatchObject({ open_positions: 1, exposure: bought!.amount * 10, stopped: 0 });
  expect(before.today).toBe(bought!.profit);
  expect(before.most_exposure).toBeCloseTo((await floor.accountOf(customer)).balance.equity / 2, 1);

  // After a restart nothing is known of it until its first quote.
  await floor.restart();
  await floor.poll();
  expect(await floor.openOf(customer)).toHaveLength(1);
  expect(await floor.detailsOf(customer)).toMatchObject({ today: null, stopped: 0 });

  // 2 % of the money at ten times: a fall of 2.5 % is half a percent of it. No candle has closed yet.
  floor.runtime.advance(11_000);
  floor.quote('BTCUSD', 89_200);
  await floor.poll();
  expect(await floor.openOf(customer)).toHaveLength(1);
  floor.runtime.advance(11_000);
  floor.quote('BTCUSD', 88_900);
  await floor.poll();
  expect(await floor.openOf(customer)).toEqual([]);
  expect(await floor.lastClosedOf(customer)).toMatchObject({ id: bought!.id, closingReason: 4, closed_rate: 88_900 });
  const after = await floor.detailsOf(customer);
  expect(after).toMatchObject({ stopped: 1, open_positions: 0, total: after.today! + before.total - before.today! });
  const lost = (await floor.lastClosedOf(customer))!.profit;
  expect(after.today).toBe(lost);

  // Off and on does not lift it, nor does another signal, nor a restart.
  await floor.switchTo(customer, 0);
  await floor.enter();
  await floor.rise('ETHUSD');
  await floor.restart();
  await floor.drop('ETHUSD');
  expect(await floor.openOf(customer)).toEqual([]);
  const { accessToken } = customer;
  const { body } = await floor.call(getNotices, { accessToken, body: {} });
  expect(body).toMatchObject({ data: { notices: [{ code: 'auto_stopped', data: { profit: lost } }] } });
  const stops = await floor.database.query(`select details from audit_entries where event = 'auto_trading_stopped'`);
  expect(stops.rows).toEqual([{ details: { lossMinor: -lost * 100, equityMinor: 1_000_000 } }]);

  // The next day it trades again, and counts anew.
  floor.runtime.advance(dayMs);
  await floor.fall('SOLUSD');
  const back = await floor.enter();
  await floor.rise('SOLUSD');
  const { stopped, today: result } = await floor.detailsOf(back);
  expect(stopped).toBe(0);
  expect(result).toBeGreaterThan(lost);
  expect(await floor.openOf(back)).toMatchObject([{ symbol: 'SOLUSD', direction: 'buy', auto: 1 }]);
});
