import type { Page } from '@playwright/test';
import { openPush } from '../account/account-parts.ts';
import { logIn, terminal } from '../customer.ts';
import { expect, test } from '../product-test.ts';

const leverages = (page: Page) => terminal(page).ticket.getByRole('radio');

test('an account that is not verified sees prices and why it cannot trade', async ({ page }) => {
  await logIn(page, 'new@example.com');
  await page.goto('/platform/BTCUSD');
  const { market, ticket } = terminal(page);
  await expect(market.locator('[data-cell="sell"]').first()).toHaveText(/\d/);
  await expect(ticket).toContainText('The account is not verified');
  await expect(ticket.getByRole('button', { name: /^(Buy|Sell)/ })).toHaveCount(0);
});

test('on a phone the sheet says why an account cannot trade', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await logIn(page, 'new@example.com');
  await page.goto('/platform/BTCUSD');
  await page.getByRole('button', { name: /^Buy/ }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText('The account is not verified');
  await expect(sheet.getByRole('button', { name: /^Buy/ })).toHaveCount(0);
});

test('an account with crypto only has the leverages of its own there and no access elsewhere', async ({ page }) => {
  await logIn(page, 'limited@example.com');
  await page.goto('/platform/BTCUSD');
  const { ticket, market } = terminal(page);
  await expect(leverages(page)).toHaveCount(2);
  expect(await leverages(page).evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value))).toEqual([
    '1',
    '3',
  ]);
  await expect(ticket.getByRole('button', { name: /^Buy/ })).toBeEnabled();
  await market.getByRole('tab', { name: 'Forex' }).click();
  await market.getByRole('link', { name: 'EURUSD' }).click();
  await expect(ticket).toContainText('You have no access');
  await expect(ticket.getByRole('button', { name: /^(Buy|Sell)/ })).toHaveCount(0);
  await page.goBack();
  await expect(ticket.getByRole('button', { name: /^Buy/ })).toBeEnabled();
});

test('the screen follows at once when the broker changes the account', async ({ page }) => {
  const push = await openPush(page);
  await logIn(page, 'limited@example.com');
  await page.goto('/platform/BTCUSD');
  const { ticket } = terminal(page);
  await expect(leverages(page)).toHaveCount(2);

  await push({ custom_leverage: null });
  await expect.poll(() => leverages(page).count()).toBeGreaterThan(2);
  await push({ custom_leverage: '{"crypto":[2]}' });
  await expect(leverages(page)).toHaveCount(1);
  await push({ assets_group_permission: [] });
  await expect(ticket).toContainText('You have no access');
  await push({ verified_account: 0 });
  await expect(ticket).toContainText('The account is not verified');
  await expect(page.locator('[data-verified="0"]')).toBeVisible();
  await push({ verified_account: 1, assets_group_permission: [1, 2, 3, 4, 5] });
  await expect(ticket.getByRole('button', { name: /^Buy/ })).toBeEnabled();
});
