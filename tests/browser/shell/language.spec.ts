import type { Page } from '@playwright/test';
import { storageKeys } from '../../../src/lib/contract/session.ts';
import { logIn } from '../customer.ts';
import { expect, test } from '../product-test.ts';

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
const pathOf = (page: Page) => page.url().replace(/^https?:\/\/[^/]+/, '');

/** Expects this path and this language. Waits for the path, so that a redirect before the first paint has happened. */
async function expectPage(page: Page, path: string, lang: string): Promise<void> {
  await expect.poll(() => pathOf(page)).toBe(path);
  await expect(page.locator('html')).toHaveAttribute('lang', lang);
}

test('the switch leads to the same page in the other language, and the choice is kept', async ({ page, baseURL }) => {
  await page.goto('/about?ref=abc123&tag=spring');
  await page.getByRole('button', { name: 'Language: English' }).click();
  const german = page.getByRole('link', { name: 'Deutsch' });
  await expect(german).toHaveAttribute('lang', 'de');
  await expect(german).toHaveAttribute('hreflang', 'de');
  await expect(page.getByRole('link', { name: 'English' })).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('link', { name: 'Italiano' })).toHaveCount(0);
  await german.click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/de/about');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  expect(await stored(page, storageKeys.language)).toBe('de');

  await page.goto('/contact-us?a=1#content');
  await expectPage(page, '/de/contact-us?a=1#content', 'de');
  await page.getByRole('button', { name: 'Sprache: Deutsch' }).click();
  await page.getByRole('link', { name: 'English' }).click();
  await expectPage(page, '/contact-us?a=1', 'en');

  // A page in a language that is not offered stays, and links to the offered ones.
  await page.goto('/it/about');
  await expectPage(page, '/it/about', 'it');
  await page.getByRole('button', { name: /Italiano$/ }).click();
  const links = page.locator('#language-list').getByRole('link');
  await expect(links).toHaveText(['English', 'Deutsch']);
  await expect(page.locator('#language-list [aria-current]')).toHaveCount(0);
  await links.filter({ hasText: 'Deutsch' }).click();
  await expectPage(page, '/de/about', 'de');

  // An address can ask for a language itself, also on a missing page, and never leads to another site.
  for (const [from, to, lang] of [
    ['/about?lang=en', '/about', 'en'],
    ['/no-such-page?lang=de', '/de/no-such-page', 'de'],
    ['/api-reference?lang=en', '/api-reference', 'en'],
    ['/login?next=%2Fabout&lang=es', '/es/login?next=%2Fabout', 'es'],
  ] as const) {
    await page.goto(from);
    await expectPage(page, to, lang);
  }
  await page.goto('/de//example.com?lang=en');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  expect(page.url().startsWith(baseURL)).toBe(true);

  // Search engines are told of the offered languages.
  for (const address of ['/login?lang=en', '/de/login']) {
    await page.goto(address);
    const alternates = page.locator('link[rel="alternate"][hreflang]');
    const listed = await alternates.evaluateAll((all) =>
      all.map((link) => [link.getAttribute('hreflang'), new URL((link as HTMLLinkElement).href).pathname]),
    );
    expect(listed).toEqual([
      ['en', '/login'],
      ['de', '/de/login'],
      ['x-default', '/login'],
    ]);
  }
  // The first referral code and the first page of all these visits are kept.
  expect(await stored(page, storageKeys.referral)).toBe('abc123.spring');
  expect(await stored(page, storageKeys.sourcePage)).toBe('/about');
});

test('the platform changes its language without a reload, and the redirect to the log-in keeps it', async ({
  page,
}) => {
  await page.goto('/de/platform/BTCUSD?ref=abc123');
  await expectPage(page, '/de/login?next=%2Fde%2Fplatform%2FBTCUSD%3Fref%3Dabc123', 'de');
  expect(await stored(page, storageKeys.referral)).toBe('abc123');

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
