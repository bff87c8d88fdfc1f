import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { chooseTheme, expectTerminalReady, logIn, terminal } from '../customer.ts';
import { expect, test } from '../product-test.ts';

async function expectNoFaults(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const faults = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
  expect(faults).toEqual([]);
}

for (const theme of ['dark', 'light'] as const) {
  test.describe(theme, () => {
    // Tints and slides pass through colours that nobody has to read.
    test.use({ contextOptions: { reducedMotion: 'reduce' } });
    test.beforeEach(async ({ page }) => {
      await chooseTheme(page, theme);
    });

    test('the log-in page, empty and with its messages', async ({ page }) => {
      await page.goto('/login');
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      await expectNoFaults(page);
      await page.getByRole('button', { name: 'Log in' }).click();
      await expect(page.getByText('Email is required')).toBeVisible();
      await expectNoFaults(page);
    });

    test('the trading screen, its history and its dialog', async ({ page }) => {
      await logIn(page, 'demo@example.com');
      await page.goto('/platform/BTCUSD');
      await expectTerminalReady(page);
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      await expectNoFaults(page);
      const { positions, rows, ticket } = terminal(page);
      await positions.getByRole('tab', { name: 'History' }).click();
      await expectNoFaults(page);
      await positions.getByRole('tab', { name: 'Open positions' }).click();
      const before = await rows.count();
      await ticket.getByLabel('Amount').fill('10');
      await ticket.getByRole('button', { name: /^Sell/ }).click();
      await expect(rows).toHaveCount(before + 1);
      await rows.first().getByRole('button', { name: 'Close' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNoFaults(page);
    });

    test('the trading screen on a phone, with its ticket', async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await logIn(page, 'demo@example.com');
      await page.goto('/platform/BTCUSD');
      await expectTerminalReady(page);
      await expectNoFaults(page);
      await page.getByRole('button', { name: /^Buy/ }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNoFaults(page);
    });

    test('the home page', async ({ page }) => {
      await page.goto('/');
      await expectNoFaults(page);
    });
  });
}
