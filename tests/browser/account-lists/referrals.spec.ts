import type { Page } from '@playwright/test';
import { expectNoFaultsInBothThemes } from '../accessibility.ts';
import { logInByForm } from '../customer.ts';
import { listenToFaults } from '../page-faults.ts';
import { expect, test } from '../product-test.ts';
import { expectNoSidewaysAt } from './list-parts.ts';

/** The customer's referral code according to the server. */
async function codeOf(page: Page): Promise<string> {
  const session = await page.evaluate(() => localStorage.getItem('session') ?? '{}');
  return (JSON.parse(session) as { user: { uniqid: string } }).user.uniqid;
}

test('a customer copies the referral link, and its code is kept for the registration of whoever follows it', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const faults = listenToFaults(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/referrals');
  await expect(page).toHaveURL(/\/login\?next=%2Freferrals$/);
  await logInByForm(page, 'demo@example.com');
  await page.waitForURL('**/referrals');
  const code = await codeOf(page);
  const link = `http://localhost:4321/?ref=${code}`;
  await expect(page.getByRole('textbox', { name: 'Your link' })).toHaveValue(link);
  const rows = page.getByRole('region', { name: 'People you referred' }).locator('tbody tr');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Jonas Keller');
  await expect(page.getByRole('img', { name: 'QR code for your link' })).toBeVisible();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Link copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await expectNoSidewaysAt(page, [1440, 360]);
  await expectNoFaultsInBothThemes(page);
  expect(faults).toEqual([]);

  const friend = await browser.newPage({ baseURL });
  await friend.goto(`/${new URL(link).search}`);
  expect(await friend.evaluate(() => localStorage.getItem('ref'))).toBe(code);
  await friend.close();
});
