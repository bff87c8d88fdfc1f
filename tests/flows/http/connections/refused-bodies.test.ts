import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { longestDocumentBytes } from '../../../../src/lib/contract/accounts/document-kinds.ts';
import { upload } from '../../../../src/lib/contract/accounts/account-calls.ts';
import { login } from '../../../../src/lib/contract/calls.ts';
import type { ProblemCode } from '../../../../src/lib/contract/problem.ts';
import { parseAnswer } from '../../../support/raw/raw-request.ts';
import type { TestApp } from '../../../support/test-app.ts';
import { createTestApp } from '../../../support/test-app.ts';
import { expectRefusal } from '../../../support/wrong-values.ts';

/**
 * A client that sends slowly and reads only when it has sent everything, as a proxy does: it still learns why its body
 * was refused.
 */

let shop: TestApp;
let authorization: string;

beforeAll(async () => {
  shop = await createTestApp();
  authorization = `Bearer ${(await shop.logIn('new@example.com')).accessToken}`;
});
afterAll(() => shop.close());

interface Sent {
  path: string;
  headers: Record<string, string>;
  bytes: number;
}

async function open({ path, headers }: Pick<Sent, 'path' | 'headers'>): Promise<Socket> {
  const { hostname, port, host } = new URL(shop.url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  await write(socket, `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  return socket;
}

const write = (socket: Socket, bytes: Buffer | string) =>
  new Promise<void>((resolve, reject) => {
    socket.write(bytes, (fault) => (fault ? reject(fault) : resolve()));
  });

const answers = () => shop.log.filter(({ msg }) => msg === 'request').length;
const chunk = (bytes: Buffer) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

/** Sends most of the body piece by piece after the server has answered, and reads the answer last. */
async function sendSlowly({ path, headers, bytes }: Sent) {
  const isChunked = 'transfer-encoding' in headers;
  const [before, piece] = [answers(), Buffer.alloc(bytes / 100, 'x')];
  const length: Record<string, string> = isChunked ? {} : { 'content-length': String(bytes) };
  const socket = await open({ path, headers: { authorization, ...length, ...headers } });
  // Without a content-length, the server can refuse the body only once it exceeds the limit.
  const early = isChunked ? 80 : 1;
  const send = async (count: number) => {
    for (let sent = 0; sent < count; sent += 1) await write(socket, isChunked ? chunk(piece) : piece);
  };
  await send(early);
  await expect.poll(answers).toBe(before + 1);
  await send(100 - early);
  socket.end(isChunked ? '0\r\n\r\n' : '');
  return parseAnswer(await text(socket));
}

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'multipart/form-data; boundary=x' };
const close = { connection: 'close' };
const chunked = { 'transfer-encoding': 'chunked' };
const long = 2 * longestDocumentBytes + 1_000_000 - 4;
const refused: [string, Sent, ProblemCode][] = [
  ['a log-in', { path: login.path, headers: json, bytes: 100_000 }, 'BODY_TOO_LARGE'],
  [
    'a log-in by a line that ends then',
    { path: login.path, headers: { ...json, ...close }, bytes: 100_000 },
    'BODY_TOO_LARGE',
  ],
  [
    'a log-in without a length',
    { path: login.path, headers: { ...json, ...chunked }, bytes: 100_000 },
    'BODY_TOO_LARGE',
  ],
  ['documents', { path: upload.path, headers: form, bytes: long }, 'FILE_TOO_LARGE'],
  [
    'documents by a line that ends then',
    { path: upload.path, headers: { ...form, ...close }, bytes: long },
    'FILE_TOO_LARGE',
  ],
  [
    'a stranger’s documents',
    { path: upload.path, headers: { ...form, ...close, authorization: '' }, bytes: long },
    'UNAUTHENTICATED',
  ],
  [
    'documents sent as JSON',
    { path: upload.path, headers: { ...json, ...close }, bytes: long },
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  ['a body for an unknown address', { path: '/api/nope', headers: { ...json, ...close }, bytes: long }, 'NOT_FOUND'],
];

test.each(refused)('%s: the refusal is read whole', async (_what, sent, code) => {
  const answer = await sendSlowly(sent);
  expect(answer.headers['content-type']).toContain('application/json');
  expectRefusal(answer.status, JSON.parse(answer.body), code);
});

test('an endless body is cut off soon after its answer', async () => {
  const socket = await open({ path: login.path, headers: { ...json, ...chunked } });
  const cut = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
  const piece = chunk(Buffer.alloc(1024 ** 2, 'x'));
  let sent = 0;
  const push = () => {
    while (!socket.destroyed && sent < 2_000 && socket.write(piece)) sent += 1;
  };
  socket.on('drain', push).resume();
  push();
  await cut;
  expect(sent).toBeLessThan(40);
});
