import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keptDocuments } from '../../support/documents/document-desk.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';

const gigabyte = 1024 ** 3;
/** In bytes: the most that the server reads and discards of a refused body, plus the buffers at both ends. */
const mostSent = 40 * 1024 ** 2;
const mostHeld = 200 * 1024 ** 2;

let shop: TestApp;
let accessToken: string;

beforeAll(async () => {
  shop = await createTestApp();
  ({ accessToken } = await shop.logIn('new@example.com'));
});
afterAll(() => shop.close());

interface Streamed {
  /** Bytes that were sent until the connection was cut or nothing was left. */
  sent: number;
  answer: string;
  /** The peak of the buffers' memory during the upload, in bytes above the memory before it. */
  held: number;
}

/** Sends a form of two gigabytes as fast as the server reads it. */
async function stream(headers: Record<string, string>, opening: string): Promise<Streamed> {
  const { hostname, port } = new URL(shop.url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('error', () => undefined).on('data', (chunk) => (answer += chunk.toString('latin1')));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'connect');
  const all = { host: hostname, authorization: `Bearer ${accessToken}`, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST /api/accounts/upload HTTP/1.1\r\n${lines.join('')}\r\n`);
  const isChunked = 'transfer-encoding' in headers;
  const framed = (data: Buffer) =>
    isChunked ? Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), data, Buffer.from('\r\n')]) : data;
  socket.write(framed(Buffer.from(opening)));
  const block = framed(Buffer.alloc(1024 ** 2, 0x61));
  const before = process.memoryUsage().arrayBuffers;
  let [sent, held] = [0, 0];
  while (!socket.destroyed && sent < 2 * gigabyte) {
    const isTaken = socket.write(block);
    sent += block.length;
    held = Math.max(held, process.memoryUsage().arrayBuffers - before);
    if (!isTaken) await Promise.race([once(socket, 'drain').catch(() => undefined), closed]);
  }
  socket.destroy();
  return { sent, answer, held };
}

const type = 'multipart/form-data; boundary=x';
const file =
  '--x\r\nContent-Disposition: form-data; name="files"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n\u00ff';

test.each([
  ['with a content-length', { 'content-length': String(2 * gigabyte) }, file],
  ['without a content-length', { 'transfer-encoding': 'chunked' }, file],
  ['of parts that are not read', { 'transfer-encoding': 'chunked' }, '--x\r\nX: y\r\n\r\n'],
  [
    'of one text field',
    { 'transfer-encoding': 'chunked' },
    '--x\r\nContent-Disposition: form-data; name="type"\r\n\r\n',
  ],
  ['before the first part', { 'transfer-encoding': 'chunked' }, 'no part'],
])('two gigabytes %s are cut off early, use no memory and leave nothing', async (_what, headers, opening) => {
  const { sent, answer, held } = await stream({ 'content-type': type, ...headers }, opening);
  expect(sent).toBeLessThan(mostSent);
  expect(held).toBeLessThan(mostHeld);
  // A client that still listens when the connection is cut has received the reason.
  expect(answer === '' || answer.startsWith('HTTP/1.1 413 ')).toBe(true);
  expect(await keptDocuments(shop)).toEqual({ files: [], rows: [] });
});

test('the same customer is served as usual after that', async () => {
  const response = await fetch(`${shop.url}/api/accounts/get`, {
    ...{ method: 'POST', body: '{}' },
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
  });
  expect(response.status).toBe(200);
  expect(shop.log.filter(({ level }) => level === 'error' || level === 'fatal')).toEqual([]);
});
