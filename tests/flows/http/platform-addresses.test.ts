import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';

/** The addresses of the trading screen, tested against the built pages. */

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp({ distDir: resolve('dist') });
});
afterAll(() => shop.close());

const get = (path: string) => fetch(shop.url + path, { headers: { accept: 'text/html' } });

test.each([
  ['/platform', '/platform/BTCUSD'],
  ['/platform/', '/platform/BTCUSD'],
  ['/platform?x=BINANCE%3AETHUSDT', '/platform/ETHUSD'],
  ['/platform?tvwidgetsymbol=BINANCE%3Abtcusdt&y=1', '/platform/BTCUSD'],
  ['/platform?x=FX%3AEURUSD', '/platform/EURUSD'],
  ['/platform?x=1', '/platform/BTCUSD'],
  ['/platform/ethusd', '/platform/ETHUSD'],
  ['/platform/EurUsd?y=1', '/platform/EURUSD?y=1'],
])('%s leads to %s', async (from, to) => {
  const response = await get(from);
  expect(response.status).toBe(200);
  expect(response.url).toBe(shop.url + to);
  await response.text();
});

test.each([
  '/platform/NOPE',
  '/platform/%3Cscript%3Ealert(1)%3C%2Fscript%3E',
  `/platform/${'A'.repeat(3_000)}`,
  '/platform/..%2F..%2Fetc%2Fpasswd',
  '/platform/%22%3E%3Cimg%20src=x%20onerror=alert(1)%3E',
  '/platform/%00',
  '/platform/%zz',
  '/platform/%E0%A4',
  '/platform/BTCUSD/more',
  '/platform?x=BINANCE%3ANOPE',
])('%s answers 404 and runs nothing', async (path) => {
  const response = await get(path);
  expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).toContain('text/html');
  const body = await response.text();
  expect(body).not.toMatch(/<script>alert|<img src=x/i);
  expect(body).not.toContain('A'.repeat(100));
});
