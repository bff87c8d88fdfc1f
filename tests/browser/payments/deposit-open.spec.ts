import type { Page } from '@playwright/test';
import type { PaymentOptions } from '../../../src/lib/contract/payments/payment-entities.ts';
import { expectNoFaults, expectNoFaultsInBothThemes } from '../accessibility.ts';
import { expectNoSideways } from '../account-lists/list-parts.ts';
import { chooseTheme, logIn } from '../customer.ts';
import { depositScreen, returnAddress, returnScreen } from './paying-test.ts';
import { expect, test as base } from './till-test.ts';

/** Deposits that were begun and not paid: the form names them, and the list leads to where they are paid. */

/** A product of its own: an account has twenty deposits that nobody has paid, and other files leave some of theirs behind. */
const test = base.extend<object, { isAlone: boolean }>({ isAlone: [true, { scope: 'worker', option: true }] });

/** Asks the server as the customer of the page does. */
async function call<Data>(page: Page, path: string, body: object): Promise<Data> {
  const asked = { path, body };
  const { data } = await page.evaluate(async ({ path, body }) => {
    const { access_token: token } = JSON.parse(localStorage.getItem('session') ?? '{}') as { access_token: string };
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as { data: unknown };
  }, asked);
  return data as Data;
}

const opened = async (page: Page) => (await call<PaymentOptions>(page, '/api/payments/get', {})).opened;

/** From a page of ours: nobody is logged in on the provider's. */
async function openedNow(page: Page) {
  await page.goto('/about');
  return opened(page);
}

/** Logs in, with nothing that others have left open. */
async function logInAnew(page: Page, email = 'demo@example.com'): Promise<void> {
  await logIn(page, email);
  for (const { transaction_id: id } of await openedNow(page))
    await call(page, '/api/transactions/cancel', { transaction_id: id });
}

/** Begins a deposit and comes to where it is paid. */
async function leadTo(page: Page, amount: string, method = 'Credit card'): Promise<void> {
  await page.goto('/payment/deposit');
  const screen = depositScreen(page);
  await screen.method(method).check();
  await screen.amount.fill(amount);
  await screen.pay.click();
  if (method === 'Credit card') await page.getByRole('button', { name: 'Pay at the till' }).waitFor();
  else await screen.dialog.getByRole('heading', { name: `Pay with ${method}` }).waitFor();
}

function openNotes(page: Page) {
  const notes = depositScreen(page).dialog.getByRole('region', { name: 'Payments that are not finished' });
  return {
    notes,
    goOn: (amount: string) => notes.getByRole('button', { name: new RegExp(`^Continue the payment of €${amount}`) }),
    callOff: (amount: string) => notes.getByRole('button', { name: new RegExp(`^Cancel the payment of €${amount}`) }),
    asked: page.getByRole('dialog', { name: 'Cancel the deposit?' }),
  };
}

test.beforeEach(({ till }) => {
  till.mood = 'friendly';
});

test('who comes back from the provider is told of what is not paid, and goes on with it', async ({ page }) => {
  await logInAnew(page);
  await leadTo(page, '301');
  const address = page.url();
  await page.goBack();
  const { notes, goOn } = openNotes(page);
  await expect(notes).toContainText('You have a payment of €301.00 by Credit card that is not finished.');
  await page.reload();
  await goOn('301.00').click();
  await page.waitForURL(address);
  await page.getByRole('button', { name: 'Pay at the till' }).click();
  await page.waitForURL(returnAddress);
  await expect(returnScreen(page).outcome).toHaveText('€301.00 credited');
  await page.goto('/payment/deposit');
  await expect(depositScreen(page).amount).toBeVisible();
  await expect(notes).toHaveCount(0);
});

test('what is called off there is named no more, and the keyboard goes on at the amount', async ({ page }) => {
  await logInAnew(page);
  await leadTo(page, '302');
  await page.goto('/payment/deposit');
  const { notes, callOff, asked } = openNotes(page);
  await callOff('302.00').click();
  await asked.getByRole('button', { name: 'Yes, cancel it' }).click();
  await expect(asked).toHaveCount(0);
  await expect(notes).toHaveCount(0);
  await expect(depositScreen(page).amount).toBeFocused();
  await expect(page.getByText('The deposit of €302.00 was cancelled.')).toBeVisible();
  expect(await opened(page)).toEqual([]);
});

test('it is asked before one is called off, and whoever keeps it is back where they were', async ({ page }) => {
  await logInAnew(page);
  for (const amount of ['311', '312']) await leadTo(page, amount);
  await page.goto('/payment/deposit');
  const { notes, callOff, asked } = openNotes(page);
  const keep = asked.getByRole('button', { name: 'No, keep it' });
  for (const answer of [() => keep.click(), () => page.keyboard.press('Escape'), () => page.keyboard.press('Enter')]) {
    await callOff('312.00').click();
    await expect(asked).toContainText('€312.00');
    await expect(keep).toBeFocused();
    await answer();
    await expect(asked).toHaveCount(0);
    await expect(callOff('312.00')).toBeFocused();
  }
  await callOff('312.00').click();
  await expectNoFaults(page);
  await asked.getByRole('button', { name: 'Yes, cancel it' }).click();
  await expect(asked).toHaveCount(0);
  // The next one comes to where the first was: a press there asks again.
  await expect(notes).toContainText('€311.00');
  await expect(depositScreen(page).amount).toBeFocused();
  await callOff('311.00').click();
  await expect(asked).toContainText('€311.00');
  expect((await opened(page)).map(({ amount }) => amount)).toEqual([311]);
});

