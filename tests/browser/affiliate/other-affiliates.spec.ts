import { randomBytes } from 'node:crypto';
import type { Request } from '@playwright/test';
import { makeDataFolder, startProduct } from '../../support/product/start-product.ts';
import { demoPassword } from '../customer.ts';
import { expect, test as base } from '../product-test.ts';
import { logInAsAffiliate, panel } from './affiliate-parts.ts';

/** What affiliates of other kinds than the demo's see: of many accounts, of none, of such as do not count. */

const test = base.extend<object, { wornToken: string }>({
  wornToken: [({}, use) => use(randomBytes(32).toString('base64url')), { scope: 'worker' }],
  product: [
    async ({ wornToken }, use) => {
      const data = await makeDataFolder();
      const product = await startProduct({
        dataDir: data.path,
        program: 'tests/support/programs/referring-server.ts',
        env: { WORN_TOKEN: wornToken },
      });
      await use(product);
      await product.stop();
      await data.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const listCall = '**/api/affiliate/get';

/** What is searched for by a call for the list. */
const searchIn = (request: Request) => (request.postDataJSON() as { search?: string }).search;

test('many accounts come a page at a time, there and back, and the list is never longer than one', async ({ page }) => {
  await logInAsAffiliate(page, { email: 'many@example.com' });
  await page.goto('/affiliate');
  const { list, rows, total } = panel(page);
  const previous = list.getByRole('button', { name: 'Previous' });
  const next = list.getByRole('button', { name: 'Next' });
  await expect(rows).toHaveCount(50);
  await expect(total('accounts')).toHaveText('119');
  await expect(total('notCounted')).toHaveText('1');
  await expect(list.getByText('1–50 of 120')).toBeVisible();
  await expect(previous).toHaveAttribute('aria-disabled', 'true');
  await next.click();
  await expect(list.getByText('51–100 of 120')).toBeVisible();
  await expect(rows.first()).toContainText('Person 51 Muster');
  await next.click();
  await expect(list.getByText('101–120 of 120')).toBeVisible();
  await expect(rows).toHaveCount(20);
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  await expect(next).toBeFocused();
  await previous.click();
  await expect(rows.first()).toContainText('Person 51 Muster');
});

test('a page that does not come leaves the one that is there', async ({ page }) => {
  await logInAsAffiliate(page, { email: 'many@example.com' });
  await page.goto('/affiliate');
  const { list, rows } = panel(page);
  await expect(rows).toHaveCount(50);
  await page.route(listCall, (route) => route.abort());
  await list.getByRole('button', { name: 'Next' }).click();
  await expect(list.getByRole('alert')).toContainText('The page could not be loaded');
  await expect(rows.first()).toContainText('Person 1 Muster');
});

test('a list that does not come says so, and comes when it is asked for again', async ({ page }) => {
  await logInAsAffiliate(page);
  await page.route('**/api/affiliate/{get,summary}', (route) => route.abort());
  await page.goto('/affiliate');
  const { list, rows, main } = panel(page);
  await expect(list.getByRole('alert')).toContainText('The accounts could not be loaded: Temporarily unavailable');
  await expect(main.getByRole('alert').filter({ hasText: 'The totals could not be loaded.' })).toBeVisible();
  await page.unroute('**/api/affiliate/{get,summary}');
  await list.getByRole('button', { name: 'Try again' }).click();
  await expect(rows).toHaveCount(12);
});

test('an answer that comes late is not taken for what was chosen since', async ({ page }) => {
  await logInAsAffiliate(page);
  const held = Promise.withResolvers<undefined>();
  await page.route(listCall, async (route) => {
    if (searchIn(route.request()) === 'ricci') await held.promise;
    await route.continue();
  });
  await page.goto('/affiliate');
  const { filter, rows } = panel(page);
  await expect(rows).toHaveCount(12);
  const late = page.waitForRequest((request) => /affiliate\/get$/.test(request.url()) && searchIn(request) === 'ricci');
  await filter.getByLabel('Search for').fill('ricci');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/ricci/);
  await filter.getByLabel('Search for').fill('becker');
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Marie Becker');
  held.resolve(undefined);
  await (await (await late).response())?.finished();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await expect(rows).toContainText('Marie Becker');
});

test('the numbers of the chart are there as a table, by days, weeks or months', async ({ page }) => {
  await logInAsAffiliate(page, { email: 'winter@example.com' });
  await page.goto('/affiliate');
  const { days } = panel(page);
  await days.getByText('The numbers as a table').click();
  const rows = days.locator('tbody tr');
  await expect(rows).toHaveText(['Feb 20, 202602', 'Feb 1, 202631', 'Jan 31, 202620']);
  await days.getByRole('radio', { name: 'Month' }).check();
  await expect(rows).toHaveText(['Feb 202633', 'Jan 202620']);
  await expect(days.getByRole('img')).toHaveAccessibleName(/5 registrations and 3 first deposits/);
});

test('an account that does not count says why', async ({ page }) => {
  await logInAsAffiliate(page, { email: 'faulty@example.com' });
  await page.goto('/affiliate');
  const { rows } = panel(page);
  await expect(rows.nth(0).getByText('Own account')).toHaveAttribute('title', /your own email or phone/);
  await expect(rows.nth(0).getByText('news-11')).toBeVisible();
  await expect(rows.nth(1).getByText('Duplicate')).toBeVisible();
});

test('whom nobody came by yet is led to where links are made', async ({ page }) => {
  await logInAsAffiliate(page, { email: 'nobody@example.com' });
  await page.goto('/affiliate');
  const { list, days, main } = panel(page);
  await expect(list.getByRole('heading', { name: 'Nobody has come by your links yet' })).toBeVisible();
  await expect(days.getByText('No registrations and no first deposits.')).toBeVisible();
  await list.getByRole('button', { name: 'Make a link' }).click();
  await expect(main.getByRole('textbox', { name: 'Your link' })).toBeVisible();
});

test('where the log-in is not fresh the password that there is is asked for too', async ({ page, wornToken }) => {
  await logInAsAffiliate(page, { email: 'worn@example.com', accessToken: wornToken });
  await page.goto('/affiliate?view=password');
  const { main } = panel(page);
  await main.getByLabel('New password').fill('Hafen-Speicher 1840');
  await main.getByLabel('Confirm password').fill('Hafen-Speicher 1840');
  await main.getByRole('button', { name: 'Change password' }).click();
  await expect(main.getByLabel('Current password')).toBeFocused();
  await page.keyboard.type(demoPassword);
  await page.keyboard.press('Enter');
  await expect(main.getByRole('status').filter({ hasText: 'The password was changed' })).toBeVisible();
  await expect(main.getByLabel('New password')).toHaveValue('');
});
