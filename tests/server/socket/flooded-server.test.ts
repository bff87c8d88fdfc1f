import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createFairInput } from '../../../src/server/socket/fair-input.ts';
import { createSocketServer } from '../../../src/server/socket/socket-server.ts';

const open: Server[] = [];
afterEach(async () => {
  for (const io of open.splice(0)) await io.close();
});

async function listen(io: Server, server: ReturnType<typeof createServer>): Promise<string> {
  open.push(io);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}/socket.io/?EIO=4&transport=`;
}

test('a flood over many heartbeats is answered to its end, on the same connection', async () => {
  const server = createServer();
  const io = new Server(server, { wsEngine: createFairInput(() => 'flood'), pingInterval: 50, pingTimeout: 50 });
  io.on('connection', (socket) => {
    // Takes as long as deciding a real emit: two thousand of these span many heartbeats.
    socket.on('ask', (acknowledge: () => void) => {
      const until = performance.now() + 0.3;
      while (performance.now() < until);
      acknowledge();
    });
  });
  const client = new WebSocket(`ws://${await listen(io, server)}websocket`);
  const emits = 2_000;
  let [answers, pings] = [0, 0];
  const isOver = new Promise<string>((resolve) => {
    client.on('close', () => resolve('closed'));
    client.on('message', (data: Buffer) => {
      const text = data.toString();
      if (text.startsWith('0')) client.send('40');
      else if (text.startsWith('40')) for (let id = 0; id < emits; id += 1) client.send(`42${id}["ask"]`);
      else if (text.startsWith('43') && ++answers === emits) resolve('answered');
      else if (text === '2' && (pings += 1)) client.send('3');
    });
  });
  expect(await isOver).toBe('answered');
  expect(pings).toBeGreaterThan(3);
  client.terminate();
});

test('polling connections of an address that send thousands of messages are cut off, those of others are not', async () => {
  const server = createServer();
  const io = createSocketServer(server, { siteOrigins: [], siteUrl: 'http://localhost', trustProxy: true });
  let got = 0;
  io.on('connection', (socket) => void socket.onAny(() => (got += 1)));
  const url = `http://${await listen(io, server)}polling`;
  async function connect(address: string) {
    const headers = { 'x-forwarded-for': address };
    const opened = await (await fetch(url, { headers })).text();
    const { sid } = JSON.parse(opened.slice(1)) as { sid: string };
    const post = async (packets: string[]) =>
      (await fetch(`${url}&sid=${sid}`, { method: 'POST', headers, body: packets.join('\x1e') })).status;
    expect(await post(['40'])).toBe(200);
    return post;
  }
  const flood = await connect('203.0.113.1');
  const statuses: number[] = [];
  for (let request = 0; request < 20; request += 1)
    statuses.push(await flood(Array.from({ length: 300 }, () => '42["ask"]')));
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 400]);
  expect(got).toBeLessThan(2_400);
  const before = got;
  const other = await connect('198.51.100.1');
  expect(await other(['42["ask"]'])).toBe(200);
  expect(got).toBe(before + 1);
});
