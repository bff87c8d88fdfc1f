import type { Page } from '@playwright/test';
import { logIn } from '../customer.ts';
import { listenToFaults } from '../page-faults.ts';
import { depositScreen, expect, goToSandbox, returnAddress, returnScreen, test } from './paying-test.ts';

/** What the provider is to report. */
const choose = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) }).click();

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

test('an approved deposit is credited, with the balance as it is then', async ({ page }) => {
  const faults = listenToFaults(page);
  await logIn(page, 'limited@example.com');
  await goToSandbox(page, '300');
  await choose(page, 'Approve');
  await page.waitForURL(returnAddress);
  const { outcome, said } = returnScreen(page);
  await expect(outcome).toHaveText('€300.00 credited');
  await expect(said).toContainText(/New balance €800\.00/);
  await expect(page.getByText('nobody is charged, and the money on your balance is not real')).toBeVisible();
  expect(await balanceOf(page)).toBe(800);
  expect(faults).toEqual([]);

  // To look again credits nothing again.
  await page.reload();
  await expect(outcome).toHaveText('€300.00 credited');
  expect(await balanceOf(page)).toBe(800);
  await page.getByRole('link', { name: 'Go to the platform' }).click();
  await page.waitForURL('**/platform/BTCUSD');
});

test('a declined deposit says what can be done next', async ({ page }) => {
  await logIn(page, 'demo@example.com');
  await goToSandbox(page);
  await choose(page, 'Decline');
  await page.waitForURL(returnAddress);
  const { outcome, said } = returnScreen(page);
  await expect(outcome).toHaveText('Deposit declined');
  await expect(said).toContainText('nothing was credited');
  await page.getByRole('link', { name: 'New deposit' }).click();
  await expect(depositScreen(page).amount).toHaveValue('');
});

test('a deposit that is paid later changes while somebody looks', async ({ page }) => {
  await logIn(page, 'demo@example.com');
  await goToSandbox(page, '260');
  await choose(page, 'Pay later');
  await page.waitForURL(returnAddress);
  const { outcome } = returnScreen(page);
  await expect(outcome).toHaveText('€260.00 credited', { timeout: 40_000 });
});

test('it changes without the line that tells of news, too', async ({ page }) => {
  await logIn(page, 'demo@example.com');
  // Neither a WebSocket nor what stands in for one.
  await page.route('**/socket.io/**', (route) => route.abort());
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
  await goToSandbox(page, '270');
  await choose(page, 'Pay later');
  await page.waitForURL(returnAddress);
  const { outcome } = returnScreen(page);
  await expect(outcome).toHaveText('€270.00 credited', { timeout: 55_000 });
});

test('who waits for long is told that there is no need to, and calls it off', async ({ page }) => {
  await page.clock.install();
  await logIn(page, 'demo@example.com');
  await goToSandbox(page);
  await choose(page, 'Never answer');
  await page.waitForURL(returnAddress);
  const { outcome, said, callOff } = returnScreen(page);
  await expect(outcome).toHaveText('Waiting for the confirmation');
  await expect(said).not.toContainText('You can leave this page');
  await page.clock.fastForward(31_000);
  await expect(said).toContainText('You can leave this page');
  await callOff.click();
  await expect(outcome).toHaveText('Deposit cancelled');
  await expect(callOff).toBeHidden();
  await expect(outcome).toBeFocused();
});

test('a server that is away is asked again, and loses nothing', async ({ page }) => {
  await logIn(page, 'demo@example.com');
  await goToSandbox(page);
  await page.route('**/api/transactions/show', (route) => route.abort());
  await choose(page, 'Approve');
  await page.waitForURL(returnAddress);
  const { outcome } = returnScreen(page);
  await expect(outcome).toHaveText('The server cannot be reached');
  await page.unroute('**/api/transactions/show');
  await expect(outcome).toHaveText('€300.00 credited', { timeout: 30_000 });
});

test('what is told while the server is away says that it may be old, until it is here again', async ({ page }) => {
  await page.clock.install();
  await logIn(page, 'demo@example.com');
  // Nobody tells of news: the page asks.
  await page.route('**/socket.io/**', (route) => route.abort());
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
  await goToSandbox(page);
  await choose(page, 'Never answer');
  await page.waitForURL(returnAddress);
  const { outcome, said } = returnScreen(page);
  await expect(outcome).toHaveText('Waiting for the confirmation');
  await page.route('**/api/transactions/show', (route) => route.abort());
  await page.clock.fastForward(61_000);
  await expect(said).toContainText('The server cannot be reached just now');
  await expect(outcome).toHaveText('Waiting for the confirmation');
  await page.unroute('**/api/transactions/show');
  await page.clock.fastForward(61_000);
  await expect(said).not.toContainText('The server cannot be reached just now');
});

for (const [whose, address] of [
  ['nobody', '/payment/return?transaction=0192f0c4-7a6e-7c1e-b7a0-5f2a9e6c1d33'],
  ['no number', '/payment/return'],
  ['something else', '/payment/return?transaction=%3Cb%3E'],
] as const) {
  test(`a deposit of ${whose} is none`, async ({ page }) => {
    await logIn(page, 'demo@example.com');
    await page.goto(address);
    await expect(returnScreen(page).outcome).toHaveText('There is no such deposit');
  });
}

test('a deposit of somebody else is none', async ({ page, browser, baseURL }) => {
  await logIn(page, 'demo@example.com');
  await goToSandbox(page);
  await choose(page, 'Decline');
  await page.waitForURL(returnAddress);
  const context = await browser.newContext({ baseURL });
  const other = await context.newPage();
  await logIn(other, 'limited@example.com');
  await other.goto(page.url());
  await expect(returnScreen(other).outcome).toHaveText('There is no such deposit');
  await context.close();
});
