import type { Socket } from 'socket.io-client';
import { io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';

/**
 * An attacker sees the market move elsewhere a moment before the broker accepts the new price. The tests use only the
 * server's public interface: calls, sockets, and quotes of the feed.
 */

interface Reply {
  error?: boolean;
  code?: string;
  data?: { id: string; closed_rate: number | null };
}
interface Money {
  balance: number;
  equity: number;
}
interface Closed {
  id: string;
  closed_rate: number;
  closingReason: number;
}

let shop: TestApp;
let token: string;
let socket: Socket;
let prices: Socket;
const shown: Record<string, { buy: number; sell: number }> = {};

async function post<Data>(path: string, body: unknown): Promise<Data> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(shop.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return ((await response.json()) as { data: Data }).data;
}

beforeAll(async () => {
  shop = await createTestApp();
  token = '';
  const login = { email: 'demo@example.com', password: 'demo1234' };
  token = (await post<{ access_token: string }>('/api/accounts/login', login)).access_token;
  const plain = { transports: ['websocket'], forceNew: true };
  socket = io(shop.url, { ...plain, query: { token } });
  prices = io(`${shop.url}/prices`, plain);
  prices.on('prices', (frame: typeof shown) => Object.assign(shown, frame));
  await Promise.all([socket, prices].map((one) => new Promise<void>((done) => one.once('connect', done))));
});
beforeEach(() => market(60_000, 3));
afterEach(() => market(60_000, 3));
afterAll(async () => {
  socket.close();
  prices.close();
  await shop.close();
});

/** Quotes a price this many times; the ask is 10 higher. */
function market(bid: number, times = 1): void {
  for (let time = 0; time < times; time++) {
    shop.runtime.advance(300);
    shop.feed.quote('BTCUSD', bid, bid === 0 ? 0 : bid + 10);
  }
}

const send = (event: string, payload: unknown) => socket.timeout(10_000).emitWithAck(event, payload) as Promise<Reply>;
const open = (direction: 'buy' | 'sell', more: object = {}) =>
  send('openPosition', {
    ...{ symbol: 'BTCUSD', direction, amount: 900, leverage: 10, price: direction === 'buy' ? 60_010 : 60_000 },
    ...more,
  });
const money = async () => (await post<{ balance: Money }>('/api/accounts/getBalance', {})).balance;
const history = async (id: string) =>
  (await post<{ positions: { history: Closed[] } }>('/api/accounts/getBalance', {})).positions.history.find(
    (one) => one.id === id,
  );
const priceShown = () => expect.poll(() => shown.BTCUSD, { timeout: 10_000 });

test('a sell at the old price after the first jumped quote is not filled and earns nothing', async () => {
  const before = await money();
  market(52_000);
  const sold = await open('sell');
  market(52_000, 2);
  // Filled at 59,985, the sell would earn 1,196.55 on 900.
  if (sold.data) await send('closePosition', { id: sold.data.id, price: 52_010 });
  expect(sold).toMatchObject({ error: true, code: 'UNAVAILABLE' });
  expect(await money()).toEqual(before);
});

test('until a jump is settled, no loss can be closed at the old price and no level changed', async () => {
  const { data } = await open('buy', { stop_lost: 58_000, amount: 100 });
  const id = data!.id;
  const before = await money();
  for (const bid of [52_000, 52_100]) {
    market(bid);
    expect(await send('closePosition', { id, price: 60_000 })).toMatchObject({ code: 'UNAVAILABLE' });
    expect(await send('updatePosition', { id, stop_lost: null })).toMatchObject({ code: 'UNAVAILABLE' });
    expect(await send('updatePosition', { id, stop_lost: 50_000 })).toMatchObject({ code: 'UNAVAILABLE' });
    // The asset is shown without a price, the position keeps its last value, and its stop loss waits.
    await priceShown().toMatchObject({ buy: 0, sell: 0 });
    expect(await money()).toEqual(before);
  }
  market(52_200);
  await expect.poll(() => history(id)).toMatchObject({ closed_rate: 52_200, closingReason: 1 });
  await priceShown().toMatchObject({ buy: 52_210, sell: 52_200 });
  const told = await post<object>('/api/accounts/receipt', { id });
  expect(told).toMatchObject({ after_jump: 1, close: { rate: 52_200, quote: { bid: 52_200 } } });
});

test('a single wrong quote closes nothing, and the asset is traded again once the price is back', async () => {
  const { data } = await open('buy', { stop_lost: 58_000, amount: 100 });
  const id = data!.id;
  market(6_000);
  expect(await open('buy')).toMatchObject({ code: 'UNAVAILABLE' });
  market(59_900);
  const closed = await send('closePosition', { id, price: 59_900 });
  expect(closed).toMatchObject({ data: { closed_rate: 59_900 } });
  expect(await post<object>('/api/accounts/receipt', { id })).toMatchObject({ after_jump: 0 });
});

test('a price of 0 makes the asset unavailable at once, until the next good one', async () => {
  const { data } = await open('buy', { amount: 100 });
  const id = data!.id;
  const before = await money();
  market(0);
  expect(await open('sell')).toMatchObject({ code: 'UNAVAILABLE' });
  expect(await send('closePosition', { id, price: 60_000 })).toMatchObject({ code: 'UNAVAILABLE' });
  await priceShown().toMatchObject({ buy: 0, sell: 0 });
  expect(await money()).toEqual(before);
  market(60_000);
  expect(await send('closePosition', { id, price: 60_000 })).toMatchObject({ data: { closed_rate: 60_000 } });
});

test('with the clock set back by an hour the market continues: orders fill and levels close positions', async () => {
  const { data } = await open('buy', { stop_lost: 59_000, amount: 100 });
  shop.runtime.setWall(-3_600_000);
  market(59_500);
  const sold = await open('sell', { amount: 100, price: 59_500 });
  expect(sold).toMatchObject({ data: { open_rate: expect.any(Number) as number } });
  await priceShown().toMatchObject({ buy: 59_510, sell: 59_500 });
  market(58_900);
  await expect.poll(() => history(data!.id)).toMatchObject({ closed_rate: 58_900, closingReason: 1 });
  expect(await send('closePosition', { id: sold.data!.id, price: 58_910 })).toMatchObject({
    data: { closed_rate: 58_910 },
  });
});
