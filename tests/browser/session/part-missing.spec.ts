import type { Page } from '@playwright/test';
import { expectNoFaults } from '../accessibility.ts';
import { expectTerminalReady, logIn, terminal } from '../customer.ts';
import { expect, test } from '../product-test.ts';

/**
 * The script that watches the session. A flaky connection, or a site that was updated meanwhile, may not deliver it.
 */
const script = '**/_astro/account-menu-client*.js';
const note = (page: Page) => page.getByRole('alert').filter({ hasText: "Part of this page didn't load." });
/** The menu once it shows its customer, which proves that the script runs. */
const menu = (page: Page) => page.locator('[data-account-menu][data-verified]');

test('a part that fails to load is reported and loaded again, and no failed call logs anybody out', async ({
  page,
}) => {
  const faults: string[] = [];
  page.on('pageerror', (fault) => faults.push(fault.message));
  await logIn(page, 'demo@example.com');

  await page.route(script, (route) => route.abort());
  await page.goto('/transactions/deposits');
  await expect(note(page)).toBeVisible();
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoFaults(page);
  }
  await page.unroute(script);
  await note(page).getByRole('link', { name: 'Reload' }).click();
  await expect(menu(page)).toBeVisible();
  await expect(note(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/transactions\/deposits\?$/);

  const part = '**/_astro/security-page*.js';
  await page.route(part, (route) => route.abort());
  await page.goto('/my-account/security');
  await expect(page.getByRole('main').getByRole('alert')).toContainText("We can't connect right now.");
  await page.unroute(part);
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  await expect(
    page.getByRole('region', { name: 'Two-factor authentication' }).getByRole('button').first(),
  ).toBeVisible();

  // The page shows the last known account, no popups, and the whole trading screen.
  for (const call of ['get', 'popups'])
    await page.route(`**/api/accounts/${call}`, (route) =>
      route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>Service Unavailable</h1>' }),
    );
  const asked = page.waitForResponse('**/api/accounts/get');
  await page.goto('/platform/BTCUSD');
  await asked;
  await expectTerminalReady(page);
  await expect(page.getByRole('button', { name: /^Your account/ })).toContainText('Alex Morgan');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(terminal(page).ticket.getByRole('button', { name: /^Buy/ })).toBeEnabled();
  expect(faults).toEqual([]);
});
