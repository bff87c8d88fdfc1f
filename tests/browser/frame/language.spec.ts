import type { Page } from '@playwright/test';
import { storageKeys } from '../../../src/lib/contract/session.ts';
import { logIn } from '../customer.ts';
import { expect, test } from '../product-test.ts';

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
const pathOf = (page: Page) => page.url().replace(/^https?:\/\/[^/]+/, '');

/** The page is there, in its language, at its address; what the first paint sends on has gone by then. */
async function expectPage(page: Page, path: string, lang: string): Promise<void> {
  await expect.poll(() => pathOf(page)).toBe(path);
  await expect(page.locator('html')).toHaveAttribute('lang', lang);
}

test('the switch leads to the same page in the other language, and the choice is kept', async ({ page }) => {
  await page.goto('/about');
  await page.getByRole('button', { name: 'Language: English' }).click();
  const german = page.getByRole('link', { name: 'Deutsch' });
  await expect(german).toHaveAttribute('lang', 'de');
  await expect(german).toHaveAttribute('hreflang', 'de');
  await expect(page.getByRole('link', { name: 'English' })).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('link', { name: 'Italiano' })).toHaveCount(0);
  await german.click();
  await expectPage(page, '/de/about', 'de');
  expect(await stored(page, storageKeys.language)).toBe('de');

  await page.goto('/contact-us?a=1#content');
  await expectPage(page, '/de/contact-us?a=1#content', 'de');
  await page.getByRole('button', { name: 'Sprache: Deutsch' }).click();
  await page.getByRole('link', { name: 'English' }).click();
  await expectPage(page, '/contact-us?a=1', 'en');
  await page.goto('/about');
  await expectPage(page, '/about', 'en');
});

test('a page in a language that is not offered leads to those that are, and not to itself', async ({ page }) => {
  await page.goto('/it/about');
  await page.getByRole('button', { name: /Italiano$/ }).click();
  const links = page.locator('#language-list').getByRole('link');
  await expect(links).toHaveText(['English', 'Deutsch']);
  await expect(page.locator('#language-list [aria-current]')).toHaveCount(0);
  await links.filter({ hasText: 'Deutsch' }).click();
  await expectPage(page, '/de/about', 'de');
});

test('an address that names its language stays, whatever was chosen', async ({ page }) => {
  await page.goto('/?lang=de');
  await expectPage(page, '/de', 'de');
  await page.goto('/it/about');
  await expectPage(page, '/it/about', 'it');
  await page.goto('/about');
  await expectPage(page, '/de/about', 'de');
});

for (const [from, to, lang] of [
  ['/?lang=de', '/de', 'de'],
  ['/about?lang=it', '/it/about', 'it'],
  ['/de/about?lang=en', '/about', 'en'],
  ['/de?lang=en', '/', 'en'],
  ['/de/about?a=%26&lang=de&b=2#content', '/de/about?a=%26&b=2#content', 'de'],
  ['/about?lang=en', '/about', 'en'],
  ['/about?lang=xx', '/about', 'en'],
  ['/about?lang=gate', '/about', 'en'],
  ['/login?next=%2Fabout&lang=es', '/es/login?next=%2Fabout', 'es'],
  ['/no-such-page?lang=de', '/de/no-such-page', 'de'],
  ['/de/no-such-page?lang=en', '/no-such-page', 'en'],
  ['/api-reference?lang=de', '/de/api-reference', 'de'],
] as const) {
  test(`${from} is shown at ${to}`, async ({ page }) => {
    await page.goto(from);
    await expectPage(page, to, lang);
  });
}

test('no address leads to another site by its language', async ({ page, baseURL }) => {
  await page.goto('/de//example.com?lang=en');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  expect(page.url().startsWith(baseURL)).toBe(true);
});

test('a visitor without storage reads the language that is asked for', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'localStorage', { get: () => null }));
  await page.goto('/about?lang=de');
  await expectPage(page, '/de/about', 'de');
});

test('the platform changes its language where it stands', async ({ page }) => {
  await logIn(page, 'demo@example.com');
  await page.goto('/platform?lang=de&x=BINANCE%3AETHUSDT');
  await expectPage(page, '/de/platform/ETHUSD', 'de');
  await expect(page.getByRole('tab', { name: 'Verlauf' })).toBeVisible();
  await expect(page.locator('[data-figure="balance"]')).toHaveText(/^[\d.]+,\d\d\s€$/);
  await page.getByRole('link', { name: 'SOLUSD' }).first().click();
  await expect.poll(() => pathOf(page)).toBe('/de/platform/SOLUSD');
  await page.getByRole('button', { name: 'Sprache: Deutsch' }).click();
  await page.getByRole('link', { name: 'English' }).click();
  await expectPage(page, '/platform/SOLUSD', 'en');
});

test('the gate to the log-in keeps the language', async ({ page }) => {
  await page.goto('/de/platform/BTCUSD');
  await expectPage(page, '/de/login?next=%2Fde%2Fplatform%2FBTCUSD', 'de');
});

test('search engines are told of the languages that are offered', async ({ page }) => {
  for (const address of ['/login', '/de/login']) {
    await page.goto(address);
    const alternates = page.locator('link[rel="alternate"][hreflang]');
    const listed = await alternates.evaluateAll((links) =>
      links.map((link) => [link.getAttribute('hreflang'), new URL((link as HTMLLinkElement).href).pathname]),
    );
    expect(listed).toEqual([
      ['en', '/login'],
      ['de', '/de/login'],
      ['x-default', '/login'],
    ]);
  }
});

test('the first referral code and the first page are kept', async ({ page }) => {
  await page.goto('/about?ref=abc123&tag=spring');
  await page.goto('/?ref=other');
  await page.goto('/login?ref=third&tag=summer');
  expect(await stored(page, storageKeys.referral)).toBe('abc123.spring');
  expect(await stored(page, storageKeys.sourcePage)).toBe('/about');
});

test('a referral code outlives what a page redirects', async ({ page }) => {
  await page.goto('/platform?ref=abc123');
  await expect(page).toHaveURL(/\/login\?next=/);
  expect(await stored(page, storageKeys.referral)).toBe('abc123');
});
