import type { Page } from '@playwright/test';
import { expectNoFaults, expectNoFaultsInBothThemes } from '../accessibility.ts';
import { expectNoHorizontalScroll } from '../account-lists/list-parts.ts';
import { chooseTheme, logIn } from '../customer.ts';
import { tabTo } from '../keyboard.ts';
import { listenToFaults } from '../page-faults.ts';
import { depositScreen, expect, expectAccessible, fillIn, returnAddress, returnScreen, test } from './paying-test.ts';

/** A deposit at the simulated provider, whose page has no session and no script of ours. */

async function balanceOf(page: Page): Promise<number> {
  const session = await page.evaluate(() => localStorage.getItem('session'));
  const { access_token: token } = JSON.parse(session ?? '') as { access_token: string };
  const answer = await page.request.post('/api/accounts/getBalance', {
    data: {},
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = (await answer.json()) as { data: { balance: { balance: number } } };
  return data.balance.balance;
}

const choice = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });

test('a visitor is asked to log in; by the keyboard alone a customer pays, and is credited once', async ({ page }) => {
  const faults = listenToFaults(page);
  await chooseTheme(page, 'light');
  await page.goto('/payment/return?transaction=abc');
  await expect(page).toHaveURL(/\/login\?next=%2Fpayment%2Freturn%3Ftransaction%3Dabc$/);

  await logIn(page, 'limited@example.com');
  await page.goto('/payment/creditCard');
  await expect(page).toHaveTitle(/^Deposit · /);
  const { dialog, amount, method, methods, pay, notes } = depositScreen(page);
  await expect(dialog.getByRole('heading', { name: 'Deposit' })).toBeFocused();
  await expect(dialog.getByText('Simulated: no money moves')).toHaveCount(3);
  await expect(methods).toHaveCount(8);
  await expectAccessible(page);
  await tabTo(page, methods.first());
  // The simulated methods come last: a card, a bank transfer and a wallet.
  for (let up = 0; up < 3; up += 1) await page.keyboard.press('ArrowUp');
  await expect(method('Simulated card')).toBeChecked();
  await tabTo(page, amount);
  await page.keyboard.type('300');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/sandbox/pay/*');

  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(page.getByRole('banner')).toHaveText('Simulated: no money moves');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment to Vernier');
  await expect(page.getByText('€300.00')).toBeVisible();
  await expect(page.getByRole('button')).toHaveText([/^Approve/, /^Decline/, /^Pay later/, /^Never respond/]);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 760 });
  await expectNoHorizontalScroll(page);
  for (const one of await page.getByRole('button').all())
    expect((await one.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  const address = page.url();
  const leftOpen = await page.context().newPage();
  await leftOpen.goto(address, { waitUntil: 'commit' });

  // Going back shows the form with what was typed, and paying again continues the same deposit.
  await page.goBack();
  await expect(amount).toHaveValue('300');
  await expect(notes).toContainText('You have an unfinished payment of €300.00 (Simulated card).');
  await pay.click();
  await page.waitForURL(address);
  await tabTo(page, choice(page, 'Approve'));
  await page.keyboard.press('Enter');
  await page.waitForURL(returnAddress);
  const { outcome, said } = returnScreen(page);
  await expect(outcome).toHaveText('€300.00 credited');
  await expect(said).toContainText(/New balance €800\.00/);
  await expect(page.getByText("You won't be charged, and the money you receive isn't real.")).toBeVisible();
  await expectAccessible(page);
  const told = page.url();

  // A reload, another choice on a page that was left open, or another attempt neither undoes nor credits anything.
  await page.reload();
  await expect(outcome).toHaveText('€300.00 credited');
  await choice(leftOpen, 'Decline').click();
  await expect(leftOpen.getByRole('heading', { name: 'Approved' })).toBeVisible();
  expect(leftOpen.url()).toBe(address);
  await expect(leftOpen.getByRole('button')).toHaveCount(0);
  await expectAccessible(leftOpen);
  await tabTo(leftOpen, leftOpen.getByRole('link', { name: 'Back to Vernier' }));
  await leftOpen.keyboard.press('Enter');
  await leftOpen.waitForURL(told);
  expect(await balanceOf(page)).toBe(800);
  await page.getByRole('link', { name: 'Go to platform' }).click();
  await page.waitForURL('**/platform/BTCUSD');
  expect(faults).toEqual([]);
});

