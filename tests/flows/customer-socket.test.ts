import { randomUUID } from 'node:crypto';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { logout } from '../../src/lib/contract/calls.ts';
import type { Balance, Position, PositionLists } from '../../src/lib/contract/entities.ts';
import { balance, position, positionLists } from '../../src/lib/contract/entities.ts';
import type { Acknowledgement } from '../../src/lib/contract/envelope.ts';
import type { TestApp } from '../support/test-app.ts';
import { createTestApp, emitTo } from '../support/test-app.ts';

let shop: TestApp;

beforeAll(async () => {
  shop = await createTestApp();
});
beforeEach(() => shop.feed.confirm('BTCUSD', 60_000, 60_010));
afterAll(() => shop.close());

const order = { direction: 'buy', amount: 10, leverage: 3, price: 60_010, symbol: 'BTCUSD' };

async function connect(email?: string) {
  const { accessToken, user } = await shop.logIn(email);
  return { accessToken, user, socket: await shop.customerSocket(accessToken) };
}

function dataOf<Data>(answer: Acknowledgement<Data>): Data {
  if (answer.error) throw new Error(`Refused: ${answer.code}`);
  return answer.data;
}

const open = async (socket: Socket, parts: object = {}) =>
  dataOf(await emitTo<Position>(socket, 'openPosition', { ...order, ...parts }));
const next = <Data>(socket: Socket, event: string) =>
  new Promise<Data>((resolve) => void socket.once(event, (data: Data) => resolve(data)));

test('acknowledgements and pushed messages match the contract', async () => {
  const { socket, user } = await connect();
  const pushed = Promise.all([next<PositionLists>(socket, 'positions'), next<Balance>(socket, 'balance')]);
  const opened = await open(socket, { dataUser: { token: user.token } });
  expect(position.safeParse(opened).success).toBe(true);
  expect(opened).toMatchObject({ symbol: 'BTCUSD', amount: 10, open_rate: 60_025.0025, profit: -0.01 });

  const [lists, summary] = await pushed;
  expect(lists.open.map(({ id }) => id)).toContain(opened.id);
  expect([positionLists.safeParse(lists).success, balance.safeParse(summary).success]).toEqual([true, true]);
  expect(dataOf(await emitTo(socket, 'positions', null))).toEqual(lists);
  expect(dataOf(await emitTo(socket, 'balance', {}))).toEqual(summary);

  const closed = dataOf(await emitTo<Position>(socket, 'closePosition', { id: opened.id, price: 60_000 }));
  expect(closed).toMatchObject({ id: opened.id, closed_rate: 60_000, closingReason: 0, profit: -0.01 });
});

test('every page of the account hears of a commit, and nobody else does', async () => {
  const [mine, other, stranger] = [await connect(), await connect(), await connect('limited@example.com')];
  let leaks = 0;
  stranger.socket.onAny(() => (leaks += 1));
  const told = next<PositionLists>(other.socket, 'positions');
  const opened = await open(mine.socket);
  expect((await told).open[0]?.id).toBe(opened.id);
  await emitTo(stranger.socket, 'balance', null);
  expect(leaks).toBe(0);
});

test('a repeated request_id opens one position, however it is written', async () => {
  const { socket } = await connect();
  const requestId = randomUUID();
  const ids = [requestId, requestId.toUpperCase(), requestId];
  const opened = await Promise.all(ids.map((id) => open(socket, { request_id: id })));
  expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
});

test('another customer’s position and token are refused', async () => {
  const [owner, stranger] = [await connect(), await connect('limited@example.com')];
  const { id } = await open(owner.socket);
  expect(await emitTo(stranger.socket, 'closePosition', { id, price: 60_000 })).toMatchObject({
    error: true,
    code: 'POSITION_NOT_FOUND',
  });
  const foreign = { dataUser: { token: owner.user.token } };
  for (const event of ['positions', 'balance']) {
    expect(await emitTo(stranger.socket, event, foreign)).toMatchObject({ error: true, code: 'FORBIDDEN' });
  }
  expect(await emitTo(stranger.socket, 'openPosition', { ...order, ...foreign })).toMatchObject({ code: 'FORBIDDEN' });
});

