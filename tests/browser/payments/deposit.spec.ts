import type { Page } from '@playwright/test';
import { storageKeys } from '../../../src/lib/contract/session.ts';
import { logIn } from '../customer.ts';
import { listenToFaults } from '../page-faults.ts';
import { depositScreen, expect, goToSandbox, test } from './paying-test.ts';

for (const [from, to] of [
  ['/payment', '/payment/creditCard'],
  ['/de/payment?lang=de', '/de/payment/creditCard?lang=de'],
] as const) {
  test(`${from} leads to ${to}`, async ({ request }) => {
    const answer = await request.get(from, { headers: { accept: 'text/html' }, maxRedirects: 0 });
    expect([answer.status(), answer.headers()['location']]).toEqual([302, to]);
  });
}

test('a way to pay that there is not is an address that there is not', async ({ request }) => {
  const answer = await request.get('/payment/seashells', { headers: { accept: 'text/html' } });
  expect(answer.status()).toBe(404);
  expect(await answer.text()).toContain('Oops, cannot find the page');
});

test('a visitor is asked to log in, and comes back', async ({ page }) => {
  await page.goto('/payment/return?transaction=abc');
  await expect(page).toHaveURL(/\/login\?next=%2Fpayment%2Freturn%3Ftransaction%3Dabc$/);
});

test('the card is the deposit too, and says that nothing real is paid', async ({ page }) => {
  const faults = listenToFaults(page);
  await logIn(page, 'demo@example.com');
  await page.goto('/payment/creditCard');
  const { dialog, methods, amount } = depositScreen(page);
  await expect(methods).toHaveCount(1);
  await expect(methods.first()).toBeChecked();
  await expect(dialog.getByText('Simulated: no money moves')).toBeVisible();
  await expect(dialog.getByText('Minimum Deposit € 250')).toBeVisible();
  await dialog.getByRole('button', { name: '€1,000' }).click();
  await expect(amount).toHaveValue('1000');
  await expect(page).toHaveTitle(/^Deposit · /);
  expect(faults).toEqual([]);
});

for (const [way, close] of [
  ['its button', (page) => page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()],
  ['Escape', (page) => page.keyboard.press('Escape')],
  ['a click beside it', (page) => page.mouse.click(5, 300)],
] as const satisfies [string, (page: Page) => Promise<void>][]) {
  test(`closing it by ${way} leads to the platform`, async ({ page }) => {
    await logIn(page, 'demo@example.com');
    await page.goto('/payment/deposit');
    await expect(depositScreen(page).amount).toBeVisible();
    await close(page);
    await page.waitForURL('**/platform/BTCUSD');
  });
}

for (const [typed, said] of [
  ['', 'Amount is required'],
  ['249.99', 'Minimum Deposit € 250'],
  ['250.0055', 'An amount has at most two digits after the decimal point'],
  ['300.000', 'This could be 300000 or 300.00. Please enter the one that you mean.'],
  ['-300', 'Please enter the amount without a minus sign'],
  ['much', 'Please enter an amount such as 250 or 250.50'],
  ['9999999', /^Maximum Deposit € [\d,]+$/],
] as const) {
  test(`an amount of "${typed}" is refused at its field, and nothing is sent`, async ({ page }) => {
    const sent: string[] = [];
    page.on('request', (request) => request.url().includes('/transactions/create') && sent.push(request.url()));
    await logIn(page, 'demo@example.com');
    await page.goto('/payment/deposit');
    const { amount, pay } = depositScreen(page);
    await amount.fill(typed);
    await pay.click();
    await expect(amount).toBeFocused();
    await expect(amount).toHaveAccessibleDescription(said);
    await expect(amount).toHaveValue(typed);
    expect(sent).toEqual([]);
  });
}

for (const [typed, amount] of [
  ['1,000.50', 1000.5],
  ['1.000,50', 1000.5],
  ['€ 1 000,50', 1000.5],
  // Of one euro no deposit is.
  ['1,000', 1000],
] as const)
  test(`an amount of "${typed}" is paid as it is meant`, async ({ page }) => {
    await logIn(page, 'demo@example.com');
    await page.goto('/payment/deposit');
    const { amount: field, pay } = depositScreen(page);
    await field.fill(typed);
    const sent = page.waitForRequest('**/transactions/create');
    await pay.click();
    expect((await sent).postDataJSON()).toMatchObject({ amount });
  });

