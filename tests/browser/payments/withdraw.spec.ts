import { expectNoFaults, expectNoFaultsInBothThemes } from '../accessibility.ts';
import { expectNoSideways } from '../account-lists/list-parts.ts';
import { chooseTheme, logIn, minorIn } from '../customer.ts';
import { listenToFaults } from '../page-faults.ts';
import { formatMoney } from '../../../src/lib/format/format-number.ts';
import { expect, stopsOf, test, withdrawScreen } from './withdraw-test.ts';

const demo = 'demo@example.com';
const limited = 'limited@example.com';

const money = (minor: number) => formatMoney(minor / 100, 'en', 'EUR');

test('a visitor is asked to log in, and comes back', async ({ page }) => {
  await page.goto('/payment/withdraw');
  await expect(page).toHaveURL(/\/login\?next=%2Fpayment%2Fwithdraw$/);
});

test('who has nothing to withdraw is told so, and has no form', async ({ page }) => {
  await logIn(page, 'new@example.com');
  await page.goto('/payment/withdraw');
  const { main, submit } = withdrawScreen(page);
  await expect(main.getByRole('heading', { name: "You don't have balance to withdraw" })).toBeVisible();
  await expect(submit).toHaveCount(0);
  await main.getByRole('link', { name: 'Make a deposit' }).click();
  await page.waitForURL('**/payment/deposit');
});

test('where nothing is left by the time it is sent, that is said once, and what was typed stays', async ({ page }) => {
  await logIn(page, demo);
  await page.goto('/payment/withdraw');
  const { main, amount, comments, submit } = withdrawScreen(page);
  await amount.fill('5');
  await comments.fill('To my bank');
  await page.route('**/api/payments/get', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, withdrawable: 0 } } });
  });
  await page.route('**/api/transactions/create', (route) =>
    route.fulfill({
      status: 409,
      json: { status: 'error', error: { code: 'INSUFFICIENT_FUNDS', message: 'Nothing is left' } },
    }),
  );
  await submit.click();
  await expect(amount).toHaveAccessibleDescription("You don't have balance to withdraw");
  await expect(amount).toBeFocused();
  await expect(main.getByText("You don't have balance to withdraw")).toHaveCount(1);
  await expect(amount).toHaveValue('5');
  await expect(comments).toHaveValue('To my bank');
});

test('amount and comments are needed; the keyboard comes to what is missing, and what was typed stays', async ({
  page,
}) => {
  await logIn(page, demo);
  await page.goto('/payment/withdraw');
  const { amount, comments, submit } = withdrawScreen(page);
  await submit.click();
  await expect(amount).toHaveAccessibleDescription('Amount is required');
  // What it is for is needed just then.
  await expect(comments).toHaveAccessibleDescription(/^Comments is required Where the money is to go to/);
  await expect(amount).toBeFocused();
  await amount.fill('ten');
  await expect(amount).toHaveAccessibleDescription('Please enter an amount such as 250 or 250.50');
  await amount.fill('0');
  await expect(amount).toHaveAccessibleDescription('Please enter an amount above zero');
  await amount.fill('20,50');
  await submit.click();
  await expect(comments).toBeFocused();
  await expect(amount).toHaveValue('20,50');
  await expect(amount).not.toHaveAttribute('aria-invalid');
  await expectNoFaults(page);
});

test('more than there is is told at once, and all of it fills itself in', async ({ page }) => {
  await logIn(page, demo);
  await page.goto('/payment/withdraw');
  const { amount, withdrawable, all, figure } = withdrawScreen(page);
  await expect(figure('bonus')).toHaveText('€100.00');
  await expect(figure('credit')).toHaveText('€200.00');
  await expect(figure('reserved')).toBeVisible();
  const mostMinor = await minorIn(withdrawable);
  await amount.fill(((mostMinor + 1) / 100).toFixed(2));
  await expect(amount).toHaveAccessibleDescription(`Maximum withdraw can be ${money(mostMinor)}`);
  await all.click();
  await expect(amount).toHaveValue((mostMinor / 100).toFixed(2));
  await expect(amount).not.toHaveAttribute('aria-invalid');
});

test('what the server finds to be too much is said with what is there by now', async ({ page, operate }) => {
  await logIn(page, limited);
  await page.goto('/payment/withdraw');
  const { amount, comments, submit, withdrawable } = withdrawScreen(page);
  await expect(withdrawable).toBeVisible();
  // The page is not told: neither by the line nor by asking.
  await page.route('**/socket.io/**', (route) => route.abort());
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
  await page.reload();
  const mostMinor = await minorIn(withdrawable);
  const typed = (mostMinor / 100).toFixed(2);
  await amount.fill(typed);
  await comments.fill('All of it');
  await operate('transactions', 'fee', limited, '40', '--reason', 'For a test');
  await submit.click();
  await expect(amount).toHaveAccessibleDescription(`Maximum withdraw can be ${money(mostMinor - 4_000)}`);
  await expect(amount).toBeFocused();
  await expect(amount).toHaveValue(typed);
  await expect(comments).toHaveValue('All of it');
});

