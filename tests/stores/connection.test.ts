import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServerOptions } from 'socket.io';
import { Server } from 'socket.io';
import { afterEach, expect, test, vi } from 'vitest';
import { getPositions } from '../../src/lib/contract/emits.ts';
import type { PriceMap } from '../../src/lib/contract/entities.ts';
import { acknowledgeProblem } from '../../src/lib/contract/envelope.ts';
import type { ProblemCode } from '../../src/lib/contract/problem.ts';
import { openSilentProxy } from '../support/peers/silent-proxy.ts';
import {
  $customerConnection,
  $priceConnection,
  openCustomerConnection,
  openPriceConnection,
} from '../../src/stores/connection.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const refusal = (code: ProblemCode) => Object.assign(new Error(code), { data: acknowledgeProblem({ code }) });

/** A Socket.IO server like the product's, which knows one access token. */
async function startServer(options: Partial<ServerOptions> = {}) {
  const http = createServer();
  const io = new Server(http, options);
  io.use((socket, next) => {
    next(socket.handshake.query['token'] === 'good' ? undefined : refusal('UNAUTHENTICATED'));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  closing.push(() => io.close());
  return { io, origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}` };
}

function openConnection(origin: string, token = 'good', answerTimeoutMs = 2_000) {
  const rejected = vi.fn();
  const page = new EventTarget();
  const connection = openCustomerConnection(token, rejected, { origin, answerTimeoutMs, page });
  closing.push(connection.close);
  return { connection, rejected, page };
}

test('the price connection passes on the snapshot and every later update, without a token', async () => {
  const { io, origin } = await startServer();
  io.of('/prices').on('connection', (socket) => {
    socket.emit('prices', { BTCUSD: { buy: 2, sell: 1 } });
    socket.emit('prices', { BTCUSD: { buy: 3, sell: 2 } });
  });
  const taken: PriceMap[] = [];
  closing.push(openPriceConnection((frame) => taken.push(frame), { origin }));
  await vi.waitFor(() => expect(taken).toHaveLength(2));
  expect(taken[1]).toEqual({ BTCUSD: { buy: 3, sell: 2 } });
  expect($priceConnection.get()).toBe('live');
});

test('an emit resolves with its acknowledgement', async () => {
  const { io, origin } = await startServer();
  io.on('connection', (socket) => {
    socket.on('positions', (_payload: unknown, answer: (value: unknown) => void) => {
      answer({ error: false, data: { open: [], history: [] } });
    });
  });
  const { connection } = openConnection(origin);
  expect(await connection.whenLive(5_000)).toBe(true);
  expect(await connection.ask(getPositions, null)).toEqual({ error: false, data: { open: [], history: [] } });
});

test('an emit that nobody acknowledges resolves with null in time', async () => {
  const { origin } = await startServer();
  const { connection } = openConnection(origin, 'good', 20);
  await connection.whenLive(5_000);
  expect(await connection.ask(getPositions, null)).toBeNull();
});

test('an emit whose connection breaks resolves with null at once, and the connection returns by itself', async () => {
  const { io, origin } = await startServer();
  io.on('connection', (socket) => socket.on('positions', () => socket.conn.close()));
  const { connection, rejected } = openConnection(origin, 'good', 60_000);
  await connection.whenLive(5_000);
  const lives = vi.fn();
  connection.onLive(lives);
  expect(await connection.ask(getPositions, null)).toBeNull();
  expect($customerConnection.get()).toBe('lost');
  expect(await connection.whenLive(5_000)).toBe(true);
  expect($customerConnection.get()).toBe('live');
  expect(lives).toHaveBeenCalledOnce();
  expect(rejected).not.toHaveBeenCalled();
});

test('a token that the server does not know is rejected', async () => {
  const { origin } = await startServer();
  const { connection, rejected } = openConnection(origin, 'stale');
  await vi.waitFor(() => expect(rejected).toHaveBeenCalledOnce());
  expect(await connection.whenLive(1)).toBe(false);
});

test('a session that the server ends is rejected: the connection tries again and is refused', async () => {
  const { io, origin } = await startServer();
  let isOver = false;
  io.use((_socket, next) => next(isOver ? refusal('UNAUTHENTICATED') : undefined));
  const { connection, rejected } = openConnection(origin);
  await connection.whenLive(5_000);
  isOver = true;
  io.disconnectSockets();
  await vi.waitFor(() => expect(rejected).toHaveBeenCalledOnce());
});

test('a refusal that is not about the session rejects nothing: the connection keeps trying', async () => {
  const { io, origin } = await startServer();
  let isIll = true;
  io.use((_socket, next) => next(isIll ? refusal('INTERNAL') : undefined));
  const { connection, rejected } = openConnection(origin);
  await vi.waitFor(() => expect($customerConnection.get()).toBe('lost'));
  isIll = false;
  expect(await connection.whenLive(5_000)).toBe(true);
  expect(rejected).not.toHaveBeenCalled();
});

test('a server with too many of our pages is tried again only after half a minute', async () => {
  const { io, origin } = await startServer();
  io.use((_socket, next) => next(refusal('TOO_MANY_REQUESTS')));
  const waits = vi.spyOn(globalThis, 'setTimeout');
  const { rejected } = openConnection(origin);
  await vi.waitFor(() => expect(waits).toHaveBeenCalledWith(expect.any(Function), 30_000));
  waits.mockRestore();
  expect(rejected).not.toHaveBeenCalled();
});

test('a silent connection is found dead by its missing pings, and its requests are given up', async () => {
  const { origin } = await startServer({ pingInterval: 100, pingTimeout: 300 });
  const proxy = await openSilentProxy(origin);
  closing.push(proxy.close);
  const { connection } = openConnection(new URL(proxy.url).origin, 'good', 60_000);
  await connection.whenLive(5_000);
  proxy.fallSilent();
  const answer = connection.ask(getPositions, null);
  await vi.waitFor(() => expect($customerConnection.get()).toBe('lost'), 3_000);
  expect(await answer).toBeNull();
  proxy.recover();
  expect(await connection.whenLive(5_000)).toBe(true);
});

test('pings alone keep a quiet connection', async () => {
  const { io, origin } = await startServer({ pingInterval: 50, pingTimeout: 1_000 });
  const { connection } = openConnection(origin);
  await connection.whenLive(5_000);
  const [socket] = io.sockets.sockets.values();
  let beats = 0;
  socket?.conn.on('heartbeat', () => beats++);
  await vi.waitFor(() => expect(beats).toBeGreaterThan(10), 3_000);
  expect([...io.sockets.sockets.values()]).toEqual([socket]);
  expect($customerConnection.get()).toBe('live');
});

test('a lost network ends the connection at once, and its return restores it without a wait', async () => {
  const { io, origin } = await startServer();
  const { connection, page } = openConnection(origin);
  await connection.whenLive(5_000);
  page.dispatchEvent(new Event('offline'));
  expect($customerConnection.get()).toBe('lost');
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  closing.push(() => vi.useRealTimers());
  // Timers do not run now, so only the event can trigger the reconnect.
  page.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect($customerConnection.get()).toBe('live'));
  await vi.waitFor(async () => expect(await io.fetchSockets()).toHaveLength(1));
});

test('a connection that slept with its machine is given up on waking, even without an event', async () => {
  const { origin } = await startServer({ pingInterval: 60_000 });
  const { connection } = openConnection(origin);
  await connection.whenLive(5_000);
  const lives = vi.fn();
  connection.onLive(lives);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * 60_000 });
  closing.push(() => vi.useRealTimers());
  await vi.waitFor(() => expect(lives).toHaveBeenCalledOnce(), 4_000);
});

test('a server that cannot be reached rejects nothing: the connection is lost and keeps trying', async () => {
  const { io, origin } = await startServer();
  await io.close();
  const { rejected } = openConnection(origin);
  await vi.waitFor(() => expect($customerConnection.get()).toBe('lost'));
  expect(rejected).not.toHaveBeenCalled();
});

test('pushes of the server reach its listeners until they stop', async () => {
  const { io, origin } = await startServer();
  const { connection } = openConnection(origin);
  await connection.whenLive(5_000);
  const balances = vi.fn();
  const stop = connection.onBalance(balances);
  const balance = { balance: 1, equity: 1, freeMargin: 1, profit: 0 };
  io.emit('balance', balance);
  await vi.waitFor(() => expect(balances).toHaveBeenCalledExactlyOnceWith(balance));
  stop();
  const positions = vi.fn();
  connection.onPositions(positions);
  io.emit('balance', balance);
  io.emit('positions', { open: [], history: [] });
  await vi.waitFor(() => expect(positions).toHaveBeenCalledOnce());
  expect(balances).toHaveBeenCalledOnce();
});
