import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCorrection } from '../../../../src/server/http/correct-reply.ts';
import { createHttpServer } from '../../../../src/server/http/http-server.ts';
import { longestRequestMs } from '../../../../src/server/http/connections/lingering.ts';
import { createLogger } from '../../../../src/server/logger.ts';
import { createSocketServer } from '../../../../src/server/socket/socket-server.ts';
import { parseAnswer } from '../../../support/raw/raw-request.ts';
import { opcodes, openRawWebSocket } from '../../../support/raw/raw-web-socket.ts';
import { createTestRuntime } from '../../../support/test-runtime.ts';

/** The HTTP server with a request limit of 60 ms. */

let app: FastifyInstance;
const correctReply = createCorrection(false);
let port: number;
const opened: Socket[] = [];
/** The slow answer continues when the test resolves this. */
let slow = Promise.withResolvers<undefined>();

beforeEach(async () => {
  slow = Promise.withResolvers();
  const logger = createLogger({ level: 'silent' });
  const parts = { logger, runtime: createTestRuntime(), trustProxy: false, site: null, siteOrigins: [], correctReply };
  app = createHttpServer({ ...parts, requestTimeoutMs: 60 });
  app.post('/take', (request) => request.body);
  app.get('/slow', async () => (await slow.promise, { was: 'patient' }));
  createSocketServer(app.server);
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as { port: number }).port;
});
afterEach(async () => {
  opened.splice(0).forEach((socket) => socket.destroy());
  await app.close();
});

async function open(bytes: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  opened.push(socket);
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
}

const begun = 'POST /take HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"a":';

/** Sends a request whose body never completes, and expects the refusal. */
async function beLate(): Promise<void> {
  const answer = parseAnswer(await text(await open(begun)));
  expect(answer).toMatchObject({ status: 408, headers: { connection: 'close' } });
  expect(JSON.parse(answer.body)).toMatchObject({ error: { code: 'REQUEST_TIMEOUT' } });
}

test('the limit is half a minute, and a late request is found within a second of it', () => {
  const { requestTimeout } = createHttpServer({
    ...{ logger: createLogger({ level: 'silent' }), runtime: createTestRuntime() },
    ...{ trustProxy: false, site: null, siteOrigins: [], correctReply },
  }).server;
  expect(requestTimeout).toBe(30_000);
  expect(longestRequestMs).toBe(30_000);
});

test('a body that does not come in time is answered 408', beLate);

test('a connection that the client does not close is closed by the server', async () => {
  const held = new Promise<void>((resolve) => {
    app.server.once('connection', (socket) => socket.once('close', () => resolve()));
  });
  // The client keeps its side open after the answer.
  const socket = await open(begun);
  await text(socket);
  await held;
});

test('an answer may take longer than the limit, and its connection serves the next request', async () => {
  const socket = await open('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n');
  await beLate();
  slow.resolve(undefined);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(String(answer)).toContain('200 OK');
  await beLate();
  socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n');
  expect(String((await once(socket, 'data'))[0])).toContain('200 OK');
});

test('the limit does not apply to a WebSocket', async () => {
  const said: string[] = [];
  const joined = Promise.withResolvers<undefined>();
  const socket = openRawWebSocket({ port, path: '/socket.io/?EIO=4&transport=websocket' }, (opcode, content) => {
    if (opcode === opcodes.text) said.push(String(content));
    joined.resolve(undefined);
  });
  opened.push(socket.connection);
  await joined.promise;
  await beLate();
  expect(socket.connection.readyState).toBe('open');
  socket.send('text', Buffer.from('40/nowhere,'));
  await expect.poll(() => said.at(-1)).toContain('44/nowhere');
});
