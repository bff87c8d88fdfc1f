import type { Page } from '@playwright/test';
import { expectTerminalReady, openTerminal, terminal } from '../customer.ts';
import { tabTo, typeOver } from '../keyboard.ts';
import { expect, test } from '../product-test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

/** Expects that some element has the focus; without one, a keyboard user is lost. */
async function expectFocus(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);
}

test('from the search to the receipt without a mouse', async ({ page }) => {
  await openTerminal(page);
  const { ticket, positions, rows } = terminal(page);
  const mine = rows.filter({ hasText: 'ETHUSD' });

  // The first Tab offers to skip to the content.
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();

  // Find an asset and open it.
  await page.keyboard.press('/');
  await page.keyboard.type('ether');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/platform/ETHUSD');
  await expectTerminalReady(page);
  await expectFocus(page);

  // Fill the ticket and open a position.
  await tabTo(page, ticket.getByLabel('Amount'));
  await typeOver(page, '150');
  await tabTo(page, ticket.getByRole('radio', { checked: true }));
  await page.keyboard.press('ArrowLeft');
  await expect(ticket.getByRole('radio', { name: '3×', exact: true })).toBeChecked();
  await tabTo(page, ticket.getByRole('button', { name: /^Buy/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Bought ETHUSD at .*€150\.00 3×$/)).toBeVisible();
  await expect(mine).toHaveCount(1);
  await expectFocus(page);

  // Set a stop loss in its row.
  const row = mine.first();
  const level = row.getByRole('button', { name: /Stop loss for ETHUSD/ });
  await tabTo(page, level);
  await page.keyboard.press('Enter');
  await page.keyboard.type('100');
  await page.keyboard.press('Enter');
  await expect(level).toContainText('100.00');
  await expect(level).toBeFocused();

  // Cancel the first time, then close.
  const close = row.getByRole('button', { name: 'Close' });
  await tabTo(page, close);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(close).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByRole('button', { name: 'Close position' }));
  await page.keyboard.press('Enter');
  await expect(mine).toHaveCount(0);
  await expectFocus(page);

  // Open the receipt, and return to the button that opened it.
  await tabTo(page, positions.getByRole('tab', { name: 'Open positions' }), 'Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await expect(positions.getByRole('tab', { name: 'History' })).toBeFocused();
  const opener = rows.first().getByRole('button', { name: 'Receipt for ETHUSD' });
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  const receipt = page.getByRole('dialog', { name: 'Receipt for ETHUSD' });
  await expect(receipt.getByRole('row', { name: /^Fill price/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(receipt).toBeHidden();
  await expect(opener).toBeFocused();
});
