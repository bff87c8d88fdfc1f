import type { Page } from '@playwright/test';
import { expectNoFaults } from '../accessibility.ts';
import { expectTerminalReady, logInByForm, minorIn, openTerminal, terminal } from '../customer.ts';
import { expect, operatedTest } from '../operated-test.ts';

// What operators do while somebody looks at the screen: it is seen there at once, and nothing is loaded anew. Each test puts back what it did.

const test = operatedTest();

const email = 'demo@example.com';
const reason = ['--reason', 'Asked by telephone'];

const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-kept', ''));
const expectKept = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-kept');

test('level, PIN and money change on the open screen', async ({ page, operate }) => {
  await openTerminal(page, { email });
  await mark(page);
  const { balance } = terminal(page);
  const before = await minorIn(balance);
  await operate('transactions', 'deposit', email, '12.34', ...reason);
  await expect.poll(() => minorIn(balance)).toBe(before + 1_234);
  await page.getByRole('button', { name: /^Your account: Hello, / }).click();
  const panel = page.locator('#account-panel');
  await operate('customers', 'level', email, 'Diamond', ...reason);
  await expect(panel.getByText('Diamond')).toBeVisible();
  await operate('customers', 'pin', email, '471199', ...reason);
  await expect(panel.getByText('471199')).toBeVisible();
  await expectKept(page);
  await operate('customers', 'level', email, 'Gold', ...reason);
  await operate('customers', 'pin', email, '482913', ...reason);
});

test('an asset that is suspended is marked, its ticket says why, and it comes back', async ({ page, operate }) => {
  await openTerminal(page, { email });
  await mark(page);
  const { ticket, market } = terminal(page);
  const buy = ticket.getByRole('button', { name: /^Buy/ });
  await expect(buy).toBeVisible();
  await operate('assets', 'suspend', 'BTCUSD', ...reason);
  await expect(ticket.getByRole('status').filter({ hasText: 'Trading in this asset is suspended' })).toContainText(
    'Nothing new can be opened in BTCUSD at the moment.',
  );
  await expect(buy).toHaveCount(0);
  const row = market.getByRole('listitem').filter({ hasText: 'BTCUSD' });
  await expect(row.getByRole('img', { name: 'Trading in this asset is suspended' })).toBeAttached();
  await expectNoFaults(page);
  await operate('assets', 'resume', 'BTCUSD', ...reason);
  await expect(buy).toBeVisible();
  await ticket.getByText('Stop loss, take profit').click();
  const stopLoss = ticket.getByLabel('Stop loss', { exact: true });
  await stopLoss.fill('1');
  await operate('categories', 'leverages', 'crypto', '1,2,4', ...reason);
  await expect(ticket.getByText('×4')).toBeVisible();
  await expect(ticket.getByRole('radio', { checked: true })).toHaveValue('4');
  await expect(stopLoss).toHaveValue('1');
  await expectKept(page);
  await operate('categories', 'leverages', 'crypto', '1,3,5,10', ...reason);
});

test('who is blocked is out at once, and is told so only by the right password', async ({ page, operate }) => {
  await page.goto('/login');
  await logInByForm(page, email);
  await page.waitForURL('**/platform/BTCUSD');
  await expectTerminalReady(page);
  await operate('customers', 'block', email, ...reason);
  await page.waitForURL(/\/login/);
  await logInByForm(page, email, 'a guess');
  await expect(page.getByRole('alert')).toHaveText('Invalid credentials.');
  await logInByForm(page, email);
  await expect(page.getByRole('alert')).toHaveText('This account is blocked. Please contact us.');
  await expectNoFaults(page);
  await page.goto('/de/login');
  await page.getByLabel('E-Mail').fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill('demo1234');
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await expect(page.getByRole('alert')).toHaveText('Dieses Konto ist gesperrt. Bitte kontaktieren Sie uns.');
  await operate('customers', 'unblock', email, ...reason);
});
