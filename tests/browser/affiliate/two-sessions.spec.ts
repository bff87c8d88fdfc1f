import type { Page } from '@playwright/test';
import { affiliateStorageKeys } from '../../../src/lib/contract/affiliate/affiliate-storage.ts';
import { idleWarningMs, sessionIdleMs, storageKeys } from '../../../src/lib/contract/session.ts';
import { expectNoFaults } from '../accessibility.ts';
import { logInByForm } from '../customer.ts';
import { expect, test } from '../product-test.ts';
import { logInByAffiliateForm, panel } from './affiliate-parts.ts';

// The test controls the clock of all tabs.
test.beforeEach(({ context }) => context.clock.install());

const untilWarningMs = sessionIdleMs - idleWarningMs;
const warning = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' });
const storedValue = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
const tokenOf = async (page: Page, key: string) =>
  (JSON.parse((await storedValue(page, key)) ?? '{}') as { access_token: string }).access_token;
const customersMenu = (page: Page) => page.getByRole('button', { name: /: Hello, Alex Morgan/ });
const logInTitle = (page: Page) => page.getByRole('heading', { name: 'Affiliate login' });

/** Logs in by the form, because a session that a test puts into the storage would come back at every load. */
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

async function leaveAsCustomer(page: Page): Promise<void> {
  await customersMenu(page).click();
  await page.locator('[data-log-out]').click();
  await page.waitForURL('**/login');
}

/** Records the path and the token of every call from now on. */
function listenToTokens(page: Page): [path: string, token: string | undefined][] {
  const sent: [path: string, token: string | undefined][] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/'))
      sent.push([pathname, request.headers()['authorization']?.slice('Bearer '.length)]);
  });
  return sent;
}

test('a customer and an affiliate are logged in at once: no call carries the other’s token, and each log-out ends one session', async ({
  page,
  context,
}) => {
  await enterAsCustomer(page);
  await enterPanel(page);
  await expect(customersMenu(page)).toHaveCount(0);
  const customers = await tokenOf(page, storageKeys.session);
  const affiliates = await tokenOf(page, affiliateStorageKeys.session);
  const sent = listenToTokens(page);
  await page.reload();
  await expect(panel(page).rows).toHaveCount(12);
  await page.goto('/referrals');
  await expect(customersMenu(page)).toBeVisible();
  await expect(page.getByText('Jonas Keller')).toBeVisible();
  await expect.poll(() => sent.some(([path]) => path === '/api/accounts/get')).toBe(true);
  const wrong = sent.filter(([path, token]) => token !== (path.startsWith('/api/affiliate/') ? affiliates : customers));
  expect(wrong).toEqual([]);

  // In two tabs of one browser, logging out of one session keeps the other.
  const other = await context.newPage();
  await other.goto('/affiliate');
  await panel(other).logOut.click();
  await expect(logInTitle(other)).toBeVisible();
  expect(await storedValue(page, storageKeys.session)).toContain('demo@example.com');
  await page.reload();
  await expect(customersMenu(page)).toBeVisible();
  await expect(page.getByText('Jonas Keller')).toBeVisible();

  await logInByAffiliateForm(other);
  await expect(panel(other).rows).toHaveCount(12);
  await leaveAsCustomer(page);
  await other.reload();
  await expect(panel(other).rows).toHaveCount(12);
  expect(await storedValue(other, affiliateStorageKeys.session)).toContain('affiliate@example.com');
  // A customer's log-in does not end it either.
  await enterAsCustomer(page);
  await other.reload();
  await expect(panel(other).rows).toHaveCount(12);
});

test('tabs of the panel log out and in together, count the last minute together, and end together', async ({
  page,
  context,
}) => {
  await enterPanel(page);
  const other = await context.newPage();
  await other.goto('/affiliate');
  await expect(panel(other).rows).toHaveCount(12);
  await panel(page).logOut.click();
  const ended = 'Your session has ended. Please log in again.';
  await expect(other.getByRole('main').getByText(ended)).toBeVisible();
  await expect(panel(other).rows).toHaveCount(0);
  await logInByAffiliateForm(page);
  await expect(panel(other).title).toBeVisible();
  // A list that is being loaded would be given up by a clock that leaps.
  for (const tab of [page, other]) await expect(panel(tab).rows).toHaveCount(12);

  // The last minute is counted down in every tab; choosing to stay in one tab keeps the session in all.
  await context.clock.fastForward(untilWarningMs + 1_000);
  for (const tab of [page, other]) await expect(warning(tab).getByRole('timer')).toHaveText(/^0:(4|5)\d$/);
  await expectNoFaults(other, 'dialog[open]');
  await warning(other).getByRole('button', { name: 'Stay logged in' }).click();
  for (const tab of [page, other]) await expect(warning(tab)).toBeHidden();
  for (const tab of [page, other]) await expect(panel(tab).rows).toHaveCount(12);
  await context.clock.fastForward(untilWarningMs - 60_000);
  for (const tab of [page, other]) await expect(panel(tab).rows).toHaveCount(12);
  await other.close();

  // An unused session ends here and on the server. After the next log-in the same search is shown again.
  await page.goto('/affiliate?search=anna');
  await expect(panel(page).rows).toHaveCount(1);
  const headers = { authorization: `Bearer ${await tokenOf(page, affiliateStorageKeys.session)}` };
  const statusNow = async () => (await page.request.post('/api/affiliate/summary', { headers, data: {} })).status();
  expect(await statusNow()).toBe(200);
  await context.clock.fastForward(sessionIdleMs + 5_000);
  await expect.poll(statusNow).toBe(401);
  await expect(page.getByRole('main').getByText('Your session ended after 20 minutes of inactivity.')).toBeVisible();
  await expectNoFaults(page);
  await logInByAffiliateForm(page);
  await expect(panel(page).rows).toHaveCount(1);
  await expect(page).toHaveURL(/\/affiliate\?search=anna$/);

  // If the server no longer knows the session, the log-in appears.
  const token = await tokenOf(page, affiliateStorageKeys.session);
  await page.request.post('/api/affiliate/logout', { headers: { authorization: `Bearer ${token}` } });
  await page.reload();
  await expect(page.getByRole('main').getByText(ended)).toBeVisible();
  await expect(panel(page).rows).toHaveCount(0);
});