test('malformed emits are refused by field and never break the socket', async () => {
  const { socket } = await connect();
  const malformed = [null, 7, 'x', [], {}, { ...order, amount: '10' }, { ...order, amount: 1e300 }];
  const more = [
    { ...order, amount: 0.001 },
    { ...order, price: -1 },
    { ...order, leverage: 2.5 },
  ];
  for (const payload of [...malformed, ...more, { ...order, request_id: 'no' }, { ...order, symbol: "'; --" }]) {
    const answer = await emitTo(socket, 'openPosition', payload);
    expect(answer).toMatchObject({ error: true, code: 'VALIDATION' });
    expect(Object.keys((answer.error && answer.fields) || {})).not.toHaveLength(0);
  }
  expect(await emitTo(socket, 'closePosition', { id: 'x', price: 1 })).toMatchObject({ code: 'VALIDATION' });
  expect(await emitTo(socket, 'openPosition', { ...order, symbol: 'NONE' })).toMatchObject({ code: 'UNKNOWN_SYMBOL' });
  expect(await emitTo(socket, 'openPosition', { ...order, price: 1e300 })).toMatchObject({ code: 'PRICE_MOVED' });
  socket.emit('openPosition');
  socket.emit('balance', () => undefined, 'more');
  expect(await emitTo(socket, 'balance', undefined)).toMatchObject({ error: false });
});

test('a fault is answered with the id of its log line and no detail', async () => {
  const { socket } = await connect();
  await shop.app.database.query('alter table positions add constraint no_more check (leverage <> 5) not valid');
  const answer = await emitTo(socket, 'openPosition', { ...order, leverage: 5 });
  await shop.app.database.query('alter table positions drop constraint no_more');
  expect(answer).toMatchObject({ error: true, code: 'INTERNAL', id: expect.any(String) as string });
  expect(JSON.stringify(answer)).not.toContain('no_more');
  const id = answer.error && answer.id;
  expect(shop.log.some((line) => line.id === id)).toBe(true);
});

test('a socket needs a live session of a customer', async () => {
  const affiliate = 'affiliate-token-that-never-was-000000000000';
  for (const token of ['', 'x', affiliate, 'A'.repeat(5_000)]) {
    await expect(shop.customerSocket(token)).rejects.toMatchObject({ data: { error: true, code: 'UNAUTHENTICATED' } });
  }
});

test('logout closes the sockets of its session at once, and no other', async () => {
  const [leaving, staying] = [await connect(), await connect()];
  const gone = next<string>(leaving.socket, 'disconnect');
  await shop.call(logout, { accessToken: leaving.accessToken });
  expect(await gone).toBe('io server disconnect');
  expect(staying.socket.connected).toBe(true);
  await expect(shop.customerSocket(leaving.accessToken)).rejects.toMatchObject({ data: { code: 'UNAUTHENTICATED' } });
});

test('acts keep a session alive, reads do not, and its end closes the socket', async () => {
  const { socket } = await connect();
  const minutes = (count: number) => shop.runtime.advance(count * 60_000);
  minutes(15);
  shop.feed.quote('BTCUSD', 60_000, 60_010);
  await open(socket);
  minutes(15);
  expect(await emitTo(socket, 'balance', null)).toMatchObject({ error: false });
  minutes(6);
  const gone = next<string>(socket, 'disconnect');
  const asked = [emitTo(socket, 'positions', null), emitTo(socket, 'openPosition', order)];
  // Each emit gets an answer, even if another session check notices first that the session has ended.
  const refused = { error: true, code: 'UNAUTHENTICATED' };
  expect(await Promise.all(asked)).toMatchObject([refused, refused]);
  expect(await gone).toBe('io server disconnect');
});

test('a session check is trusted for one second, even if the clock is set back', async () => {
  const { socket } = await connect();
  expect(dataOf(await emitTo<Balance>(socket, 'balance', null))).toBeTruthy();
  shop.runtime.setWall(-3_600_000);
  shop.runtime.advance(1_500);
  await shop.app.database.query('delete from sessions');
  const answer = await emitTo(socket, 'balance', null);
  shop.runtime.setWall(3_600_000);
  expect(answer).toMatchObject({ error: true, code: 'UNAUTHENTICATED' });
});
