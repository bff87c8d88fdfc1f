import type { Page } from '@playwright/test';
import { logIn, terminal } from '../customer.ts';
import { expect, test } from '../product-test.ts';

const html = { accept: 'text/html' };

async function expectOpen(page: Page, symbol: string): Promise<void> {
  await expect(terminal(page).chart.getByRole('heading', { name: symbol })).toBeVisible();
  await expect(terminal(page).market.locator('[data-current] a')).toHaveText(symbol);
  expect(new URL(page.url()).pathname).toBe(`/platform/${symbol}`);
}

test.describe('an address', () => {
  for (const [from, to] of [
    ['/platform', '/platform/BTCUSD'],
    ['/platform/', '/platform/BTCUSD'],
    ['/platform?x=BINANCE%3AETHUSDT', '/platform/ETHUSD'],
    ['/platform?tvwidgetsymbol=BINANCE%3Abtcusdt&y=1', '/platform/BTCUSD'],
    ['/platform?x=FX%3AEURUSD', '/platform/EURUSD'],
    ['/platform?x=1', '/platform/BTCUSD'],
    ['/platform/ethusd', '/platform/ETHUSD'],
    ['/platform/EurUsd?y=1', '/platform/EURUSD?y=1'],
  ] as const) {
    test(`${from} leads to ${to}`, async ({ request }) => {
      const response = await request.get(from, { headers: html });
      expect(response.status()).toBe(200);
      expect(response.url().replace(/^https?:\/\/[^/]+/, '')).toBe(to);
    });
  }

  for (const path of [
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
  ]) {
    test(`${path.slice(0, 60)} answers 404 and runs nothing`, async ({ request }) => {
      const response = await request.get(path, { headers: html });
      expect(response.status()).toBe(404);
      expect(response.headers()['content-type']).toContain('text/html');
      const body = await response.text();
      expect(body).not.toMatch(/<script>alert|<img src=x/i);
      expect(body).not.toContain('A'.repeat(100));
    });
  }
});

test('an asset that there is not is said so, with the nearest and the list', async ({ page }) => {
  await logIn(page, 'demo@example.com');
  await page.goto('/platform/EURSUD');
  await expect(page.getByRole('heading', { name: 'EURSUD is not traded here' })).toBeVisible();
  await expect(page.getByRole('region', { name: /^New trade in/ })).toHaveCount(0);
  await expect(terminal(page).market.locator('[data-cell="sell"]').first()).toHaveText(/\d/);
  await page.getByRole('button', { name: 'Open EURUSD' }).click();
  await expectOpen(page, 'EURUSD');
});

test('a hostile symbol is shown as the text that it is', async ({ page }) => {
  await logIn(page, 'demo@example.com');
  await page.goto('/platform/%3Cscript%3Ealert(1)%3C%2Fscript%3E');
  await expect(page.getByRole('heading', { name: '<SCRIPT>ALERT(1)</SCRIPT> is not traded here' })).toBeVisible();
  await page.getByRole('button', { name: 'Open BTCUSD' }).click();
  await expectOpen(page, 'BTCUSD');
});

test('back and forward go through the assets that were looked at', async ({ page }) => {
  await logIn(page, 'demo@example.com');
  await page.goto('/platform/BTCUSD');
  const { market } = terminal(page);
  await market.getByRole('link', { name: 'ETHUSD' }).click();
  await expectOpen(page, 'ETHUSD');
  await market.getByRole('link', { name: 'SOLUSD' }).click();
  await expectOpen(page, 'SOLUSD');
  await expect(page).toHaveTitle(/^SOLUSD · /);
  await page.goBack();
  await expectOpen(page, 'ETHUSD');
  await expect(page).toHaveTitle(/^ETHUSD · /);
  await page.goBack();
  await expectOpen(page, 'BTCUSD');
  await page.goForward();
  await expectOpen(page, 'ETHUSD');
  await page.reload();
  await expectOpen(page, 'ETHUSD');
});
