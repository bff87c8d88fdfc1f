import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getAssets, getCandles, getFeed } from '../../src/lib/contract/calls.ts';
import type { Candle } from '../../src/lib/contract/entities.ts';
import type { TestApp } from '../support/test-app.ts';
import { createTestApp } from '../support/test-app.ts';

let floor: TestApp;
beforeAll(async () => {
  floor = await createTestApp({ env: { TRUST_PROXY: 'on' } });
});
afterAll(() => floor.close());

async function candlesOf(symbol: string, resolution: string): Promise<Candle[]> {
  const to = String(Math.floor(floor.runtime.now() / 1000));
  const { body } = await floor.call(getCandles, { query: { symbol, resolution, from: '0', to } });
  if (body.status === 'error') throw new Error(body.error.code);
  return body.data;
}

describe('get/assets', () => {
  test('answers a customer with every asset, BTCUSD first, leverages as the category lists them', async () => {
    const { accessToken } = await floor.logIn();
    const { status, body } = await floor.call(getAssets, { accessToken });
    expect(status).toBe(200);
    const assets = body.status === 'success' ? body.data : [];
    expect(assets.length).toBeGreaterThanOrEqual(40);
    expect(assets[0]).toMatchObject({
      symbol: 'BTCUSD',
      asset_category_id: 3,
      position_assets_category: { name: 'crypto', leverage: '1,3,5,10' },
    });
    const groups = new Set(assets.map((asset) => asset.position_assets_category.name));
    expect([...groups].sort()).toEqual(['commodities', 'crypto', 'forex', 'index', 'stocks']);
  });

  test('is for customers only', async () => {
    expect((await floor.call(getAssets)).status).toBe(401);
  });
});

describe('get/feed', () => {
  test('tells visitors where the prices come from', async () => {
    const { status, body } = await floor.call(getFeed);
    const data = { name: 'hand', origin: 'simulated', quote_max_age_ms: 15_000 };
    expect([status, body]).toEqual([200, { status: 'success', data }]);
  });
});

describe('get/candles', () => {
  test('joins the seeded history with the live price', async () => {
    const before = await candlesOf('BTCUSD', '1m');
    const last = before.at(-1)!;
    floor.feed.quote('BTCUSD', last.close * 1.001, last.close * 1.002);
    const after = await candlesOf('BTCUSD', '1m');
    expect(after.at(-1)!.close).toBe(last.close * 1.001);
    expect(after.every((candle, index) => index === 0 || candle.time === after[index - 1]!.time + 60)).toBe(true);
  });

  test('folds the same quotes into every resolution', async () => {
    const bid = (await candlesOf('ETHUSD', '1m')).at(-1)!.close;
    floor.feed.quote('ETHUSD', bid * 1.05, bid * 1.06);
    for (const resolution of ['1m', '5m', '15m', '1h', '4h', '1d']) {
      const last = (await candlesOf('ETHUSD', resolution)).at(-1)!;
      expect([last.close, last.high >= bid * 1.05]).toEqual([bid * 1.05, true]);
    }
  });

  test.each([
    [404, 'UNKNOWN_SYMBOL', { symbol: 'GOLD', resolution: '1m', from: '0', to: '1' }],
    [400, 'VALIDATION', { symbol: 'BTCUSD', resolution: '2m', from: '0', to: '1' }],
    [400, 'VALIDATION', { symbol: 'BTCUSD', resolution: '1m', from: 'NaN', to: '1' }],
    [400, 'VALIDATION', { symbol: 'BTCUSD', resolution: '1m', from: '0', to: '1e300' }],
    [400, 'VALIDATION', { symbol: 'BTCUSD', resolution: '1m', from: '-1', to: '1.5' }],
    [400, 'VALIDATION', {}],
  ])('refuses with %d %s: %o', async (status, code, query) => {
    const answer = await floor.call(getCandles, { query });
    expect([answer.status, answer.body]).toMatchObject([status, { status: 'error', error: { code } }]);
  });

  test('refuses requests beyond those that may wait, and says when to try again', async () => {
    const to = floor.runtime.now() / 1000;
    const ask = (_: unknown, minute: number) =>
      floor.call(getCandles, {
        query: { symbol: 'XRPUSD', resolution: '1m', from: String(60 * minute), to: String(to | 0) },
      });
    // While the table is locked, only refusals are answered: the other requests wait for the lock.
    const { asked, refused } = await floor.app.database.transaction(async (connection) => {
      await connection.query('lock table candles in access exclusive mode');
      const asked = Array.from({ length: 200 }, ask);
      return { asked, refused: await Promise.race(asked) };
    });
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'TOO_MANY_REQUESTS' } } });
    expect(refused.headers.get('retry-after')).toBe('1');
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect((await ask(null, 0)).status).toBe(200);
  });

  test('an address that asks for hundreds of charts does not delay another one', async () => {
    const chart = (minute: number) =>
      `/api/get/candles?symbol=LTCUSD&resolution=1m&from=${60 * minute}&to=100000000000`;
    const ask = async (minute: number, address: string) => {
      const { status } = await fetch(`${floor.url}${chart(minute)}`, { headers: { 'x-forwarded-for': address } });
      return status;
    };
    let answered = 0;
    let left = 150;
    const refused = Promise.withResolvers<null>();
    // The table is locked until all requests have arrived.
    const { flood, other } = await floor.app.database.transaction(async (connection) => {
      await connection.query('lock table candles in access exclusive mode');
      const flood = Array.from({ length: 300 }, async (_, minute) => {
        const status = await ask(minute, '198.51.100.1');
        if (status === 200) answered += 1;
        else if (--left === 0) refused.resolve(null);
        return status;
      });
      // Once this many are refused, all the others are waiting.
      await refused.promise;
      const hasCome = new Promise((resolve) => floor.app.server.once('request', resolve));
      const other = ask(1_000, '198.51.100.2').then((status) => ({ status, answered }));
      await hasCome;
      return { flood, other };
    });
    expect(await other).toMatchObject({ status: 200 });
    expect((await other).answered).toBeLessThanOrEqual(40);
    expect(new Set(await Promise.all(flood))).toEqual(new Set([200, 429]));
  });

  test('answers an empty range with an empty list', async () => {
    const query = { symbol: 'BTCUSD', resolution: '1m', from: '10', to: '5' };
    expect((await floor.call(getCandles, { query })).body).toEqual({ status: 'success', data: [] });
  });
});
