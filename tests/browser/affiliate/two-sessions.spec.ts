import type { Page } from '@playwright/test';
import { affiliateStorageKeys } from '../../../src/lib/contract/affiliate/affiliate-storage.ts';
import { idleWarningMs, sessionIdleMs, storageKeys } from '../../../src/lib/contract/session.ts';
import { expectNoFaults } from '../accessibility.ts';
import { logInByForm } from '../customer.ts';
import { expect, test } from '../product-test.ts';
import { logInByAffiliateForm, panel } from './affiliate-parts.ts';

// The clock of all tabs stands where a test puts it.
test.beforeEach(({ context }) => context.clock.install());

const untilWarningMs = sessionIdleMs - idleWarningMs;
const warning = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' });
const kept = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
const tokenOf = async (page: Page, key: string) =>
  (JSON.parse((await kept(page, key)) ?? '{}') as { access_token: string }).access_token;
const customersMenu = (page: Page) => page.getByRole('button', { name: /: Hello, Alex Morgan/ });

/** By the form: what a test puts into the storage would come back. */
async function enterPanel(page: Page): Promise<void> {
  await page.goto('/affiliate');
  await logInByAffiliateForm(page);
  await expect(panel(page).rows).toHaveCount(12);
}

async function enterAsCustomer(page: Page): Promise<void> {
  await page.goto('/login?next=%2Freferrals');
  await logInByForm(page, 'demo@example.com');
  await page.waitForURL('**/referrals');
  await expect(customersMenu(page)).toBeVisible();
}

test('a customer and an affiliate are in at once, and each goes alone', async ({ page }) => {
  await enterAsCustomer(page);
  await enterPanel(page);
  await expect(customersMenu(page)).toHaveCount(0);
  await page.goto('/referrals');
  await expect(customersMenu(page)).toBeVisible();
  await expect(page.getByText('Jonas Keller')).toBeVisible();

  await page.goto('/affiliate');
  await panel(page).logOut.click();
  await expect(page.getByRole('heading', { name: 'Affiliate log-in' })).toBeVisible();
  expect(await kept(page, storageKeys.session)).toContain('demo@example.com');
  await page.goto('/referrals');
  await expect(customersMenu(page)).toBeVisible();
  await expect(page.getByText('Jonas Keller')).toBeVisible();
});

test('when the customer goes the affiliate stays', async ({ page }) => {
  await enterPanel(page);
  await enterAsCustomer(page);
  await customersMenu(page).click();
  await page.locator('[data-log-out]').click();
  await page.waitForURL('**/login');
  await page.goto('/affiliate');
  await expect(panel(page).rows).toHaveCount(12);
  expect(await kept(page, affiliateStorageKeys.session)).toContain('affiliate@example.com');
});

test('in two tabs of one browser who goes in one stays in the other', async ({ page, context }) => {
  await enterPanel(page);
  const customers = await context.newPage();
  await enterAsCustomer(customers);
  await panel(page).logOut.click();
  await expect(page.getByRole('heading', { name: 'Affiliate log-in' })).toBeVisible();
  await customers.reload();
  await expect(customers.getByText('Jonas Keller')).toBeVisible();

  await logInByAffiliateForm(page);
  await expect(panel(page).rows).toHaveCount(12);
  await customersMenu(customers).click();
  await customers.locator('[data-log-out]').click();
  await customers.waitForURL('**/login');
  await page.reload();
  await expect(panel(page).rows).toHaveCount(12);
});

test('no call of the one carries the token of the other', async ({ page }) => {
  await enterAsCustomer(page);
  await enterPanel(page);
  const customers = await tokenOf(page, storageKeys.session);
  const affiliates = await tokenOf(page, affiliateStorageKeys.session);
  const sent: [path: string, token: string | undefined][] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/'))
      sent.push([pathname, request.headers()['authorization']?.slice('Bearer '.length)]);
  });
  await page.reload();
  await expect(panel(page).rows).toHaveCount(12);
  await page.goto('/referrals');
  await expect.poll(() => sent.some(([path]) => path === '/api/accounts/get')).toBe(true);
  const wrong = sent.filter(([path, token]) => token !== (path.startsWith('/api/affiliate/') ? affiliates : customers));
  expect(wrong).toEqual([]);
});

test('a log-out in one tab empties the others, and a log-in fills them', async ({ page, context }) => {
  await enterPanel(page);
  const other = await context.newPage();
  await other.goto('/affiliate');
  await expect(panel(other).rows).toHaveCount(12);
  await panel(page).logOut.click();
  await expect(other.getByRole('main').getByText('Your session has ended. Please log in again.')).toBeVisible();
  await expect(panel(other).rows).toHaveCount(0);
  await logInByAffiliateForm(page);
  await expect(panel(other).title).toBeVisible();
  await expect(panel(other).rows).toHaveCount(12);
});

test('the last minute is counted in every tab, and who stays in one stays in all', async ({ page, context }) => {
  await enterPanel(page);
  const other = await context.newPage();
  await other.goto('/affiliate');
  await expect(panel(other).rows).toHaveCount(12);
  await context.clock.fastForward(untilWarningMs + 1_000);
  for (const tab of [page, other]) await expect(warning(tab).getByRole('timer')).toHaveText(/^0:(4|5)\d$/);
  await expectNoFaults(other, 'dialog[open]');
  await warning(other).getByRole('button', { name: 'Stay logged in' }).click();
  for (const tab of [page, other]) await expect(warning(tab)).toBeHidden();
  await context.clock.fastForward(untilWarningMs - 60_000);
  for (const tab of [page, other]) await expect(panel(tab).rows).toHaveCount(12);
});

test('a session that nobody used is over here and on the server, and what was looked at is found again', async ({
  page,
  context,
}) => {
  await enterPanel(page);
  await page.goto('/affiliate?search=anna');
  await expect(panel(page).rows).toHaveCount(1);
  const headers = { authorization: `Bearer ${await tokenOf(page, affiliateStorageKeys.session)}` };
  const statusNow = async () => (await page.request.post('/api/affiliate/summary', { headers, data: {} })).status();
  expect(await statusNow()).toBe(200);
  await context.clock.fastForward(sessionIdleMs + 5_000);
  await expect.poll(statusNow).toBe(401);
  await expect(page.getByRole('main').getByText('Your session ended after 20 minutes without activity.')).toBeVisible();
  await logInByAffiliateForm(page);
  await expect(panel(page).rows).toHaveCount(1);
  await expect(page).toHaveURL(/\/affiliate\?search=anna$/);
});

test('a session that the server no longer knows gives way to the log-in', async ({ page }) => {
  await enterPanel(page);
  const token = await tokenOf(page, affiliateStorageKeys.session);
  await page.request.post('/api/affiliate/logout', { headers: { authorization: `Bearer ${token}` } });
  await page.reload();
  await expect(page.getByRole('main').getByText('Your session has ended. Please log in again.')).toBeVisible();
  await expect(panel(page).rows).toHaveCount(0);
});
