import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RawAnswer } from '../../support/raw/raw-request.ts';
import { rawRequest, requestText } from '../../support/raw/raw-request.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { expectRefusal } from '../../support/wrong-values.ts';

let shop: TestApp;
const send = (bytes: string): Promise<RawAnswer> => rawRequest(shop.url, bytes);

beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

function expectRefused(answer: RawAnswer, ...codes: string[]): void {
  expect(answer.headers['content-type']).toContain('application/json');
  expectRefusal(answer.status, JSON.parse(answer.body), ...codes);
}

describe('invalid addresses', () => {
  const unknown = ['/api', '/api/', '/api/nope', '/api/accounts', '/api//accounts/login', '/nope', '/nope?x=%', '/%20'];
  const odd = [
    ...[
      '/%',
      '/api/%',
      '/%ff',
      '/api/%E0%A4%A',
      '/api/accounts/login%',
      '/%00',
      '/api/get/assets%00',
      '/%2e%2e/%2e%2e',
    ],
    ...[
      '//',
      '///',
      '//evil.example/api',
      '/..',
      '/../..',
      '/..%2f',
      '/..%2f..%2fetc/passwd',
      '/api/..%2f..%2fpackage.json',
    ],
    ...[
      '/api/accounts%2flogin',
      '/api\\accounts',
      '/\\evil.example',
      '/;',
      '/api/get/assets;x',
      '/[',
      '/|',
      '/a'.repeat(2_000),
    ],
    ...['http://evil.example/', 'javascript:alert(1)', '*', '?', 'api'],
  ];

  test.each([...unknown, ...odd])('%s is refused', async (path) => {
    for (const method of ['GET', 'POST', 'HEAD', 'PROPFIND', 'QUERY', 'TRACE', 'OPTIONS']) {
      const answer = await send(requestText(method, path));
      expect([400, 404], `${method} ${path}`).toContain(answer.status);
      if (method !== 'HEAD') expectRefused(answer, 'NOT_FOUND', 'MALFORMED_REQUEST');
    }
  });

  test('a body does not turn an unknown address into a known one', async () => {
    const headers = { 'content-type': 'text/plain' };
    expectRefused(await send(requestText('POST', '/api/nope', headers, 'x')), 'NOT_FOUND');
    expectRefused(
      await send(requestText('POST', '/api/nope', { 'content-type': 'application/json' }, '{')),
      'NOT_FOUND',
    );
  });
});

const upgrade = [
  ...['Connection: Upgrade, close', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
  ...['Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==', '\r\n'],
].join('\r\n');

describe('invalid requests', () => {
  test.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['an unknown version', 'GET / HTTP/9.9\r\nhost: x\r\n\r\n'],
    ['a method that does not exist', requestText('NOPE', '/api/nope')],
    ['a header without a name', 'GET / HTTP/1.1\r\nhost: x\r\n: x\r\n\r\n'],
    ['no host', 'GET /api/nope HTTP/1.1\r\nconnection: close\r\n\r\n'],
    ['two hosts', 'GET /healthz HTTP/1.1\r\nhost: a\r\nHOST: b\r\nconnection: close\r\n\r\n'],
    ['the same host twice', 'GET /healthz HTTP/1.1\r\nhost: a\r\nhost: a\r\nconnection: close\r\n\r\n'],
    ['two hosts of HTTP/1.0', 'GET /healthz HTTP/1.0\r\nhost: a\r\nhost: b\r\n\r\n'],
    [
      'two hosts and an address with one',
      'GET http://a/healthz HTTP/1.1\r\nhost: a\r\nhost: b\r\nconnection: close\r\n\r\n',
    ],
    ['two hosts without a socket', `GET /healthz HTTP/1.1\r\nhost: a\r\nhost: b\r\n${upgrade}`],
    ['two lengths', requestText('POST', '/api/accounts/login', { 'Content-Length': '5' }, '{}')],
    ['an invalid length', requestText('POST', '/api/accounts/login', { 'content-length': 'x' })],
    ['a length and chunks', requestText('POST', '/api/accounts/login', { 'transfer-encoding': 'chunked' }, '{}')],
    ['broken chunks', 'POST /api/accounts/login HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'],
    ['control characters in a header', 'GET / HTTP/1.1\r\nhost: x\r\nx: \u0001\r\n\r\n'],
  ])('%s are refused', async (_what, bytes) => {
    expectRefused(await send(bytes), 'MALFORMED_REQUEST');
  });

  // Engine.IO answers these itself, in its own format.
  test.each(['host: a\r\nhost: b', 'x: y'])('a socket with %j is refused', async (hosts) => {
    const path = '/socket.io/?EIO=4&transport=';
    const poll = await send(`GET ${path}polling HTTP/1.1\r\n${hosts}\r\nconnection: close\r\n\r\n`);
    const opening = await send(`GET ${path}websocket HTTP/1.1\r\n${hosts}\r\n${upgrade}`);
    expect([poll.status, opening.status]).toEqual([400, 400]);
  });

  test('HTTP/1.0 needs no host', async () => {
    expect((await send('GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200);
  });

  test('headers that are too large are refused', async () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`x-${index}`, 'x'.repeat(200)]));
    for (const headers of [{ x: 'x'.repeat(100_000) }, many, { authorization: `Bearer ${'x'.repeat(60_000)}` }]) {
      expectRefused(await send(requestText('GET', '/api/get/assets', headers)), 'HEADERS_TOO_LARGE');
    }
    expectRefused(await send(requestText('GET', `/${'x'.repeat(100_000)}`)), 'HEADERS_TOO_LARGE');
  });

  test('a body that is announced as too large is refused before it arrives', async () => {
    const headers = { 'content-type': 'application/json', 'content-length': '10000000000' };
    expectRefused(await send(requestText('POST', '/api/accounts/login', headers)), 'BODY_TOO_LARGE');
  });

  test('a compressed body is refused', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    expectRefused(await send(requestText('POST', '/api/accounts/login', headers, '\u001f\u008b')), 'BAD_JSON');
  });
});

test('none of this was logged as a fault', () => {
  expect(shop.log.filter((line) => line.level === 'error' || line.level === 'fatal')).toEqual([]);
});
