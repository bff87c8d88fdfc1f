import type { Socket as Connection } from 'node:net';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Position, PositionLists } from '../../src/lib/contract/entities.ts';
import type { TestApp } from '../support/test-app.ts';
import { createTestApp, emitTo } from '../support/test-app.ts';

let shop: TestApp;

beforeAll(async () => {
  shop = await createTestApp();
  shop.feed.quote('BTCUSD', 96_000, 96_010);
});

afterAll(() => shop.close());

/** The TCP connection of a client's socket. */
function connectionOf(socket: Socket): Connection {
  return (socket.io.engine.transport as unknown as { ws: { _socket: Connection } }).ws._socket;
}

async function openSockets(): Promise<number> {
  const text = await shop.metrics();
  return Number(/^sockets_open\{kind="customer"\} (\d+)$/m.exec(text)?.[1]);
}

test('a client that keeps asking and never reads is disconnected, and nobody else is', async () => {
  const { accessToken } = await shop.logIn();
  const [greedy, other] = [await shop.customerSocket(accessToken), await shop.customerSocket(accessToken)];
  connectionOf(greedy).pause();
  const ask = async () => {
    for (let asked = 0; asked < 2_000; asked += 1) greedy.emit('positions', null, () => undefined);
    return openSockets();
  };
  await expect.poll(ask, { timeout: 25_000, interval: 100 }).toBe(1);
  expect(await emitTo<PositionLists>(other, 'positions', null)).toMatchObject({ error: false });
  const order = { symbol: 'BTCUSD', direction: 'buy', amount: 1, leverage: 1, price: 96_010 };
  expect(await emitTo<Position>(other, 'openPosition', order)).toMatchObject({ error: false });
});

test('of many reads at once a few are answered and the others refused, and the socket goes on', async () => {
  const { accessToken } = await shop.logIn();
  const socket = await shop.customerSocket(accessToken);
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => emitTo(socket, index % 2 === 0 ? 'positions' : 'balance', null)),
  );
  const refused = answers.filter((answer) => answer.error);
  // Sixteen are processed at once; a fast database may answer the first before the last has arrived.
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(16);
  expect(refused).not.toEqual([]);
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['TOO_MANY_REQUESTS']));
  expect(await emitTo(socket, 'positions', null)).toMatchObject({ error: false });
});