test('whose profile is not complete is led to it first, and from there back', async ({ page }) => {
  await logIn(page, 'new@example.com');
  await page.goto('/payment/deposit');
  const { dialog, amount } = depositScreen(page);
  await expect(dialog.getByRole('heading', { name: 'You have to complete your account first' })).toBeVisible();
  await expect(dialog.getByText('To activate your account you have to fill all the details')).toBeVisible();
  await expect(amount).toBeHidden();
  await dialog.getByRole('link', { name: 'Complete your account' }).click();
  await expect(page).toHaveURL(/\/my-account\/info\?next=%2Fpayment%2Fdeposit$/);
});

test('the mark of a registration is taken off', async ({ page }) => {
  await logIn(page, 'demo@example.com');
  await page.addInitScript(
    ([marker, session]) => {
      const { user } = JSON.parse(localStorage.getItem(session) ?? '') as { user: { uniqid: string } };
      localStorage.setItem(marker, user.uniqid);
    },
    [storageKeys.registered, storageKeys.session] as const,
  );
  await page.goto('/payment/deposit');
  await expect(depositScreen(page).amount).toBeVisible();
  expect(await page.evaluate((key) => localStorage.getItem(key), storageKeys.registered)).toBeNull();
});

test('methods that cannot be loaded are asked for again', async ({ page }) => {
  await logIn(page, 'demo@example.com');
  await page.route('**/api/payments/get', (route) => route.abort());
  await page.goto('/payment/deposit');
  const { dialog, refusal, amount } = depositScreen(page);
  await expect(refusal).toContainText('The payment methods could not be loaded');
  await page.unroute('**/api/payments/get');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(amount).toBeVisible();
});

test('a server that is away takes nothing: what was typed stays, and the next try is the same deposit', async ({
  page,
}) => {
  const ids: string[] = [];
  await logIn(page, 'demo@example.com');
  await page.goto('/payment/deposit');
  const { amount, pay, refusal } = depositScreen(page);
  await page.route('**/api/transactions/create', async (route) => {
    ids.push((route.request().postDataJSON() as { request_id: string }).request_id);
    // The first is taken, and its answer lost.
    const answer = await route.fetch();
    if (ids.length === 1) await route.abort();
    else await route.fulfill({ response: answer });
  });
  await amount.fill('275.50');
  await pay.click();
  await expect(refusal).toContainText('The server cannot be reached. No money has moved');
  await expect(amount).toHaveValue('275.50');
  const created = page.waitForResponse('**/api/transactions/create');
  await pay.click();
  const { data } = (await (await created).json()) as { data: { transaction_id: string } };
  await page.waitForURL('**/sandbox/pay/*');
  await expect(page.getByText(data.transaction_id)).toBeVisible();
  expect(ids).toEqual([ids[0], ids[0]]);
});

test('pressed twice, one deposit begins; the dialog cannot be closed meanwhile', async ({ page }) => {
  let created = 0;
  await logIn(page, 'demo@example.com');
  await page.goto('/payment/deposit');
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/transactions/create', async (route) => {
    created += 1;
    await held;
    await route.continue();
  });
  const { amount, pay, dialog } = depositScreen(page);
  await amount.fill('250');
  await pay.dblclick();
  await expect(pay).toHaveAttribute('aria-busy', 'true');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  answer();
  await page.waitForURL('**/sandbox/pay/*');
  expect(created).toBe(1);
});

test('who goes back from the provider finds the form with what was typed, and pays the same deposit', async ({
  page,
}) => {
  await logIn(page, 'demo@example.com');
  await goToSandbox(page, '333');
  const address = page.url();
  await page.goBack();
  const { amount, pay } = depositScreen(page);
  await expect(amount).toHaveValue('333');
  await pay.click();
  await page.waitForURL(address);
});
