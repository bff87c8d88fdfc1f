import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { siteHeaders } from '../../../src/server/site/page-headers.ts';
import { contentPolicy, longText, makeFakeSite } from '../../support/fake-site.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { expectRefusal } from '../../support/wrong-values.ts';

let site: Awaited<ReturnType<typeof makeFakeSite>>;
let shop: TestApp;

beforeAll(async () => {
  site = await makeFakeSite();
  shop = await createTestApp({ distDir: site.distDir, env: { TRUST_PROXY: 'on' } });
});
afterAll(async () => {
  await shop.close();
  await site.remove();
});

interface Page {
  status: number;
  headers: IncomingHttpHeaders;
  content: Buffer;
}

/** The response as it comes over the wire: `fetch` would decompress it and follow redirects. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Page> {
  return new Promise((resolve, reject) => {
    const asked = request(`${shop.url}${path}`, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, content: Buffer.concat(chunks) }),
      );
    });
    asked.on('error', reject).end();
  });
}

const html = { accept: 'text/html,*/*' };

describe('a built page', () => {
  test('is served with its own policy and the headers of every page', async () => {
    const page = await get('/login?next=%2Fplatform');
    expect(page.status).toBe(200);
    expect(page.content.toString()).toContain('<h1>login</h1>');
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': contentPolicy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-frame-options': 'DENY',
      vary: 'accept-encoding',
    });
    expect(page.headers).toHaveProperty('permissions-policy');
    expect(page.headers).not.toHaveProperty('strict-transport-security');
  });

  test.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip, deflate, br;q=0', 'gzip', gunzipSync],
    ['gzip', 'gzip', gunzipSync],
    ['deflate', undefined, (content: Buffer) => content],
    ['', undefined, (content: Buffer) => content],
  ])('is sent to a client that accepts "%s" as %s', async (accepted, encoding, unpack) => {
    const page = await get('/login', { 'accept-encoding': accepted });
    expect(page.headers['content-encoding']).toBe(encoding);
    expect(page.headers['content-length']).toBe(String(page.content.length));
    expect(unpack(page.content).toString()).toContain(longText);
  });

  test('is not sent again to a browser that has it', async () => {
    const { headers } = await get('/login', { 'accept-encoding': 'br' });
    for (const asked of [headers.etag!, `W/${headers.etag!}`, `"x", ${headers.etag!}`, '*']) {
      const again = await get('/login', { 'accept-encoding': 'br', 'if-none-match': asked });
      expect(again).toMatchObject({ status: 304, headers: { etag: headers.etag } });
      expect(again.content).toHaveLength(0);
      expect(again.headers).not.toHaveProperty('content-type');
    }
    expect((await get('/login', { 'if-none-match': headers.etag! })).status).toBe(200);
  });

  test('answers HEAD like GET, without the content', async () => {
    const [head, full] = [await get('/login', {}, 'HEAD'), await get('/login')];
    expect(head).toMatchObject({ status: 200, headers: { etag: full.headers.etag } });
    expect(head.headers['content-length']).toBe(full.headers['content-length']);
    expect(head.content).toHaveLength(0);
  });

  test('has one address', async () => {
    for (const [other, location] of Object.entries({
      ...{ '/login/?next=x': '/login?next=x', '/login.html?next=x': '/login?next=x', '/index.html?a=b': '/?a=b' },
    })) {
      expect(await get(other), other).toMatchObject({ status: 308, headers: { location } });
    }
    expect((await get('/')).content.toString()).toContain('A small house');
    expect((await get('/ein%20wort')).content.toString()).toContain('umlaut');
    for (const path of [
      '/login/index.html',
      '/404',
      '/404/',
      '/404.html',
      '/favicon.svg/',
      '/login/index.html.br',
      '//login/',
    ]) {
      expect((await get(path, html)).status, path).toBe(404);
    }
  });

  test('answers no other method', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const page = await get('/login', {}, method);
      expectRefusal(page.status, JSON.parse(page.content.toString()), 'METHOD_NOT_ALLOWED');
      expect(page.headers.allow).toBe('GET, HEAD');
    }
  });

  test('requires https for ever if a proxy speaks it', async () => {
    const secure = { 'x-forwarded-proto': 'https' };
    for (const path of ['/login', '/platform/BTCUSD']) {
      expect((await get(path, secure)).headers['strict-transport-security']).toMatch(/max-age=\d{8}/);
    }
  });
});

test('files named by their content are cached for ever, others for an hour, and pictures are not compressed', async () => {
  const script = await get('/_astro/app.DkeZc1.js', { 'accept-encoding': 'br' });
  expect(script.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
  });
  const picture = await get('/photo.png', { 'accept-encoding': 'br' });
  expect(picture.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'public, max-age=3600' });
  expect(picture.headers).not.toHaveProperty('content-encoding');
});

