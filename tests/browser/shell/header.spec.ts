import type { Page } from '@playwright/test';
import german from '../../../public/locales/de/common.json' with { type: 'json' };
import { expectNoFaults, expectNoFaultsInBothThemes } from '../accessibility.ts';
import { contentRoutes, lostRoutes } from '../content-routes.ts';
import { logIn } from '../customer.ts';
import { expect, test } from '../product-test.ts';
import { footerAddresses, shownLinks } from './shell-parts.ts';

/** A text that every build of React contains. */
const inReact = 'react.fragment';

/** Every script that the page loads from now on, by address. */
function followScripts(page: Page, loaded = new Map<string, Promise<string>>()): Map<string, Promise<string>> {
  page.on('response', (response) => {
    const isNew = response.request().resourceType() === 'script' && !loaded.has(response.url());
    if (isNew) loaded.set(response.url(), response.text());
  });
  return loaded;
}

async function hasReact(scripts: Map<string, Promise<string>>): Promise<boolean> {
  return (await Promise.all(scripts.values())).some((code) => code.includes(inReact));
}

test('without a session, content pages load no script for customers', async ({ page, context }) => {
  const scripts = followScripts(page);
  // In parallel, because each page has to be idle for a while before all of its scripts have been loaded.
  const visit = async (route: string) => {
    const tab = await context.newPage();
    followScripts(tab, scripts);
    await tab.goto(route);
    await tab.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await tab.waitForLoadState('networkidle');
  };
  await Promise.all([...contentRoutes, ...lostRoutes, '/api-reference'].map(visit));
  expect(scripts.size).toBeGreaterThan(0);
  expect([...scripts.keys()].filter((url) => /session|account|popup/.test(url))).toEqual([]);
  expect(await hasReact(scripts)).toBe(false);
  // The form of this page needs React, which proves that the search above can find it.
  await page.goto('/login', { waitUntil: 'networkidle' });
  expect(await hasReact(scripts)).toBe(true);
});

test('a visitor sees only links for visitors, at any width, and by keyboard on a phone', async ({ page, request }) => {
  await page.setViewportSize({ width: 1440, height: 800 });
  await page.goto('/about');
  expect(await shownLinks(page)).toEqual(['Home', 'About']);
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'About' })).toHaveAttribute('aria-current', 'page');
  await expect(header.getByRole('link', { name: /, home$/ })).toHaveAttribute('href', '/');
  await expect(header.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
  await expect(header.getByRole('button', { name: /account/i })).toBeHidden();
  expect((await footerAddresses(page))[0]).toBe('/');

  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await shownLinks(page)).toEqual([]);
  const opener = page.getByRole('button', { name: 'Menu' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => shownLinks(page)).toEqual(['Home', 'About']);
  await expect(page.getByRole('link', { name: 'Deutsch' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Deutsch' })).toBeHidden();
  await expect(opener).toBeFocused();

  for (const width of [360, 900, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/login');
    await page.getByRole('button', { name: width < 1100 ? 'Menu' : /^Language/ }).click();
    await expect(page.getByRole('link', { name: 'Deutsch' })).toBeVisible();
    await expectNoFaultsInBothThemes(page);
  }

  // The footer links to every page, and shows the accepted payment methods by name.
  await page.goto('/de/about');
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText(`© ${new Date().getUTCFullYear()}`);
  const addresses = await footerAddresses(page);
  expect(addresses).toEqual(
    expect.arrayContaining([
      ...['/de/about', '/de/contact-us', '/de/terms-conditions', '/de/kyc-policy', '/de/api-reference'],
    ]),
  );
  for (const address of addresses) expect((await request.get(address)).status(), address).toBe(200);
  const { payment } = german;
  const banner = footer.getByRole('region', { name: 'Zahlungsarten' });
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await expect(banner.getByRole('listitem')).toHaveText([payment.card, payment.bank, payment.wallet]);
    expect(await banner.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  }
});

test('a customer sees who is logged in, and the links for customers', async ({ page, browser, baseURL }) => {
  await page.setViewportSize({ width: 1440, height: 800 });
  const scripts = followScripts(page);
  await logIn(page, 'demo@example.com');
  await page.goto('/about', { waitUntil: 'networkidle' });
  const header = page.getByRole('banner');
  await expect(header.getByRole('button', { name: /^Your account: Hello, Alex Morgan/ })).toContainText('Verified');
  expect([...scripts.keys()].some((url) => url.includes('account-menu'))).toBe(true);
  expect(await hasReact(scripts)).toBe(false);
  const offered = ['Platform', 'Referrals', 'My Account', 'Transactions', 'Economics'];
  expect(await shownLinks(page)).toEqual(offered);
  expect((await footerAddresses(page))[0]).toBe('/platform/BTCUSD');
  await expect(header.getByRole('link', { name: /, home$/ })).toHaveAttribute('href', '/platform/BTCUSD');
  await expect(header.getByRole('link', { name: 'Log in' })).toBeHidden();
  await header.getByRole('button', { name: /^Your account/ }).click();
  const panel = page.locator('#account-panel');
  await expect(panel).toContainText('demo@example.com');
  await expect(panel.getByText('PIN')).toBeVisible();
  await expect(panel.getByText('Level', { exact: true })).toBeVisible();
  await expect(panel.locator('[data-account-field="level"]')).toHaveAttribute('href', '/account-levels');
  await expectNoFaults(page);
  await expect(panel.getByRole('button', { name: 'Log out' })).toBeVisible();
  await expect(panel.getByRole('link', { name: 'Withdraw' })).toHaveAttribute('href', '/payment/withdraw');
  await panel.getByRole('link', { name: 'Deposit' }).click();
  await page.waitForURL('**/payment/deposit');

  const unverified = await browser.newPage({ baseURL });
  await logIn(unverified, 'new@example.com');
  await unverified.goto('/about');
  await expect(unverified.getByRole('button', { name: /^Your account/ })).toContainText('Not Verified');
  await unverified.close();
});
