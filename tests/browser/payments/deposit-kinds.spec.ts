import type { Page } from '@playwright/test';
import { logIn } from '../customer.ts';
import { depositScreen, returnAddress, returnScreen } from './paying-test.ts';
import { expect, test } from './till-test.ts';

/** The form with a method and an amount in it. */
async function fillIn(page: Page, { method, amount }: { method: string; amount: string }) {
  await logIn(page, 'demo@example.com');
  await page.goto('/payment/deposit');
  const screen = depositScreen(page);
  await screen.method(method).check();
  await screen.amount.fill(amount);
  return screen;
}

test.beforeEach(({ till }) => {
  till.mood = 'friendly';
});

test('all that is set up is there to choose from, the first chosen', async ({ page }) => {
  await logIn(page, 'demo@example.com');
  await page.goto('/payment/deposit');
  const { methods, method, dialog } = depositScreen(page);
  await expect(methods).toHaveCount(4);
  await expect(method('Credit card')).toBeChecked();
  await expect(dialog.getByText('Simulated')).toHaveCount(0);
});

test('a page of the provider: paid there, credited here', async ({ page, till }) => {
  const { pay } = await fillIn(page, { method: 'Credit card', amount: '312,5' });
  await pay.click();
  await page.getByRole('button', { name: 'Pay at the till' }).click();
  await page.waitForURL(returnAddress);
  await expect(returnScreen(page).outcome).toHaveText('€312.50 credited');
  expect(till.asked.at(-1)).toMatchObject({ amount: '312.50', currency: 'EUR' });
});

for (const [mood, said] of [
  ['pageless', 'The payment provider named no page to pay on. No money has moved.'],
  ['broken', 'The payment provider does not answer. No money has moved.'],
] as const) {
  test(`a provider that is ${mood} leads nobody anywhere, and the next try is the same deposit`, async ({
    page,
    till,
  }) => {
    till.mood = mood;
    const { pay, refusal, amount } = await fillIn(page, { method: 'Credit card', amount: '310' });
    await pay.click();
    await expect(refusal).toContainText(said);
    await expect(page).toHaveURL(/\/payment\/deposit$/);
    await expect(amount).toHaveValue('310');
    const first = till.asked.at(-1)?.order;

    till.mood = 'friendly';
    await pay.click();
    await expect(page.getByRole('button', { name: 'Pay at the till' })).toBeVisible();
    expect(till.asked.at(-1)?.order).toBe(first);
  });
}

