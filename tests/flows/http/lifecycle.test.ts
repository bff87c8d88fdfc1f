import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { getUser } from '../../../src/lib/contract/calls.ts';
import type { Position } from '../../../src/lib/contract/entities.ts';
import type { Database } from '../../../src/server/db/database.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp, emitTo } from '../../support/test-app.ts';
import { openTestDatabase } from '../../support/test-database.ts';

const opened: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

async function start(database?: Database): Promise<TestApp> {
  const shop = await createTestApp(database ? { database } : {});
  opened.push(shop);
  return shop;
}

const order = { symbol: 'BTCUSD', direction: 'buy', amount: 1, leverage: 1, price: 96_010 };

test('orders under way are carried out and answered, later ones are refused, and no other position appears', async () => {
  const database = await openTestDatabase({ template: 'seeded' });
  opened.push(database);
  const shop = await start(database);
  const { accessToken } = await shop.logIn();
  const socket = await shop.customerSocket(accessToken);
  shop.feed.quote('BTCUSD', 96_000, 96_010);
  const answers = Array.from({ length: 20 }, () => emitTo<Position>(socket, 'openPosition', order));
  const left = new Promise<string>((resolve) => socket.once('disconnect', resolve));
  await answers[0];
  await shop.app.close();
  // Clients reconnect after a lost connection; after a disconnect by the server they would stay away.
  expect(await left).toMatch(/transport/);
  const told = (await Promise.allSettled(answers)).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const filled = told.flatMap((answer) => (answer.error ? [] : [answer.data.id]));
  const refused = told.flatMap((answer) => (answer.error ? [answer.code] : []));
  expect(filled.length).toBeGreaterThan(0);
  expect(refused.filter((code) => code !== 'UNAVAILABLE')).toEqual([]);
  const { rows } = await database.query<{ id: string }>('select id from positions where amount_minor = 100');
  expect(rows.map(({ id }) => id).sort()).toEqual(filled.sort());
});

test('a server that stops accepts no connections, and does not wait for silent clients', async () => {
  const shop = await start();
  const { port } = new URL(shop.url);
  const idle = connect(Number(port), '127.0.0.1').on('error', () => undefined);
  await new Promise((resolve) => idle.once('connect', resolve));
  idle.write('GET /api/get/assets HTTP/1.1\r\nhost: x\r\n');
  const startedAt = performance.now();
  const closing = shop.app.close();
  await expect.poll(() => fetch(`${shop.url}/healthz`).catch(() => 'refused')).toBe('refused');
  await closing;
  expect(performance.now() - startedAt).toBeLessThan(9_000);
  idle.destroy();
});

test('stopping twice is stopping once', async () => {
  const shop = await start();
  await Promise.all([shop.app.close(), shop.app.close()]);
  await shop.app.close();
});

test('sessions, positions and candles survive a restart', async () => {
  const database = await openTestDatabase({ template: 'seeded' });
  opened.push(database);
  const before = await start(database);
  const { accessToken } = await before.logIn();
  before.feed.quote('BTCUSD', 96_000, 96_010);
  const socket = await before.customerSocket(accessToken);
  const position = await emitTo<Position>(socket, 'openPosition', order);
  expect(position).toMatchObject({ error: false });
  await before.close();

  const after = await start(database);
  expect(await after.call(getUser, { accessToken, body: {} })).toMatchObject({ status: 200 });
  const again = await after.customerSocket(accessToken);
  const lists = await emitTo<{ open: Position[] }>(again, 'positions', null);
  if (lists.error || position.error) throw new Error('refused');
  expect(lists.data.open.map(({ id }) => id)).toContain(position.data.id);
  const bucket = Math.floor(after.runtime.now() / 60_000) * 60;
  expect((await after.app.market.candles('BTCUSD', '1m', bucket, bucket)).at(-1)).toMatchObject({ close: 96_000 });
});
