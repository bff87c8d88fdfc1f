import { expectNoFaults } from '../accessibility.ts';
import { expectTerminalReady, logInByForm, minorIn, terminal } from '../customer.ts';
import { expect, operatedTest } from '../operated-test.ts';

// Changes by operators appear at once on the open screen, without a reload.

const test = operatedTest();

const email = 'demo@example.com';
const reason = ['--reason', 'Asked by telephone'];

test('changes by operators appear on the open screen at once, and a blocked customer is logged out', async ({
  page,
  operate,
}) => {
  await page.goto('/login');
  await logInByForm(page, email);
  await page.waitForURL('**/platform/BTCUSD');
  await expectTerminalReady(page);
  await page.evaluate(() => document.documentElement.setAttribute('data-kept', ''));
  const { balance, ticket, market } = terminal(page);
  const before = await minorIn(balance);
  await operate('transactions', 'deposit', email, '12.34', ...reason);
  await expect.poll(() => minorIn(balance)).toBe(before + 1_234);
  await page.getByRole('button', { name: /^Your account: Hello, / }).click();
  const panel = page.locator('#account-panel');
  await operate('customers', 'level', email, 'Diamond', ...reason);
  await expect(panel.getByText('Diamond')).toBeVisible();
  await operate('customers', 'pin', email, '471199', ...reason);
  await expect(panel.getByText('471199')).toBeVisible();
  await page.keyboard.press('Escape');

  const buy = ticket.getByRole('button', { name: /^Buy/ });
  await expect(buy).toBeVisible();
  await operate('assets', 'suspend', 'BTCUSD', ...reason);
  await expect(ticket.getByRole('status').filter({ hasText: 'Trading in this asset is suspended' })).toContainText(
    "You can't open new positions in BTCUSD right now.",
  );
  await expect(buy).toHaveCount(0);
  const row = market.getByRole('listitem').filter({ hasText: 'BTCUSD' });
  await expect(row.getByRole('img', { name: 'Trading in this asset is suspended' })).toBeAttached();
  await expectNoFaults(page);
  await operate('assets', 'resume', 'BTCUSD', ...reason);
  await expect(buy).toBeVisible();
  await ticket.getByText('Stop loss and take profit').click();
  const stopLoss = ticket.getByLabel('Stop loss', { exact: true });
  await stopLoss.fill('1');
  await operate('categories', 'leverages', 'crypto', '1,2,4', ...reason);
  await expect(ticket.getByText('4×')).toBeVisible();
  await expect(ticket.getByRole('radio', { checked: true })).toHaveValue('4');
  await expect(stopLoss).toHaveValue('1');

  const menu = page.locator('[data-account-menu]');
  await expect(menu).toHaveAttribute('data-verified', '1');
  await operate('customers', 'unverify', email, ...reason);
  await expect(menu).toHaveAttribute('data-verified', '0');
  await expect(ticket).toContainText('The account is not verified');
  await expect(page.locator('html')).toHaveAttribute('data-kept');

  await operate('customers', 'block', email, ...reason);
  await page.waitForURL(/\/login/);
  // This message is shown only with the right password.
  await logInByForm(page, email, 'a guess');
  await expect(page.getByRole('alert')).toHaveText('Invalid credentials.');
  await logInByForm(page, email);
  await expect(page.getByRole('alert')).toHaveText('Your account is blocked. Please contact us.');
  await expectNoFaults(page);
});