describe('a page on demand', () => {
  test('is rendered, compressed, and has an ETag of its content', async () => {
    const page = await get('/platform/BTCUSD', { 'accept-encoding': 'br' });
    expect(page).toMatchObject({
      status: 200,
      headers: {
        ...{ 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' },
        'x-content-type-options': 'nosniff',
      },
    });
    expect(brotliDecompressSync(page.content).toString()).toBe(`<h1>/platform/BTCUSD</h1>${longText}`);
    const again = { 'accept-encoding': 'br', 'if-none-match': page.headers.etag! };
    expect((await get('/platform/BTCUSD', again)).status).toBe(304);
    const head = await get('/platform/BTCUSD', { 'accept-encoding': 'br' }, 'HEAD');
    expect(head).toMatchObject({ status: 200, headers: { etag: page.headers.etag } });
    expect(head.headers['content-length']).toBe(String(page.content.length));
    expect(head.content).toHaveLength(0);
    expect((await get('/platform/BTCUSD')).content.toString()).toContain(longText);
    expect((await get('/platform/BTCUSD', {}, 'HEAD')).content).toHaveLength(0);
  });

  test('may redirect the visitor', async () => {
    expect(await get('/platform')).toMatchObject({ status: 302, headers: { location: '/platform/BTCUSD' } });
  });

  test('that fails says so without saying why; the log has the reason', async () => {
    const page = await get('/platform/BROKEN');
    expect(page.status).toBe(500);
    const { error } = JSON.parse(page.content.toString()) as { error: { code: string; id: string } };
    expect(error.code).toBe('INTERNAL');
    expect(page.content.toString()).not.toContain('rendering failed');
    expect(page.headers['x-request-id']).toBe(error.id);
    expect(shop.log.some((line) => line.level === 'error' && line.reqId === error.id)).toBe(true);
  });

  test('that fails shows readers a page of the site, in the language of the address', async () => {
    for (const [path, language] of [
      ['/platform/BROKEN', 'en'],
      ['/platform/PLAIN', 'en'],
      ['/de/platform/PLAIN', 'de'],
    ] as const) {
      const page = await get(path, html);
      expect(page, path).toMatchObject({
        status: 500,
        headers: { ...siteHeaders, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' },
      });
      expect(page.content.toString(), path).toBe(`<h1>${language}: it failed</h1>`);
      const { reqId } = shop.log.findLast(({ level }) => level === 'error') ?? {};
      expect(page.headers['x-request-id'], path).toBe(reqId);
    }
  });
});

describe('an address without a page', () => {
  const json = { accept: 'application/json' };

  test.each([html, { accept: '*/*' }, { accept: 'image/png,*/*;q=0.8' }, {}])('shows a page to %j', async (headers) => {
    const page = await get('/nope', headers);
    expect(page).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(page.content.toString()).toContain('nothing here');
  });

  test.each([json, { accept: 'application/json, text/plain, */*' }])('shows the envelope to %j', async (headers) => {
    const envelope = await get('/nope', headers);
    expectRefusal(envelope.status, JSON.parse(envelope.content.toString()), 'NOT_FOUND');
  });

  test.each([html, { accept: '*/*' }])('below /api shows the envelope even to %j', async (headers) => {
    const call = await get('/api/nope', headers);
    expectRefusal(call.status, JSON.parse(call.content.toString()), 'NOT_FOUND');
  });

  test('answers other methods with the envelope', async () => {
    const call = await get('/nope', { accept: '*/*' }, 'POST');
    expectRefusal(call.status, JSON.parse(call.content.toString()), 'NOT_FOUND');
  });

  test('that cannot be decoded shows the same page, or the envelope to clients that read no pages', async () => {
    for (const path of ['/platform/%E0%A4', '/%']) {
      const page = await get(path, html);
      expect(page).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } });
      expect(page.content.toString()).toContain('nothing here');
      const envelope = await get(path, json);
      expectRefusal(envelope.status, JSON.parse(envelope.content.toString()), 'MALFORMED_REQUEST');
    }
    const call = await get('/api/%E0%A4', html);
    expectRefusal(call.status, JSON.parse(call.content.toString()), 'MALFORMED_REQUEST');
  });

  test.each([
    '/..%2f..%2fetc%2fpasswd',
    '/%2e%2e/_headers.json',
    '/_headers.json',
    '/client/index.html',
    '/server/entry.mjs',
  ])('%s opens no file', async (path) => expect((await get(path, html)).status).toBe(404));

  test.each(['/%', '/%ff', '/login%', '/%00', '//x', '///x', '/\\x'])('%s is not a fault', async (path) => {
    expect([400, 404]).toContain((await get(path, html)).status);
  });
});