test('a payment settled in another tab is not repeated, and a decline can be followed by another deposit', async ({
  page,
}) => {
  await logIn(page, 'demo@example.com');
  const { amount, pay } = await fillIn(page, 'Simulated card', '253');
  await pay.click();
  await page.waitForURL('**/sandbox/pay/*');
  const first = page.url();
  const other = await page.context().newPage();
  await other.goto(first, { waitUntil: 'commit' });
  await choice(other, 'Decline').click();
  await other.waitForURL(returnAddress);
  await expect(returnScreen(other).outcome).toHaveText('Deposit declined');
  await other.goto(first, { waitUntil: 'commit' });
  await expect(other.getByRole('heading', { name: 'Declined' })).toBeVisible();
  await expectNoFaultsInBothThemes(other);
  const lost = await other.goto(first.replace(/.{6}$/, 'nobody'), { waitUntil: 'commit' });
  expect(lost?.status()).toBe(404);
  await expect(other.getByRole('heading', { name: "We couldn't find this payment" })).toBeVisible();
  await expectNoFaults(other);

  await page.goBack();
  await expect(amount).toHaveValue('253');
  await pay.click();
  await page.waitForURL((url) => url.pathname.startsWith('/sandbox/pay/') && url.href !== first);
  await other.goto(page.url(), { waitUntil: 'commit' });
  await choice(other, 'Approve').click();
  await other.waitForURL(returnAddress);
  await page.goBack();
  await expect(amount).toHaveValue('253');
  await pay.click();
  await page.waitForURL(other.url());
  await expect(returnScreen(page).outcome).toHaveText('€253.00 credited');
});

test('a wallet is paid inside the deposit, which goes on by itself', async ({ page }) => {
  const faults = listenToFaults(page);
  await chooseTheme(page, 'light');
  await logIn(page, 'limited@example.com');
  const { pay, dialog } = await fillIn(page, 'Simulated wallet', '254');
  await pay.click();
  const frame = page.frameLocator('iframe[title="Payment form: Simulated wallet"]');
  await expect(frame.getByRole('banner')).toHaveText('Simulated: no money moves');
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'light');
  // The page has an origin of its own: it cannot read the session.
  await expect(frame.getByRole('link')).toHaveCount(0);
  await frame.getByRole('button', { name: /^Never respond/ }).click();
  await expect(frame.getByRole('heading', { name: 'No response' })).toBeVisible();
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(dialog.getByRole('link', { name: "I've paid" })).toBeVisible();
  await expectNoFaultsInBothThemes(page);
  await dialog.getByRole('button', { name: 'Change amount or payment method' }).click();
  await dialog.getByLabel('Amount', { exact: true }).fill('255');
  await pay.click();
  await frame.getByRole('button', { name: /^Approve/ }).click();
  await page.waitForURL(returnAddress);
  await expect(returnScreen(page).outcome).toHaveText('€255.00 credited');
  // The script by which the test logs in also runs in the iframe, where there is no storage.
  expect(faults.filter((fault) => !fault.includes("lacks the 'allow-same-origin' flag"))).toEqual([]);
});

test('the addresses of the deposit redirect correctly', async ({ request }) => {
  const headers = { accept: 'text/html' };
  for (const [from, to] of [
    ['/payment', '/payment/creditCard'],
    ['/de/payment?lang=de', '/de/payment/creditCard?lang=de'],
  ] as const) {
    const answer = await request.get(from, { headers, maxRedirects: 0 });
    expect([answer.status(), answer.headers()['location']]).toEqual([302, to]);
  }
  const answer = await request.get('/payment/seashells', { headers });
  expect(answer.status()).toBe(404);
  expect(await answer.text()).toContain('Oops, cannot find the page');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the page of the simulated provider works too, in the language of the page before it', async ({ page }) => {
    const post = async (path: string, data: object, token = '') => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await page.request.post(path, { data, ...(token !== '' && { headers }) });
      expect(answer.status()).toBe(200);
      return ((await answer.json()) as { data: Record<string, string> }).data;
    };
    const customer = { email: 'demo@example.com', password: 'demo1234' };
    const { access_token: token } = await post('/api/accounts/login', customer);
    const created = await post('/api/transactions/create', { method: 1, provider: 'sandbox', amount: 250 }, token);
    const input = { transaction_id: created['transaction_id'], lang: 'de' };
    const { redirect_url: address = '' } = await post('/api/transaction/send/sandbox', input, token);
    await page.goto(address);
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.getByRole('banner')).toHaveText('Simuliert: Es fließt kein Geld');
    await expect(page.getByText('250,00 €')).toBeVisible();
    await page.getByRole('button', { name: /^Ablehnen/ }).click();
    await page.waitForURL(/\/de\/payment\/return\?transaction=[\w-]+$/);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Abgelehnt' })).toBeVisible();
    await expect(page.getByRole('button')).toHaveCount(0);
  });
});