test('one that was called off elsewhere while it is asked about is named no more', async ({ page }) => {
  await logInAnew(page);
  await leadTo(page, '313');
  await page.goto('/payment/deposit');
  const { notes, callOff, asked } = openNotes(page);
  await callOff('313.00').click();
  for (const { transaction_id: id } of await opened(page))
    await call(page, '/api/transactions/cancel', { transaction_id: id });
  await asked.getByRole('button', { name: 'Yes, cancel it' }).click();
  await expect(asked).toHaveCount(0);
  await expect(notes).toHaveCount(0);
  await expect(depositScreen(page).amount).toBeFocused();
});

test('one that could not be called off stays, and the question says so', async ({ page }) => {
  await logInAnew(page);
  await leadTo(page, '314');
  await page.goto('/payment/deposit');
  const { notes, callOff, asked } = openNotes(page);
  await page.route('**/api/transactions/cancel', (route) => route.abort());
  await callOff('314.00').click();
  await asked.getByRole('button', { name: 'Yes, cancel it' }).click();
  await expect(asked.getByRole('alert')).toContainText('The server did not answer.');
  await asked.getByRole('button', { name: 'No, keep it' }).click();
  await expect(notes).toContainText('€314.00');
  await expect(callOff('314.00')).toBeFocused();
});

test('another amount takes the place of the one that was not paid, and what is paid there all the same is credited', async ({
  page,
  context,
}) => {
  await logInAnew(page);
  await leadTo(page, '303');
  const former = page.url();
  await page.goBack();
  const { amount, pay } = depositScreen(page);
  await expect(amount).toHaveValue('303');
  await amount.fill('353');
  await pay.click();
  await page.getByRole('button', { name: 'Pay at the till' }).waitFor();
  const other = await context.newPage();
  await other.goto('/payment/deposit');
  const { notes } = openNotes(other);
  await expect(notes).toContainText('€353.00');
  await expect(notes).not.toContainText('€303.00');
  await other.goto(former);
  await other.getByRole('button', { name: 'Pay at the till' }).click();
  await other.waitForURL(returnAddress);
  await expect(returnScreen(other).outcome).toHaveText('€303.00 credited');
});

test('of many the newest is named, and where the others are', async ({ page }) => {
  await logInAnew(page);
  for (const amount of ['304', '305', '306']) await leadTo(page, amount);
  await page.goto('/payment/deposit');
  const { notes } = openNotes(page);
  await expect(notes).toHaveCount(1);
  await expect(notes).toContainText('€306.00');
  await notes.getByRole('link', { name: '2 more under Transactions' }).click();
  await page.waitForURL('**/transactions/deposits');
});

test('the list says that it is not paid, and leads to a cashier on the page where cashiers are shown', async ({
  page,
}) => {
  await logInAnew(page);
  // Nobody pays there by themselves.
  await page.route('**/cashier.js', (route) => route.abort());
  await leadTo(page, '307', 'Wallet');
  await page.goto('/transactions/deposits');
  const row = page.locator('tr[data-transaction]').filter({ hasText: '€307.00' });
  await expect(row).toContainText('Not paid yet');
  await row.getByRole('button', { expanded: false }).click();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.waitForURL('**/payment/deposit');
  await expect(page.getByRole('heading', { name: 'Pay with Wallet' })).toBeFocused();
  expect((await opened(page)).map(({ amount }) => amount)).toEqual([307]);
});

test('the page of what became of it leads back to where it is paid', async ({ page }) => {
  await logInAnew(page);
  await leadTo(page, '308');
  const address = page.url();
  const [{ transaction_id: id } = { transaction_id: '' }] = await openedNow(page);
  await page.goto(`/payment/return?transaction=${id}`);
  await page.getByRole('main').getByRole('button', { name: 'Continue to payment' }).click();
  await page.waitForURL(address);
});

for (const [width, theme] of [
  [1440, 'dark'],
  [360, 'light'],
] as const)
  test(`what is not paid hinders nobody at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await chooseTheme(page, theme);
    await logInAnew(page, 'limited@example.com');
    for (const amount of ['309', '310']) await leadTo(page, amount);
    for (const start of ['', '/de']) {
      await page.goto(`${start}/payment/deposit`);
      await expect(page.getByRole('dialog').getByRole('region').filter({ hasText: '310' })).toBeVisible();
      await expectNoSideways(page);
      await expectNoFaultsInBothThemes(page);
    }
  });
