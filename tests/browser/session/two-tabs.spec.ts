import type { Page } from '@playwright/test';
import { storageKeys } from '../../../src/lib/contract/session.ts';
import { expectTerminalReady, logInByForm, terminal } from '../customer.ts';
import { expect, test } from '../product-test.ts';

/** Two tabs of one browser, both at the trading screen. By the form: what a test puts into the storage would come back. */
async function openTabs(page: Page): Promise<[Page, Page]> {
  await page.goto('/login');
  await logInByForm(page, 'demo@example.com');
  await page.waitForURL('**/platform/BTCUSD');
  const other = await page.context().newPage();
  await other.goto('/platform/ETHUSD');
  for (const tab of [page, other]) await expectTerminalReady(tab);
  return [page, other];
}

async function accessToken(page: Page): Promise<string> {
  const session = await page.evaluate((key) => localStorage.getItem(key) ?? '{}', storageKeys.session);
  return (JSON.parse(session) as { access_token: string }).access_token;
}

test('who logs out in one tab is out in the other', async ({ page }) => {
  const [first, second] = await openTabs(page);
  await first.getByRole('button', { name: 'Your account' }).click();
  await first.getByRole('button', { name: 'Log out' }).click();
  await first.waitForURL(/\/login\/?$/);
  await second.waitForURL(/\/login/);
});

test('a session that ended on the server leads every tab to the log-in, which says so and leads back', async ({
  page,
}) => {
  const [first, second] = await openTabs(page);
  const headers = { authorization: `Bearer ${await accessToken(first)}` };
  expect((await first.request.post('/api/accounts/logout', { headers })).status()).toBe(200);
  await first.waitForURL(/\/login\/?\?ended&next=%2Fplatform%2FBTCUSD$/);
  await second.waitForURL(/\/login\/?\?ended&next=%2Fplatform%2FETHUSD$/);
  await expect(second.getByText('Your session has ended. Please log in again.')).toBeVisible();
  await logInByForm(second, 'demo@example.com');
  await second.waitForURL('**/platform/ETHUSD');
  await expectTerminalReady(second);
});

test('what is set in one tab holds in the other: favourites and the theme', async ({ page }) => {
  const [first, second] = await openTabs(page);
  await terminal(first).market.getByRole('button', { name: 'Favourite: SOLUSD' }).click();
  await expect(terminal(second).market.getByRole('button', { name: 'Favourite: SOLUSD' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await first.getByRole('button', { name: /theme/i }).click();
  const theme = await first.locator('html').getAttribute('data-theme');
  await expect(second.locator('html')).toHaveAttribute('data-theme', theme ?? '');
});
