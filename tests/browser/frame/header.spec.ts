import type { Page } from '@playwright/test';
import { expectNoFaults } from '../accessibility.ts';
import { chooseTheme, logIn } from '../customer.ts';
import { expect, test } from '../product-test.ts';

/** The names of the links that can be seen in the header, but for the logo. */
async function shownLinks(page: Page): Promise<string[]> {
  const links = await page.getByRole('banner').getByRole('navigation').getByRole('link').all();
  const names = await Promise.all(links.map(async (link) => ((await link.isVisible()) ? link.textContent() : null)));
  return names.flatMap((name) => (name === null ? [] : [name.trim()]));
}

const scriptsOf = (page: Page) => {
  const loaded: string[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') loaded.push(response.url());
  });
  return loaded;
};

test('a visitor sees what visitors can open, and downloads nothing for customers', async ({ page }) => {
  const scripts = scriptsOf(page);
  await page.goto('/about');
  await page.waitForLoadState('networkidle');
  expect(await shownLinks(page)).toEqual(['Home', 'About']);
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'About' })).toHaveAttribute('aria-current', 'page');
  await expect(header.getByRole('link', { name: /, home$/ })).toHaveAttribute('href', '/');
  await expect(header.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
  await expect(header.getByRole('button', { name: /account/i })).toBeHidden();
  expect(scripts.filter((url) => /react|session|account|popup/.test(url))).toEqual([]);
});

test('a customer sees who is logged in, and what customers can open', async ({ page }) => {
  await logIn(page, 'demo@example.com');
  await page.goto('/about');
  const header = page.getByRole('banner');
  await expect(header.getByRole('button', { name: /^Your account: Hello, Alex Morgan/ })).toContainText('Verified');
  expect(await shownLinks(page)).toEqual(['Platform', 'Economics']);
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
});

test('an account that is not verified is told so', async ({ page }) => {
  await logIn(page, 'new@example.com');
  await page.goto('/about');
  await expect(page.getByRole('button', { name: /^Your account/ })).toContainText('Not Verified');
});

test('the links are one press away on a phone, by the keyboard too', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/about');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await shownLinks(page)).toEqual([]);
  const opener = page.getByRole('button', { name: 'Menu' });
  await opener.focus();
  await page.keyboard.press('Enter');
  expect(await shownLinks(page)).toEqual(['Home', 'About']);
  await expect(page.getByRole('link', { name: 'Deutsch' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Deutsch' })).toBeHidden();
  await expect(opener).toBeFocused();
});

for (const theme of ['dark', 'light'] as const) {
  for (const width of [360, 900, 1440]) {
    test(`nothing hinders anybody in the header and the footer: ${theme}, ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await chooseTheme(page, theme);
      await page.goto('/login');
      await page.getByRole('button', { name: width < 960 ? 'Menu' : /^Language/ }).click();
      await expect(page.getByRole('link', { name: 'Deutsch' })).toBeVisible();
      await expectNoFaults(page);
    });
  }
}

test('the footer leads to every page that there is, and says what the settings say', async ({ page, request }) => {
  await page.goto('/de/about');
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText(`© ${new Date().getUTCFullYear()}`);
  const links = footer.getByRole('link');
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(addresses).toEqual(
    expect.arrayContaining([
      '/de/about',
      '/de/contact-us',
      '/de/terms-conditions',
      '/de/kyc-policy',
      '/de/api-reference',
    ]),
  );
  for (const address of addresses) expect((await request.get(address)).status(), address).toBe(200);
});
