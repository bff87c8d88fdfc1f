import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PriceMap } from '../../../src/lib/contract/entities.ts';
import type { VisitorSocket } from '../../../src/stores/realtime/visitor-socket.ts';
import { createVisitorSocket } from '../../../src/stores/realtime/visitor-socket.ts';

/** Tests the hand-written client against the real Socket.IO server, which has to understand it. */

let io: Server;
let port: number;
let visitorSocket: VisitorSocket;
let updates: PriceMap[];
let losses: number;

async function serve(at = 0): Promise<void> {
  const http = createServer();
  io = new Server(http, { pingInterval: 30, pingTimeout: 200 });
  io.of('/prices').on('connection', (socket) => {
    socket.emit('prices', { BTCUSD: { buy: 2, sell: 1 } });
  });
  await new Promise<void>((listening) => http.listen(at, '127.0.0.1', listening));
  port = (http.address() as AddressInfo).port;
}

const readers = () => io.of('/prices').sockets.size;

beforeEach(async () => {
  await serve();
  updates = [];
  losses = 0;
  visitorSocket = createVisitorSocket({
    address: `ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`,
    apply: (update) => updates.push(update),
    onLost: () => losses++,
    firstRetryMs: 20,
  });
});

afterEach(async () => {
  visitorSocket.close();
  await io.close();
});

it('gets the prices and their changes', async () => {
  visitorSocket.open();
  await expect.poll(() => updates).toEqual([{ BTCUSD: { buy: 2, sell: 1 } }]);
  io.of('/prices').emit('prices', { EURUSD: { buy: 4, sell: 3 } });
  await expect.poll(() => updates.at(-1)).toEqual({ EURUSD: { buy: 4, sell: 3 } });
});

it('answers pings, so that the server keeps it', async () => {
  visitorSocket.open();
  await expect.poll(readers).toBe(1);
  let pings = 0;
  for (const { conn } of io.of('/prices').sockets.values()) conn.on('heartbeat', () => pings++);
  await expect.poll(() => pings).toBeGreaterThan(10);
  expect([readers(), losses]).toEqual([1, 0]);
});

it('opens once, closes, and opens again', async () => {
  visitorSocket.open();
  visitorSocket.open();
  await expect.poll(() => updates.length).toBe(1);
  expect(readers()).toBe(1);
  visitorSocket.close();
  await expect.poll(readers).toBe(0);
  visitorSocket.open();
  await expect.poll(() => updates.length).toBe(2);
  expect(losses).toBe(0);
});

it('reports a lost connection, and returns with the server', async () => {
  visitorSocket.open();
  await expect.poll(() => updates.length).toBe(1);
  await io.close();
  await expect.poll(() => losses).toBeGreaterThan(1);
  await serve(port);
  await expect.poll(() => updates.length, { timeout: 5_000 }).toBe(2);
});

it('reconnects after the server closed the namespace', async () => {
  visitorSocket.open();
  await expect.poll(() => updates.length).toBe(1);
  io.of('/prices').disconnectSockets();
  await expect.poll(() => [updates.length, losses]).toEqual([2, 1]);
});
