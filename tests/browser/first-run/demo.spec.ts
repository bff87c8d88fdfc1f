import type { Page } from '@playwright/test';
import { demoAffiliateEmail, demoCustomerEmail } from '../../../src/lib/demo-log-ins.ts';
import { expectNoHorizontalScroll } from '../account-lists/list-parts.ts';
import { expectNoFaults } from '../accessibility.ts';
import { demoPassword, expectTerminalReady, terminal } from '../customer.ts';
import { listenToFaults } from '../page-faults.ts';
import { expect, test } from '../product-test.ts';

// Only a full history has the demo customer's positions and message.
test.use({ history: 'full' });

/** The demo as a visitor gets there: from the home page to a terminal with trades in progress. */

/** Expects that the profit of an open position moves with the prices. */
async function expectLiveProfit(page: Page): Promise<void> {
  const profit = page.locator('[data-figure="profit"]');
  const before = await profit.textContent();
  await expect.poll(() => profit.textContent(), { intervals: [200] }).not.toBe(before);
}

async function expectInTrade(page: Page): Promise<void> {
  await expectTerminalReady(page);
  await expect(terminal(page).rows).toHaveCount(6);
  await expectLiveProfit(page);
  await expect(page.getByRole('region', { name: 'Get started' })).toHaveCount(0);
  await expectNoHorizontalScroll(page);
  await expectNoFaults(page);
}

test('the demo is two clicks from the home page: open positions, a message and the bell', async ({ page }) => {
  const faults = listenToFaults(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await page.getByRole('link', { name: 'Try the demo' }).click();
  await page.waitForURL('**/platform/BTCUSD');
  const message = page.getByRole('dialog', { name: 'Welcome to the demo' });
  await expect(message).toContainText('six open positions');
  await message.getByRole('button', { name: 'Close' }).click();
  await expect(message).toBeHidden();
  await expectInTrade(page);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await expectInTrade(page);
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expect(panel.getByRole('link', { name: 'Settings' })).toBeVisible();
  await expectNoFaults(page);
  expect(faults).toEqual([]);
});

test('the log-in offers the demo, and the log-ins of a customer and an affiliate', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible();
  for (const text of [demoCustomerEmail, demoAffiliateEmail, demoPassword])
    await expect(page.getByRole('definition').filter({ hasText: text })).toBeVisible();
  await expectNoHorizontalScroll(page);
  await expectNoFaults(page);
  await page.getByRole('link', { name: 'Affiliate' }).click();
  await page.waitForURL(/\/affiliate\/?(login)?$/);
});
