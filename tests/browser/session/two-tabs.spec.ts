import type { Page } from '@playwright/test';
import { storageKeys } from '../../../src/lib/contract/session.ts';
import { expectTerminalReady, logInByForm, terminal } from '../customer.ts';
import { expect, test } from '../product-test.ts';

async function accessToken(page: Page): Promise<string> {
  const session = await page.evaluate((key) => localStorage.getItem(key) ?? '{}', storageKeys.session);
  return (JSON.parse(session) as { access_token: string }).access_token;
}

test('two tabs of a browser share settings, the end of a session and a log-out', async ({ page: first, context }) => {
  // Logs in through the form: a session that the test injects into the storage would be restored on every load.
  await first.goto('/login');
  await logInByForm(first, 'demo@example.com');
  await first.waitForURL('**/platform/BTCUSD');
  const second = await context.newPage();
  await second.goto('/platform/ETHUSD');
  for (const tab of [first, second]) await expectTerminalReady(tab);

  await terminal(first).market.getByRole('button', { name: 'Favourite: SOLUSD' }).click();
  await expect(terminal(second).market.getByRole('button', { name: 'Favourite: SOLUSD' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await first.getByRole('button', { name: /theme/i }).click();
  const theme = await first.locator('html').getAttribute('data-theme');
  await expect(second.locator('html')).toHaveAttribute('data-theme', theme ?? '');

  // A session that ended on the server sends every tab to the log-in page, which says why and then leads back.
  const headers = { authorization: `Bearer ${await accessToken(first)}` };
  expect((await first.request.post('/api/accounts/logout', { headers })).status()).toBe(200);
  await first.waitForURL(/\/login\/?\?ended&next=%2Fplatform%2FBTCUSD$/);
  await second.waitForURL(/\/login\/?\?ended&next=%2Fplatform%2FETHUSD$/);
  await expect(second.getByText('Your session has ended. Please log in again.')).toBeVisible();
  await logInByForm(second, 'demo@example.com');
  await second.waitForURL('**/platform/ETHUSD');
  await expectTerminalReady(second);

  await first.goto('/platform/BTCUSD');
  await expectTerminalReady(first);
  await first.getByRole('button', { name: 'Your account' }).click();
  await first.getByRole('button', { name: 'Log out' }).click();
  await first.waitForURL(/\/login\/?$/);
  await second.waitForURL(/\/login/);
});
