import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getCandles } from '../../../src/lib/contract/calls.ts';
import { rawRequest } from '../../support/raw/raw-request.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp, testMetricsToken } from '../../support/test-app.ts';

let shop: TestApp;

beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

const ask = (path: string, headers: Record<string, string> = {}) => fetch(`${shop.url}${path}`, { headers });

async function metric(line: string): Promise<number> {
  const text = await shop.metrics();
  const found = text.split('\n').find((candidate) => candidate.startsWith(`${line} `));
  return Number(found?.split(' ')[1] ?? Number.NaN);
}

test('the server says that it is alive and ready', async () => {
  expect(await (await ask('/healthz')).json()).toEqual({ status: 'ok' });
  expect(await (await ask('/readyz')).json()).toEqual({ status: 'ready' });
});

test('the server describes its contract', async () => {
  const response = await ask('/api/openapi.json');
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ openapi: '3.1.1', paths: { '/api/accounts/login': { post: {} } } });
});

describe('metrics', () => {
  test('count quotes, and dropped ones by reason', async () => {
    const accepted = await metric('quotes_accepted_total');
    const crossed = await metric('quotes_dropped_total{reason="crossed"}');
    shop.feed.quote('EURUSD', 1.1, 1.1001);
    shop.feed.quote('EURUSD', 1.2, 1.1);
    expect(await metric('quotes_accepted_total')).toBe(accepted + 1);
    expect(await metric('quotes_dropped_total{reason="crossed"}')).toBe(crossed + 1);
  });

  test('count sockets while they are open', async () => {
    expect(await metric('sockets_open{kind="customer"}')).toBe(0);
    const { accessToken } = await shop.logIn();
    const socket = await shop.customerSocket(accessToken);
    expect(await metric('sockets_open{kind="customer"}')).toBe(1);
    socket.close();
    await expect.poll(() => metric('sockets_open{kind="customer"}')).toBe(0);
  });

  test('count assets without a fresh price', async () => {
    const all = shop.app.market.assets.size;
    shop.runtime.advance(60_000);
    expect(await metric('assets_without_price')).toBe(all);
    shop.feed.quote('EURUSD', 1.1, 1.1001);
    expect(await metric('assets_without_price')).toBe(all - 1);
  });

  test('count what waits in the database, and for how long', async () => {
    const { database } = shop.app;
    expect(await metric('database_answers')).toBe(1);
    for (const queue of ['closing_mails', 'mails', 'mails_given_up', 'payment_reports', 'postbacks']) {
      expect(await metric(`queue_waiting{queue="${queue}"}`)).toBe(0);
      expect(await metric(`queue_oldest_seconds{queue="${queue}"}`)).toBe(0);
    }
    const now = shop.runtime.now();
    // Two mails that are not due yet, the older one written a minute ago, and a third one that was given up.
    const insert = `insert into mail_outbox (id, recipient, subject, body, created_at, due_at)
      values (gen_random_uuid(), 'a@example.com', '', '', $1, $2)`;
    const later = new Date(now + 86_400_000);
    for (const [age, due] of [
      [60_000, later],
      [1_000, later],
      [500_000, null],
    ] as const)
      await database.query(insert, [new Date(now - age), due]);
    expect(await metric('queue_waiting{queue="mails"}')).toBe(2);
    expect(await metric('queue_oldest_seconds{queue="mails"}')).toBe(60);
    expect(await metric('queue_waiting{queue="mails_given_up"}')).toBe(1);
    expect(await metric('queue_oldest_seconds{queue="mails_given_up"}')).toBe(500);
    // A closed position whose mail is not due yet.
    await database.query(
      `insert into notices (id, account_id, code, data, created_at, on_screen, mail_due_at)
       select gen_random_uuid(), min(id), 'take_profit', '{}', $1, true, $2 from accounts`,
      [new Date(now - 30_000), later],
    );
    expect(await metric('queue_waiting{queue="closing_mails"}')).toBe(1);
    expect(await metric('queue_oldest_seconds{queue="closing_mails"}')).toBe(30);
  });

  test('time calls by route, never by address', async () => {
    await shop.call(getCandles, { query: { symbol: 'BTCUSD', resolution: '1h', from: '0', to: '1' } });
    await ask('/api/nope/secret');
    const line = 'http_call_duration_seconds_count{route="/api/get/candles",method="GET",status="200"}';
    expect(await metric(line)).toBeGreaterThan(0);
    expect(await shop.metrics()).not.toContain('secret');
  });

  test('need the token', async () => {
    const read = async (headers: Record<string, string>) => (await ask('/metrics', headers)).status;
    expect(await read({})).toBe(403);
    expect(await read({ authorization: 'Bearer wrong' })).toBe(403);
    expect(await read({ authorization: `Bearer ${testMetricsToken}` })).toBe(200);
  });

  test('are refused without a configured token, and the log says why once', async () => {
    const open = await createTestApp({ env: { METRICS_TOKEN: '' } });
    // A request that a proxy on this machine passes on without adding a header.
    const passedOn = await rawRequest(
      open.url,
      'GET /metrics HTTP/1.0\r\nHost: 127.0.0.1:4321\r\nConnection: close\r\n\r\n',
    );
    expect(passedOn.status).toBe(403);
    expect((await fetch(`${open.url}/metrics`, { headers: { authorization: 'Bearer ' } })).status).toBe(403);
    expect(open.log.filter(({ msg }) => String(msg).startsWith('METRICS_TOKEN is not set'))).toHaveLength(1);
    await open.close();
  });
});

test('the server is not ready if the database does not answer', async () => {
  const unready = await createTestApp();
  await unready.app.database.close();
  const response = await fetch(`${unready.url}/readyz`);
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ error: { code: 'UNAVAILABLE' } });
  expect((await fetch(`${unready.url}/healthz`)).status).toBe(200);
  const figures = await unready.metrics();
  expect(figures).toContain('\ndatabase_answers 0\n');
  expect(figures).not.toContain('queue_waiting{');
  await unready.close();
});
