import type { Page } from '@playwright/test';
import { askServer } from '../../../src/server/operator/desk/ask-server.ts';
import { makeDataFolder, startProduct } from '../../support/product/start-product.ts';
import { expectNoFaults } from '../accessibility.ts';
import { expectTerminalReady, logInByForm, minorIn, openTerminal, terminal } from '../customer.ts';
import { expect, test as base } from '../product-test.ts';

// What operators do while somebody looks at the screen: it is seen there at once, and nothing is loaded anew. Each test puts back what it did.

const test = base.extend<object, { dataDir: string }>({
  dataDir: [
    async ({}, use) => {
      const data = await makeDataFolder();
      await use(data.path);
      await data.remove();
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ dataDir }, use) => {
      const product = await startProduct({ dataDir });
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

const email = 'demo@example.com';
const reason = ['--reason', 'Asked by telephone'];

/** Types a command beside the server, as `npm run operator` does. */
async function type(dataDir: string, ...args: string[]): Promise<void> {
  const answer = await askServer(dataDir, { args: [...args, ...reason], actor: 'operator:ada', cwd: dataDir });
  expect(answer, answer?.text ?? 'nobody listens').toMatchObject({ ok: true });
}

const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-kept', ''));
const expectKept = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-kept');

test('level, PIN and money change on the open screen', async ({ page, dataDir }) => {
  await openTerminal(page, { email });
  await mark(page);
  const { balance } = terminal(page);
  const before = await minorIn(balance);
  await type(dataDir, 'transactions', 'deposit', email, '12.34');
  await expect.poll(() => minorIn(balance)).toBe(before + 1_234);
  await page.getByRole('button', { name: /^Your account: Hello, / }).click();
  const panel = page.locator('#account-panel');
  await type(dataDir, 'customers', 'level', email, 'Diamond');
  await expect(panel.getByText('Diamond')).toBeVisible();
  await type(dataDir, 'customers', 'pin', email, '471199');
  await expect(panel.getByText('471199')).toBeVisible();
  await expectKept(page);
  await type(dataDir, 'customers', 'level', email, 'Gold');
  await type(dataDir, 'customers', 'pin', email, '482913');
});

test('an asset that is suspended is marked, its ticket says why, and it comes back', async ({ page, dataDir }) => {
  await openTerminal(page, { email });
  await mark(page);
  const { ticket, market } = terminal(page);
  const buy = ticket.getByRole('button', { name: /^Buy/ });
  await expect(buy).toBeVisible();
  await type(dataDir, 'assets', 'suspend', 'BTCUSD');
  await expect(ticket.getByRole('status').filter({ hasText: 'Trading in this asset is suspended' })).toContainText(
    'Nothing new can be opened in BTCUSD at the moment.',
  );
  await expect(buy).toHaveCount(0);
  const row = market.getByRole('listitem').filter({ hasText: 'BTCUSD' });
  await expect(row.getByRole('img', { name: 'Trading in this asset is suspended' })).toBeAttached();
  await expectNoFaults(page);
  await type(dataDir, 'assets', 'resume', 'BTCUSD');
  await expect(buy).toBeVisible();
  await ticket.getByText('Stop loss, take profit').click();
  const stopLoss = ticket.getByLabel('Stop loss', { exact: true });
  await stopLoss.fill('1');
  await type(dataDir, 'categories', 'leverages', 'crypto', '1,2,4');
  await expect(ticket.getByText('×4')).toBeVisible();
  await expect(ticket.getByRole('radio', { checked: true })).toHaveValue('4');
  await expect(stopLoss).toHaveValue('1');
  await expectKept(page);
  await type(dataDir, 'categories', 'leverages', 'crypto', '1,3,5,10');
});

test('who is blocked is out at once, and is told so only by the right password', async ({ page, dataDir }) => {
  await page.goto('/login');
  await logInByForm(page, email);
  await page.waitForURL('**/platform/BTCUSD');
  await expectTerminalReady(page);
  await type(dataDir, 'customers', 'block', email);
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
  await type(dataDir, 'customers', 'unblock', email);
});
