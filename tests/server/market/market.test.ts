import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/server/db/database.ts';
import type { AssetRow } from '../../../src/server/market/assets-rows.ts';
import { loadAssets } from '../../../src/server/market/assets-rows.ts';
import { loadLastCloses, saveCandles } from '../../../src/server/market/candles-rows.ts';
import type { Market } from '../../../src/server/market/market.ts';
import { createMarket } from '../../../src/server/market/market.ts';
import { createHandFeed } from '../../support/hand-feed.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { openTestDatabase } from '../../support/test-database.ts';

const noon = Date.UTC(2026, 0, 5, 12);
const noonSeconds = noon / 1000;
const endOfTime = 100_000_000_000;

let database: Database;
let assets: AssetRow[];
beforeAll(async () => {
  database = await openTestDatabase();
  await database.query(`insert into asset_categories (id, name, leverages)
    values (1, 'forex', '{1,3,5,10,15,20,30}'), (3, 'crypto', '{1,3,5,10}')`);
  await database.query(`insert into assets
      (symbol, name, code, category_id, list_order, reference_rate, daily_volatility, quoted_spread, digits)
    values ('EURUSD', 'Euro', 'FX:EURUSD', 1, 2, 1.08, 0.005, 0.0001, 5), ('BTCUSD', 'Bitcoin', 'BTCUSD', 3, 1, 60000, 0.03, 0.0002, 2)`);
  assets = await loadAssets(database);
});
afterAll(() => database.close());
beforeEach(() => database.query('delete from candles'));

const opened: Market[] = [];
afterEach(() => Promise.all(opened.splice(0).map((market) => market.stop())));

function open(queries: Pick<Database, 'query'> = database) {
  const clock = createManualClock(noon);
  const feed = createHandFeed(clock);
  const faults: unknown[] = [];
  const logger = { error: (fault: unknown) => void faults.push(fault) };
  const market = createMarket({
    database: queries,
    feed,
    assets,
    quoteMaxAgeMs: 15_000,
    runtime: clock,
    logger,
    schedule: clock.schedule,
  });
  opened.push(market);
  return { market, feed, clock, faults };
}

test('assets come with their category, in the order of the market list', () => {
  const { market } = open();
  expect([...market.assets.keys()]).toEqual(['BTCUSD', 'EURUSD']);
  expect(market.assets.get('EURUSD')).toEqual({
    symbol: 'EURUSD',
    name: 'Euro',
    code: 'FX:EURUSD',
    categoryId: 1,
    categoryName: 'forex',
    leverages: [1, 3, 5, 10, 15, 20, 30],
    listOrder: 2,
    referenceRate: 1.08,
    dailyVolatility: 0.005,
    quotedSpread: 0.0001,
    digits: 5,
    isSuspended: false,
  });
});

