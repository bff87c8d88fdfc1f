import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getFeed, getUser, login, sendContactMessage } from '../../../src/lib/contract/calls.ts';
import { makeFakeSite } from '../../support/fake-site.ts';
import type { RawAnswer } from '../../support/raw/raw-request.ts';
import { rawRequest, requestText } from '../../support/raw/raw-request.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';

/** The site, another copy of it, and an unrelated origin. */
const site = 'https://www.broker.example';
const copy = 'https://broker.example:8443';
const stranger = 'https://stranger.example';

let files: Awaited<ReturnType<typeof makeFakeSite>>;
let shop: TestApp;

beforeAll(async () => {
  files = await makeFakeSite();
  shop = await createTestApp({ distDir: files.distDir, env: { SITE_ORIGINS: `${site}, ${copy}` } });
});
afterAll(async () => {
  await shop.close();
  await files.remove();
});

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends a request as the browser does for a page of this origin. */
function ask(path: string, origin: string, { method = 'GET', headers, body }: Sent = {}): Promise<RawAnswer> {
  return rawRequest(shop.url, requestText(method, path, { origin, ...headers }, body));
}

const preflight = { method: 'OPTIONS', headers: { 'access-control-request-method': 'POST' } };
const corsOf = ({ headers }: RawAnswer) => Object.keys(headers).filter((name) => name.startsWith('access-control'));

describe('a page of the site elsewhere', () => {
  test.each([site, copy])('may make calls and read the time: %s', async (origin) => {
    const answer = await ask(getFeed.path, origin);
    expect(answer).toMatchObject({
      status: 200,
      headers: {
        'access-control-allow-origin': origin,
        'access-control-expose-headers': 'date',
        vary: expect.stringContaining('origin') as string,
      },
    });
    expect(Date.parse(answer.headers['date'] ?? '')).not.toBeNaN();
  });

  test('sends a preflight before a token, is answered at once, and need not repeat it for two hours', async () => {
    const lines = shop.log.length;
    const answer = await ask(getUser.path, site, preflight);
    expect(answer).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': site,
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': 'authorization, content-type',
        'access-control-max-age': '7200',
      },
    });
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    expect(shop.log).toHaveLength(lines);
  });

  test.each([
    [login.path, 400],
    [getUser.path, 401],
    ['/api/nothing', 404],
  ])('is told why a call of %s is refused', async (path, status) => {
    const answer = await ask(path, site, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{',
    });
    expect(answer).toMatchObject({ status, headers: { 'access-control-allow-origin': site } });
  });

  test('may connect by either transport', async () => {
    expect(await ask('/socket.io/?EIO=4&transport=polling', site)).toMatchObject({
      status: 200,
      headers: { 'access-control-allow-origin': site },
    });
    expect((await openSocket(site)).status).toBe(101);
  });

  test('is shown again to a visitor who sent its form without scripts', async () => {
    const fields = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', phone: '+44 20 7946 0000' };
    const send = (origin: string, values: Record<string, string>) =>
      ask(sendContactMessage.path, origin, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
        body: String(new URLSearchParams({ ...fields, ...values, page: '/about' })),
      });
    expect(await send(copy, { message: 'Hello' })).toMatchObject({
      status: 303,
      headers: { location: `${copy}/about#sent-contact` },
    });
    expect((await send(stranger, { message: 'Hello again' })).headers['location']).toBe('/about#sent-contact');
    expect(await send(copy, { message: '' })).toMatchObject({
      status: 400,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    });
  });
});

/** The opening request of a WebSocket, for a page of this origin; an accepted socket is closed at once. */
function openSocket(origin: string | undefined): Promise<{ status: number }> {
  const headers = {
    ...{ connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
    ...{ 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', host: new URL(shop.url).host },
    ...(origin !== undefined && { origin }),
  };
  return new Promise((resolve, reject) => {
    const asked = request(`${shop.url}/socket.io/?EIO=4&transport=websocket`, { headers });
    asked.on('upgrade', ({ statusCode = 0 }, socket) => {
      socket.destroy();
      resolve({ status: statusCode });
    });
    asked.on('response', ({ statusCode = 0 }) => resolve({ status: statusCode }));
    asked.on('error', reject).end();
  });
}

describe('a page of a stranger', () => {
  test('gets no CORS headers, so that its browser hides the answer from it', async () => {
    for (const origin of [stranger, 'null', `${site}.evil.example`, site.replace('https', 'http')]) {
      const answer = await ask(getFeed.path, origin);
      expect([answer.status, corsOf(answer)], origin).toEqual([200, []]);
      expect(answer.headers['vary']).toContain('origin');
      const asked = await ask(getUser.path, origin, preflight);
      expect([asked.status, corsOf(asked)], origin).toEqual([405, []]);
    }
  });

  test('may not connect', async () => {
    for (const origin of [stranger, 'null']) expect((await openSocket(origin)).status, origin).toBe(400);
    const polled = await ask('/socket.io/?EIO=4&transport=polling', stranger);
    expect(polled.status).toBe(403);
    expect(polled.headers['access-control-allow-origin']).not.toBe(stranger);
  });
});

test('the server’s own pages, and clients that are no browsers, connect as before', async () => {
  expect((await openSocket(shop.url)).status).toBe(101);
  expect((await openSocket(undefined)).status).toBe(101);
});

test('only calls have CORS headers, pages have none', async () => {
  for (const path of ['/login', '/nope', '/healthz']) expect(corsOf(await ask(path, site)), path).toEqual([]);
});
