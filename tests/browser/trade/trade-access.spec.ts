import { openTerminal, terminal } from '../customer.ts';
import { expect, test } from '../product-test.ts';

// What an account that may not trade is told to do next.

test('an account that is not verified is told to be verified, not to press a side', async ({ page }) => {
  await openTerminal(page, { email: 'new@example.com' });
  const { market, positions } = terminal(page);
  await expect(positions.getByText('Please have your account verified')).toBeVisible();
  await expect(positions.getByText('press Sell or Buy')).toHaveCount(0);
  // All of them would be no mark.
  await expect(market.getByRole('img', { name: 'You have no access' })).toHaveCount(0);
});

test('assets without access are marked in the list, and the empty table tells of them', async ({ page }) => {
  await openTerminal(page, { email: 'limited@example.com' });
  const { market, positions } = terminal(page);
  const row = (symbol: string) => market.getByRole('listitem').filter({ hasText: symbol });
  await expect(positions.getByText('press Sell or Buy')).toBeVisible();
  await expect(row('EURUSD').getByRole('img', { name: 'You have no access' })).toBeAttached();
  await expect(row('BTCUSD').getByRole('img', { name: 'You have no access' })).toHaveCount(0);
  await expect(market.getByRole('link', { name: 'EURUSD' })).toHaveAccessibleDescription(
    'Euro / US Dollar. You have no access',
  );
  await market.getByRole('searchbox').fill('eurusd');
  await page.keyboard.press('Enter');
  await expect(positions.getByText('choose one without a lock')).toBeVisible();
});