describe('candles', () => {
  test('follow the quotes at once, before anything is stored', async () => {
    const { market, feed } = open();
    await market.start();
    feed.quote('BTCUSD', 60_000, 60_010);
    feed.quote('BTCUSD', 60_100, 60_110);
    const candle = { time: noonSeconds, open: 60_000, high: 60_100, low: 60_000, close: 60_100 };
    expect(await market.candles('BTCUSD', '1m', 0, noonSeconds)).toEqual([candle]);
    expect(await market.candles('BTCUSD', '1m', noonSeconds + 1, noonSeconds + 100)).toEqual([]);
    expect(await market.candles('EURUSD', '1m', 0, noonSeconds)).toEqual([]);
  });

  test('are stored every five seconds and joined with what memory holds', async () => {
    const { market, feed, clock } = open();
    await market.start();
    for (let second = 0; second < 180; second++) {
      feed.quote('BTCUSD', 60_000 + second, 60_010 + second);
      clock.advance(1000);
    }
    const minutes = await market.candles('BTCUSD', '1m', noonSeconds, noonSeconds + 1000);
    expect(minutes.map(({ open, close }) => [open, close])).toEqual([
      [60_000, 60_059],
      [60_060, 60_119],
      [60_120, 60_179],
    ]);
    expect(await market.candles('BTCUSD', '1m', noonSeconds + 60, noonSeconds + 60)).toEqual([minutes[1]]);
  });

  test('survive a restart in the middle of a bucket, in every resolution', async () => {
    const first = open();
    await first.market.start();
    for (const bid of [60_000, 60_500, 59_500]) first.feed.quote('BTCUSD', bid, bid + 1);
    await first.market.stop();
    const second = open();
    await second.market.start();
    second.feed.quote('BTCUSD', 60_001, 60_002);
    const day = await second.market.candles('BTCUSD', '1d', 0, noonSeconds);
    expect(day).toMatchObject([{ open: 60_000, high: 60_500, low: 59_500, close: 60_001 }]);
    await second.market.stop();
    const { rows } = await database.query<{ count: number; closes: number }>(
      'select count(*)::int as count, count(*) filter (where close = 60001)::int as closes from candles',
    );
    expect(rows).toEqual([{ count: 6, closes: 6 }]);
    expect(await loadLastCloses(database, { feed: 'hand', symbols: ['BTCUSD', 'EURUSD'] })).toEqual(
      new Map([['BTCUSD', 60_001]]),
    );
  });

  test('come from memory while the database is away, if all of them are there', async () => {
    const { market, feed, clock } = open(database);
    await market.start();
    const minutes = async (from: number, symbol = 'BTCUSD') =>
      (await market.candles(symbol, '1m', from, endOfTime)).map(({ close }) => close);
    const quoteFor = (seconds: number, bid: number) => {
      for (let second = 0; second < seconds; second++) {
        feed.quote('BTCUSD', bid, bid + 10);
        clock.advance(1000);
      }
    };
    const stored = async () => (await loadLastCloses(database, { feed: 'hand', symbols: ['BTCUSD'] })).get('BTCUSD');
    quoteFor(60, 60_000);
    await expect.poll(stored).toBe(60_000);
    expect(await minutes(noonSeconds)).toEqual([60_000]);
    quoteFor(60, 60_100);
    await expect.poll(stored).toBe(60_100);
    database.availability.fall('away');
    quoteFor(61, 60_200);
    const known = await Promise.allSettled([0, -60, 60].map((after) => minutes(noonSeconds + after)));
    const [unknown] = await Promise.allSettled([minutes(noonSeconds, 'EURUSD')]);
    database.availability.rise();
    const all = [60_000, 60_100, 60_200, 60_200];
    expect(known.map((one) => one.status === 'fulfilled' && one.value)).toEqual([all, all, all.slice(1)]);
    expect(unknown.status).toBe('rejected');
    // Retried until the connections that broke in the outage are replaced.
    await expect.poll(() => minutes(noonSeconds, 'EURUSD')).toEqual([]);
  });

  test('are limited to the newest 5,000 of the range, oldest first, and to this feed', async () => {
    const rates = { open: 1.1, high: 1.2, low: 1, close: 1.09 };
    const history = Array.from({ length: 6000 }, (_, index) => ({
      symbol: 'EURUSD',
      resolutionSeconds: 60,
      candle: { time: noonSeconds - 60 * (6000 - index), ...rates },
    }));
    await saveCandles(database, 'hand', history);
    await saveCandles(database, 'another', [{ ...history[0]!, candle: { ...rates, time: noonSeconds } }]);
    const { market, feed } = open();
    await market.start();
    feed.quote('EURUSD', 1.08, 1.0801);
    const candles = await market.candles('EURUSD', '1m', 0, noonSeconds + 60);
    expect(candles).toHaveLength(5000);
    expect(candles.at(-1)).toEqual({ time: noonSeconds, open: 1.08, high: 1.08, low: 1.08, close: 1.08 });
    expect(candles.every((candle, index) => index === 0 || candle.time === candles[index - 1]!.time + 60)).toBe(true);
  });
});

describe('after a restart', () => {
  const quotedBefore = async (bid: number) => {
    const before = open();
    await before.market.start();
    before.feed.quote('BTCUSD', bid, bid + 10);
    await before.market.stop();
  };

  test('an outlier is not accepted as the first quote: the market continues where it was', async () => {
    await quotedBefore(60_000);
    const { market, feed } = open();
    await market.start();
    feed.quote('BTCUSD', 6_000, 6_001);
    feed.quote('EURUSD', 1.08, 1.0801);
    expect(market.quotes.get('BTCUSD')).toBeUndefined();
    expect(market.quotes.get('EURUSD')?.bid).toBe(1.08);
    feed.quote('BTCUSD', 65_900, 65_910);
    expect(market.quotes.get('BTCUSD')).toMatchObject({ bid: 65_900, sequence: 1 });
  });

  test('three quotes that agree confirm a new price, however long the restart took', async () => {
    await quotedBefore(60_000);
    const { market, feed, clock } = open();
    clock.advance(90 * 86_400_000);
    await market.start();
    for (const bid of [90_000, 90_100]) feed.quote('BTCUSD', bid, bid + 10);
    expect(market.quotes.get('BTCUSD')).toBeUndefined();
    feed.quote('BTCUSD', 90_050, 90_060);
    expect(market.quotes.get('BTCUSD')).toMatchObject({ bid: 90_050, sequence: 1 });
    expect(await market.candles('BTCUSD', '1d', clock.now() / 1000 - 86_400, clock.now() / 1000)).toMatchObject([
      { open: 90_050, low: 90_050 },
    ]);
  });
});

test('a database failure is logged, and the candles are stored once it is back', async () => {
  let broken = false;
  const { market, feed, clock, faults } = open({
    query: (query, values) => (broken ? Promise.reject(new Error('gone')) : database.query(query, values)),
  });
  await market.start();
  feed.quote('BTCUSD', 60_000, 60_010);
  broken = true;
  clock.advance(5000);
  await expect.poll(() => faults.length).toBe(1);
  broken = false;
  await market.stop();
  const { rows } = await database.query<{ close: number }>('select close from candles');
  expect(rows).toHaveLength(6);
});

test('stopping leaves no timer', async () => {
  const { market, clock } = open();
  await market.start();
  await market.stop();
  expect(clock.running()).toBe(0);
});
