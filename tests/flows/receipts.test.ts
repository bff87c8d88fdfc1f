import { randomUUID } from 'node:crypto';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getHistory, getReceipt } from '../../src/lib/contract/calls.ts';
import type { Position, Receipt } from '../../src/lib/contract/entities.ts';
import { receipt } from '../../src/lib/contract/entities.ts';
import { closingRate, openingRate } from '../../src/lib/trading/quote.ts';
import { toMajor, toMinor } from '../../src/lib/money.ts';
import { profitMinor } from '../../src/lib/trading/profit.ts';
import { changeBehind } from '../support/databases/change-behind.ts';
import type { TestApp } from '../support/test-app.ts';
import { createTestApp, emitTo } from '../support/test-app.ts';

let shop: TestApp;
let accessToken: string;
let socket: Socket;

beforeAll(async () => {
  shop = await createTestApp();
  ({ accessToken } = await shop.logIn());
  socket = await shop.customerSocket(accessToken);
});
afterAll(() => shop.close());

async function ask(event: string, payload: unknown): Promise<Position> {
  const answer = await emitTo<Position>(socket, event, payload);
  if (answer.error) throw new Error(`Refused: ${answer.code}`);
  return answer.data;
}

async function receiptOf(id: string): Promise<Receipt> {
  const { body } = await shop.call(getReceipt, { accessToken, body: { id } });
  if (body.status === 'error') throw new Error(body.error.code);
  expect(receipt.safeParse(body.data).success).toBe(true);
  return body.data;
}

const order = { direction: 'buy', amount: 100, leverage: 10, price: 60_010, symbol: 'BTCUSD' };

test('a fill keeps its quote, also when a trigger closes the position', async () => {
  shop.feed.confirm('BTCUSD', 60_000, 60_010);
  const openedAt = new Date(shop.runtime.now()).toISOString();
  const { id } = await ask('openPosition', { ...order, take_profit: 61_000 });
  const open = await receiptOf(id);
  expect(open).toMatchObject({ position: { id, take_profit: 61_000 }, close: null });
  const quote = { bid: 60_000, ask: 60_010, time: openedAt, sequence: 1, feed: 'hand' };
  expect(open.open).toEqual({ rate: 60_025.0025, time: openedAt, quote });

  shop.runtime.advance(1_500);
  const reachedAt = new Date(shop.runtime.now()).toISOString();
  shop.feed.quote('BTCUSD', 61_200, 61_210);
  await expect.poll(async () => (await receiptOf(id)).close).not.toBeNull();
  const closed = await receiptOf(id);
  expect(closed.position).toMatchObject({ closingReason: 2, closed_rate: 61_200 });
  expect(closed.close).toEqual({
    rate: 61_200,
    time: reachedAt,
    quote: { bid: 61_200, ask: 61_210, time: reachedAt, sequence: 2, feed: 'hand' },
  });
});

test('the receipt of a close by hand has the newest quote of that instant', async () => {
  shop.feed.quote('BTCUSD', 60_000, 60_010);
  const { id } = await ask('openPosition', { ...order, direction: 'sell', price: 60_000 });
  shop.feed.quote('BTCUSD', 59_900, 59_911);
  await ask('closePosition', { id, price: 59_911 });
  const { close, position } = await receiptOf(id);
  expect(close).toMatchObject({ rate: 59_911, quote: { bid: 59_900, ask: 59_911, feed: 'hand' } });
  expect(position.closingReason).toBe(0);
});

test('the demo trades are consistent: each figure follows from the quotes', async () => {
  const { body } = await shop.call(getHistory, {
    accessToken,
    body: { limit: 1_000, sort: 'open_date', order: 'asc' },
  });
  const rows = body.status === 'success' ? body.data.rows.filter(({ symbol }) => symbol !== 'BTCUSD') : [];
  expect(rows.length).toBeGreaterThan(0);
  for (const { id } of rows) {
    const { position, open, close } = await receiptOf(id);
    if (!open.quote || !close?.quote) throw new Error('A demo trade without its quotes');
    const { direction, amount, leverage, profit } = position;
    expect(open.rate).toBe(openingRate(direction, open.quote));
    expect(close.rate).toBe(closingRate(direction, close.quote));
    // The seeded quotes come from no feed, so they have no sequence.
    expect([open.quote.sequence, close.quote.sequence]).toEqual([null, null]);
    expect(close.quote.ask).toBeGreaterThan(close.quote.bid);
    const terms = { direction, openRate: open.rate, closeRate: close.rate, amountMinor: toMinor(amount), leverage };
    expect(profit).toBe(toMajor(profitMinor(terms)));
  }
});

test('only the owner can read a receipt', async () => {
  const { body } = await shop.call(getHistory, { accessToken, body: {} });
  const id = body.status === 'success' ? body.data.rows[0]?.id : undefined;
  const stranger = await shop.logIn('limited@example.com');
  for (const request of [
    { accessToken: stranger.accessToken, body: { id } },
    { accessToken, body: { id: randomUUID() } },
  ]) {
    const { status, body: refused } = await shop.call(getReceipt, request);
    expect(status).toBe(404);
    expect(refused).toMatchObject({ status: 'error', error: { code: 'POSITION_NOT_FOUND' } });
  }
});

test('a position that is older than receipts has rates but no quotes', async () => {
  shop.feed.quote('BTCUSD', 60_000, 60_010);
  const { id } = await ask('openPosition', { ...order });
  await changeBehind(shop.app.database, 'positions', {
    text: `update positions set open_bid = null, open_ask = null, open_quote_at = null, open_sequence = null, open_feed = null
      where id = $1`,
    values: [id],
  });
  expect(await receiptOf(id)).toMatchObject({ open: { rate: 60_025.0025, quote: null }, close: null });
});
