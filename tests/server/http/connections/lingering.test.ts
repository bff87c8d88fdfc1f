import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import type { Patience } from '../../../../src/server/http/connections/lingering.ts';
import { lingerAfter } from '../../../../src/server/http/connections/lingering.ts';

const open: { server?: Server; socket?: Socket } = {};
afterEach(() => {
  vi.useRealTimers();
  open.socket?.destroy();
  open.server?.close();
});

/**
 * Starts a server that refuses every body before it has arrived, and connects to it. `gone` resolves when the server
 * closes that connection.
 */
async function refuseAll(patience?: Patience): Promise<{ socket: Socket; gone: Promise<void> }> {
  const server = createServer((request, response) => {
    lingerAfter(request, response, patience);
    response.writeHead(413, { 'content-length': 2 }).end('no');
  }).listen(0, '127.0.0.1');
  const gone = new Promise<void>((resolve) => {
    server.once('connection', (line) => line.once('close', () => resolve()));
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  Object.assign(open, { server, socket });
  return { socket, gone };
}

const head = (bytes: number, more = '') => `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${bytes}\r\n${more}\r\n`;
const patient = { bytes: 1_000, ms: 600_000 };

async function readAnswer(socket: Socket): Promise<string> {
  let answer = '';
  for await (const piece of socket.iterator({ destroyOnReturn: false })) {
    answer += String(piece);
    if (answer.endsWith('no')) break;
  }
  return answer;
}

test('a refused body has half a minute to arrive, as an accepted one has', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { socket } = await refuseAll();
  socket.write(head(800));
  await readAnswer(socket);
  vi.advanceTimersByTime(29_999);
  socket.write('x'.repeat(800) + head(800));
  expect(await readAnswer(socket)).toMatch(/^HTTP\/1.1 413 /);
});

const lasts = ['', 'connection: close\r\n'];

test('a keep-alive connection is reused once the rest has arrived', async () => {
  const { socket } = await refuseAll(patient);
  for (let time = 0; time < 3; time += 1) {
    socket.write(head(800));
    expect(await readAnswer(socket)).toMatch(/^HTTP\/1.1 413 /);
    socket.write('x'.repeat(800));
  }
});

test('a connection that ends with its answer stays open for the rest, and is then closed', async () => {
  const { socket, gone } = await refuseAll(patient);
  socket.write(head(800, 'connection: close\r\n'));
  expect(await readAnswer(socket)).toContain('close');
  await once(socket.resume(), 'end');
  socket.write('x'.repeat(800));
  await gone;
});

test.each(lasts)('a connection that sends more than is waited for is cut (%j)', async (more) => {
  const { socket, gone } = await refuseAll(patient);
  socket.write(head(1_000_000, more));
  await readAnswer(socket);
  socket.write('x'.repeat(2_000));
  await gone;
});

test.each(lasts)('a connection that sends nothing more is cut when its time is up (%j)', async (more) => {
  const { socket, gone } = await refuseAll({ bytes: 1_000, ms: 20 });
  socket.write(head(800, more));
  await readAnswer(socket);
  await gone;
});