test('a bank: where to transfer to, a thank-you, and on to the platform', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { dialog } = await fillIn(page, { method: 'Bank transfer', amount: '1000' });
  const account = dialog.getByRole('region', { name: 'Our account' });
  await expect(account).toContainText('AT61 1904 3002 3457 3201');
  await account.getByRole('button', { name: 'Copy: IBAN' }).click();
  await expect(dialog.getByText('Copied: IBAN')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('AT61 1904 3002 3457 3201');

  // It stands for a second and a half, which a busy machine may need to look: what it leads on to is held back till then.
  const seen = Promise.withResolvers<undefined>();
  await page.route('**/platform/BTCUSD', async (route) => {
    await seen.promise;
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'I have ordered the transfer' }).click();
  await expect(dialog.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  seen.resolve(undefined);
  await page.waitForURL('**/platform/BTCUSD');
  await page.goto('/transactions/deposits');
  await expect(page.getByRole('row', { name: /Bank deposit.*1,000\.00.*Pending/ }).first()).toBeVisible();
});

test('a link: the provider in a window of its own, here what becomes of it', async ({ page, context }) => {
  const { dialog } = await fillIn(page, { method: 'Voucher', amount: '320' });
  const opened = context.waitForEvent('page');
  await dialog.getByRole('button', { name: 'Open the payment page' }).click();
  const till = await opened;
  await page.waitForURL(returnAddress);
  await expect(returnScreen(page).outcome).toHaveText('Waiting for the confirmation');
  await till.getByRole('button', { name: 'Pay at the till' }).click();
  await expect(returnScreen(page).outcome).toHaveText('€320.00 credited', { timeout: 20_000 });
});

test('a link where the browser opens no windows by itself is one to click', async ({ page, context }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  const { dialog } = await fillIn(page, { method: 'Voucher', amount: '330' });
  await dialog.getByRole('button', { name: 'Open the payment page' }).click();
  const link = dialog.getByRole('link', { name: 'Open the payment page' });
  await expect(link).toBeFocused();
  const opened = context.waitForEvent('page');
  await page.keyboard.press('Enter');
  const till = await opened;
  await page.waitForURL(returnAddress);
  await till.getByRole('button', { name: 'Pay at the till' }).click();
  await expect(returnScreen(page).outcome).toHaveText('€330.00 credited', { timeout: 20_000 });
});

test('a page that does not come is there to be opened, and what became of it to be seen', async ({ page }) => {
  const { pay, dialog, amount } = await fillIn(page, { method: 'Credit card', amount: '311' });
  await page.clock.install();
  // An answer without content leaves the page where it is, as one does that an app opens.
  await page.route(/\/pay\?/, (route) => route.fulfill({ status: 204 }));
  await pay.click();
  await expect(pay).toHaveAttribute('aria-busy', 'true');
  await expect(amount).toHaveAttribute('readonly');
  const heading = dialog.getByRole('heading', { name: 'Pay with Credit card' });
  await expect(async () => {
    await page.clock.fastForward(11_000);
    await expect(heading).toBeFocused({ timeout: 500 });
  }).toPass();
  await expect(dialog.getByRole('link', { name: 'Continue to payment' })).toBeVisible();
  await dialog.getByRole('link', { name: 'See what became of it' }).click();
  await page.waitForURL(returnAddress);
});

test('a page that comes back as it was left can be used again', async ({ page }) => {
  const { pay, amount } = await fillIn(page, { method: 'Credit card', amount: '313' });
  await page.route(/\/pay\?/, (route) => route.fulfill({ status: 204 }));
  const led = page.waitForRequest(/\/pay\?/);
  await pay.click();
  await led;
  await expect(amount).toHaveAttribute('readonly');
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(amount).not.toHaveAttribute('readonly');
  await expect(pay).not.toHaveAttribute('aria-busy');
});

test('a cashier is not closed by a click beside it, and leads back to the form, which tells of it', async ({
  page,
}) => {
  const { pay, dialog, amount, method } = await fillIn(page, { method: 'Wallet', amount: '345' });
  await pay.click();
  await expect(dialog.getByRole('heading', { name: 'Pay with Wallet' })).toBeFocused();
  await page.mouse.click(5, 300);
  await page.keyboard.press('Escape');
  await expect(dialog.locator('iframe')).toBeVisible();
  await dialog.getByRole('button', { name: 'Change amount or way to pay' }).click();
  await expect(amount).toBeFocused();
  await expect(amount).toHaveValue('345');
  await expect(method('Wallet')).toBeChecked();
  await expect(dialog.getByText('You have a payment of €345.00 by Wallet that is not finished.')).toBeVisible();
});

test('a start that was refused is kept for the next visit of this customer', async ({ page, till }) => {
  till.mood = 'broken';
  const { pay, refusal, amount, method } = await fillIn(page, { method: 'Wallet', amount: '310' });
  await method('Credit card').check();
  await amount.fill('316.50');
  await pay.click();
  await expect(refusal).toContainText('The payment provider does not answer.');
  const first = till.asked.at(-1)?.order;
  till.mood = 'friendly';
  await page.goto('/payment/deposit');
  await expect(amount).toHaveValue('316.50');
  await pay.click();
  await expect(page.getByRole('button', { name: 'Pay at the till' })).toBeVisible();
  expect(till.asked.at(-1)?.order).toBe(first);
  // It has led on: another visit is another deposit.
  await page.goto('/payment/deposit');
  await expect(amount).toHaveValue('');
});

test('a limit that the broker has changed meanwhile is told as it is by now', async ({ page }) => {
  const { pay, amount } = await fillIn(page, { method: 'Credit card', amount: '300' });
  const fields = { amount: 'Minimum Deposit € 500' };
  const error = { code: 'VALIDATION', message: 'Please check the highlighted fields.', fields };
  await page.route('**/api/transactions/create', (route) =>
    route.fulfill({ status: 400, json: { status: 'error', error } }),
  );
  await page.route('**/api/payments/get', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, minimum_deposit: 500 } } });
  });
  await pay.click();
  await expect(amount).toHaveAccessibleDescription('Minimum Deposit € 500');
  await expect(amount).toBeFocused();
});

test('a script: the cashier in this page, away from the session, and on as soon as it is paid', async ({ page }) => {
  const { pay, dialog } = await fillIn(page, { method: 'Wallet', amount: '340' });
  await pay.click();
  const cashier = dialog.frameLocator('iframe[title="Cashier: Wallet"]');
  // The page presses the button of the script, which draws this one.
  const payButton = cashier.getByRole('button', { name: 'Pay 340.00 EUR' });
  await expect(payButton).toBeVisible({ timeout: 20_000 });
  // It is in a document of its own, and looks like the page around it all the same.
  await expect(cashier.locator('html')).toHaveAttribute('data-theme', 'dark');
  const reads = await payButton.evaluate(() => {
    try {
      return localStorage.length;
    } catch (fault) {
      return fault instanceof DOMException ? fault.name : String(fault);
    }
  });
  expect(reads).toBe('SecurityError');
  await payButton.click();
  await page.waitForURL(returnAddress);
  await expect(returnScreen(page).outcome).toHaveText('€340.00 credited');
});