test('an amount that is refused although there is enough by now can be sent again', async ({ page }) => {
  await logIn(page, demo);
  await page.goto('/payment/withdraw');
  const { amount, comments, submit, refusal, done } = withdrawScreen(page);
  const fields = { amount: 'Maximum withdraw can be €1.00' };
  const error = { code: 'VALIDATION', message: 'Please check the highlighted fields.', fields };
  await page.route('**/api/transactions/create', (route) =>
    route.fulfill({ status: 400, json: { status: 'error', error } }),
  );
  await amount.fill('2');
  await comments.fill('Two');
  await submit.click();
  await expect(refusal).toHaveText(/^What can be paid out has just changed\./);
  await expect(amount).toBeFocused();
  await page.unroute('**/api/transactions/create');
  await submit.click();
  await expect(done).toBeVisible();
});

test('a wish that was taken says so, shows its way, and is reserved', async ({ page }) => {
  const faults = listenToFaults(page);
  await logIn(page, demo);
  await page.goto('/payment/withdraw');
  const { amount, comments, submit, done, withdrawable, figure } = withdrawScreen(page);
  const mostMinor = await minorIn(withdrawable);
  const reservedMinor = await minorIn(figure('reserved'));
  const sent = page.waitForRequest('**/api/transactions/create');
  await amount.fill('250,50');
  await comments.fill('  To my account\n at the Donaubank ');
  await submit.click();
  expect((await sent).postDataJSON()).toMatchObject({
    method: 'withdraw',
    amount: -250.5,
    comments: 'To my account, at the Donaubank',
    request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  await expect(done.getByRole('heading', { name: 'Your withdrawal was requested' })).toBeFocused();
  await expect(done.getByText(/^Number [0-9a-f]{8}$/)).toBeVisible();
  await expect(done).toContainText('€250.50 are reserved for it. The funds may take about seven business days');
  await expect
    .poll(() => stopsOf(done))
    .toEqual(['Requested done', 'Waiting for the check now', 'Approval ahead', 'Sending ahead']);
  await expect(done).toContainText('To my account, at the Donaubank');
  await expect(withdrawable).toHaveText(money(mostMinor - 25_050));
  await expect(figure('reserved')).toHaveText(money(reservedMinor + 25_050));
  await expectNoFaults(page);
  await done.getByRole('button', { name: 'Request another' }).click();
  await expect(amount).toBeFocused();
  await expect(amount).toHaveValue('');
  await page.goto('/payment/withdraw');
  await expect(withdrawScreen(page).open.getByRole('listitem').first()).toBeVisible();
  expect(faults).toEqual([]);
});

test('two clicks are one wish', async ({ page }) => {
  await logIn(page, limited);
  let sent = 0;
  await page.route('**/api/transactions/create', (route) => {
    sent += 1;
    return route.continue();
  });
  await page.goto('/payment/withdraw');
  const { amount, comments, submit, done } = withdrawScreen(page);
  await amount.fill('5');
  await comments.fill('Five');
  await submit.dblclick();
  await expect(done).toBeVisible();
  expect(sent).toBe(1);
});

test('where it cannot be loaded it can be tried again', async ({ page }) => {
  await logIn(page, demo);
  await page.route('**/api/payments/get', (route) => route.fulfill({ status: 500, body: 'no' }));
  await page.goto('/payment/withdraw');
  const { refusal, amount } = withdrawScreen(page);
  await expect(refusal).toContainText('Nothing has happened to your money.');
  await page.unroute('**/api/payments/get');
  await refusal.getByRole('button', { name: 'Try again' }).click();
  await expect(amount).toBeVisible();
});

for (const [width, theme, start] of [
  [1440, 'dark', ''],
  [360, 'light', '/de'],
  [320, 'dark', '/it'],
  [320, 'light', '/es'],
] as const) {
  test(`at ${width} px at ${start}/ nothing hinders anybody`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await chooseTheme(page, theme);
    await logIn(page, demo);
    await page.goto(`${start}/payment/withdraw`);
    const { main } = withdrawScreen(page);
    await expect(main.locator('[data-withdrawal]').first()).toBeVisible();
    await expect(main.locator('[data-state]').first()).toBeVisible();
    await main.locator('form button[type=submit]').click();
    await expectNoSideways(page);
    await expectNoFaultsInBothThemes(page);
  });
}

test('in German it speaks of money as it is written there', async ({ page }) => {
  await logIn(page, demo);
  await page.goto('/de/payment/withdraw');
  const amount = page.getByLabel('Betrag', { exact: true });
  await amount.fill('99999');
  await expect(amount).toHaveAccessibleDescription(/^Die höchste Auszahlung beträgt [\d.]+,\d\d\s€$/);
  await page.getByRole('button', { name: 'Alles auszahlen' }).click();
  await expect(amount).toHaveValue(/^\d+,\d\d$/);
});
