import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Socket } from 'socket.io-client';
import { getAssets, getBalance, getCandles, getFeed, getUser, login } from '../../../src/lib/contract/calls.ts';
import type { Position } from '../../../src/lib/contract/entities.ts';
import { createAvailability } from '../../../src/server/db/availability.ts';
import type { Database } from '../../../src/server/db/database.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp, emitTo } from '../../support/test-app.ts';
import { openTestDatabase } from '../../support/test-database.ts';
import { createTestRuntime } from '../../support/test-runtime.ts';

/** What customers see while the database is away or its disk is full, and that everything works again afterwards. */

let database: Database;
let shop: TestApp;
let accessToken: string;
let socket: Socket;

beforeAll(async () => {
  // Only the test may find out that the disk has room again, so the timers do nothing.
  const runtime = createTestRuntime();
  const availability = createAvailability({
    now: runtime.now,
    elapsedMs: runtime.elapsedMs,
    logger: { info: () => undefined, warn: () => undefined },
  });
  database = await openTestDatabase({ availability, schedule: () => () => undefined });
  shop = await createTestApp({ database, runtime });
  shop.feed.quote('BTCUSD', 96_000, 96_010);
  ({ accessToken } = await shop.logIn());
  socket = await shop.customerSocket(accessToken);
});
afterAll(async () => {
  await shop.close();
  await database.close();
});

const unavailable = { status: 503, body: { error: { code: 'UNAVAILABLE' } } };
const order = { symbol: 'BTCUSD', direction: 'buy', amount: 1, leverage: 1, price: 96_010 };
const candles = { symbol: 'BTCUSD', resolution: '1h', from: '0', to: '100000000000' };
const open = () => emitTo<Position>(socket, 'openPosition', order);

async function ready(): Promise<unknown> {
  const response = await fetch(`${shop.url}/readyz`);
  return [response.status, await response.json()];
}

async function metric(line: string): Promise<string | undefined> {
  return (await shop.metrics()).split('\n').find((candidate) => candidate.startsWith(`${line} `));
}

test('calls that need the database are refused while it is away, and nobody is logged out', async () => {
  const before = await shop.call(getCandles, { query: candles });
  database.availability.fall('away');
  expect(await shop.call(getUser, { accessToken, body: {} })).toMatchObject(unavailable);
  expect(await shop.call(getBalance, { accessToken })).toMatchObject(unavailable);
  // The browser then shows its last list: nobody can be told from a stranger.
  expect(await shop.call(getAssets, { accessToken })).toMatchObject(unavailable);
  expect(await open()).toMatchObject({ error: true, code: 'UNAVAILABLE' });
  expect(await emitTo(socket, 'positions', null)).toMatchObject({ error: true, code: 'UNAVAILABLE' });
  await expect(shop.customerSocket(accessToken)).rejects.toMatchObject({ data: { code: 'UNAVAILABLE' } });
  expect(await shop.call(getFeed)).toMatchObject({ status: 200 });
  expect((await shop.call(getCandles, { query: candles })).body).toEqual(before.body);
  expect((await fetch(`${shop.url}/healthz`)).status).toBe(200);
  expect(await ready()).toMatchObject([503, { error: { fields: { database: 'cannot be reached' } } }]);
  expect(await metric('database_available')).toBe('database_available 0');
  // More often than anybody may guess a password.
  const body = { email: 'demo@example.com', password: 'demo1234' };
  for (let tries = 0; tries < 12; tries += 1) expect(await shop.call(login, { body })).toMatchObject(unavailable);
  // So long that every session would have ended for inactivity.
  shop.runtime.advance(3 * 1_200_000);
  database.availability.rise();
  shop.feed.quote('BTCUSD', 96_000, 96_010);
  await shop.app.sessions.sweep();
  expect(await shop.call(getUser, { accessToken, body: {} })).toMatchObject({ status: 200 });
  expect(await shop.call(getAssets, { accessToken })).toMatchObject({ status: 200 });
  await shop.logIn();
  expect(socket.connected).toBe(true);
  expect(await open()).toMatchObject({ error: false });
  expect(await ready()).toEqual([200, { status: 'ready' }]);
});

test('a full disk makes orders unavailable and the server not ready, until there is room again', async () => {
  await database.query(`
    create function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
    create trigger full_disk before insert on positions execute function full_disk()`);
  expect(await open()).toMatchObject({ error: true, code: 'UNAVAILABLE' });
  expect(await ready()).toMatchObject([503, { error: { fields: { database: 'has a full disk' } } }]);
  expect(await metric('database_faults_total{kind="full"}')).toBe('database_faults_total{kind="full"} 1');
  expect(await shop.call(getBalance, { accessToken })).toMatchObject({ status: 200 });
  await database.query('drop function full_disk cascade');
  expect(await open()).toMatchObject({ error: false });
  database.availability.writesSucceed();
  expect(await ready()).toEqual([200, { status: 'ready' }]);
});
