import { expectNoFaults, expectNoFaultsInBothThemes } from '../accessibility.ts';
import { expectNoSideways, knowSwiping, textsOf, transactionsPage } from '../account-lists/list-parts.ts';
import { chooseTheme, logIn } from '../customer.ts';
import { tabTo } from '../keyboard.ts';
import { expect, stopsOf, test, withdraw, withdrawScreen } from './withdraw-test.ts';

const demo = 'demo@example.com';

test.beforeEach(({ page }) => knowSwiping(page));

test('its way goes on while somebody looks, until it is sent', async ({ page, operate }) => {
  await logIn(page, demo);
  const id = await withdraw(page, '120');
  const { done } = withdrawScreen(page);
  await operate('transactions', 'check', id);
  await expect.poll(() => stopsOf(done)).toContain('Waiting for approval now');
  await operate('transactions', 'approve', id);
  await expect.poll(() => stopsOf(done)).toContain('Waiting to be sent now');
  await expect(done.getByRole('button', { name: 'Cancel this withdrawal' })).toHaveCount(0);
  await operate('transactions', 'send', id);
  await expect.poll(() => stopsOf(done)).toEqual(['Requested done', 'Checked done', 'Approved done', 'Sent done']);
  await expect(done.getByRole('heading', { name: 'Your withdrawal was sent' })).toBeVisible();
  await expect(done.getByRole('status')).toHaveText('Sent');
});

test('one that is declined says why, and its money is back', async ({ page, operate }) => {
  await logIn(page, demo);
  const id = await withdraw(page, '130');
  await page.goto('/payment/withdraw');
  const { open, withdrawable } = withdrawScreen(page);
  const own = open.locator(`[data-withdrawal="${id}"]`);
  await expect(own).toContainText('€130.00');
  const before = await withdrawable.innerText();
  await operate('transactions', 'decline', id, '--reason', 'The account at the bank is not in your name.');
  await expect.poll(() => stopsOf(own)).toEqual(['Requested done', 'Declined end']);
  await expect(own).toContainText('The account at the bank is not in your name.');
  await expect(withdrawable).not.toHaveText(before);
  await expectNoFaults(page);
});

test('it is called off while it is pending, after one question more, and its money is back at once', async ({
  page,
}) => {
  await logIn(page, demo);
  await page.goto('/payment/withdraw');
  const { withdrawable, done, main } = withdrawScreen(page);
  const before = await withdrawable.innerText();
  await withdraw(page, '140');
  await expect(withdrawable).not.toHaveText(before);
  const button = done.getByRole('button', { name: 'Cancel this withdrawal' });
  await tabTo(page, button);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Cancel the withdrawal?' });
  await expect(dialog).toContainText('€140.00 will be back in your balance at once');
  await expectNoFaults(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();
  await button.click();
  await dialog.getByRole('button', { name: 'Yes, cancel it' }).click();
  await expect.poll(() => stopsOf(done)).toEqual(['Requested done', 'Cancelled end']);
  await expect(done.getByRole('heading', { name: 'Your withdrawal was cancelled' })).toBeVisible();
  await expect(done).toContainText('€140.00 are back in your balance.');
  // The button is gone: the keyboard goes on where it was.
  await expect(done.locator(':focus')).toHaveCount(1);
  await expect(withdrawable).toHaveText(before);
  await expect(main.getByRole('button', { name: 'Cancel this withdrawal' }).first()).toBeVisible();
});

test('one that was approved meanwhile cannot be called off any more, and the page says so', async ({
  page,
  operate,
}) => {
  await logIn(page, demo);
  const id = await withdraw(page, '150');
  // The page hears of nothing.
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
  await page.route('**/socket.io/**', (route) => route.abort());
  await page.goto('/payment/withdraw');
  const own = withdrawScreen(page).open.locator(`[data-withdrawal="${id}"]`);
  await own.getByRole('button', { name: 'Cancel this withdrawal' }).click();
  await operate('transactions', 'check', id);
  await operate('transactions', 'approve', id);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Yes, cancel it' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('This transaction has come to its end already.');
  await dialog.getByRole('button', { name: 'No, keep it' }).click();
  await expect.poll(() => stopsOf(own)).toContain('Waiting to be sent now');
});

test('in the list a row changes in place: its order, what is opened and where the page is stay', async ({
  page,
  operate,
}) => {
  await logIn(page, demo);
  const id = await withdraw(page, '160');
  await page.goto('/transactions/withdrawals');
  const { rows, head, main } = transactionsPage(page);
  const row = rows.and(page.locator(`[data-transaction="${id}"]`));
  await expect(row).toContainText('Pending');
  await head('Amount').getByRole('button').click();
  const opener = row.getByRole('button', { name: 'Withdrawal', exact: true });
  await opener.click();
  const details = main.locator(`[data-details="${id}"]`);
  await expect.poll(() => stopsOf(details)).toContain('Waiting for the check now');
  const order = await rows.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.transaction));
  const scrolled = await page.evaluate(() => {
    scrollTo(0, 120);
    return scrollY;
  });
  await operate('transactions', 'check', id);
  await expect.poll(() => stopsOf(details)).toContain('Waiting for approval now');
  await operate('transactions', 'approve', id);
  await expect(row).toContainText('Approved');
  await expect(main.locator('[data-changes]')).toHaveText('Withdrawal of €160.00: Approved.');
  expect(await rows.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.transaction))).toEqual(order);
  await expect(head('Amount')).toHaveAttribute('aria-sort', 'descending');
  await expect(opener).toHaveAttribute('aria-expanded', 'true');
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
});

test('money that an operator brings comes into the list by itself', async ({ page, operate }) => {
  await logIn(page, demo);
  await page.goto('/transactions/deposits');
  const { rows, column, tabs } = transactionsPage(page);
  await expect(rows.first()).toBeVisible();
  const count = await rows.count();
  await operate('transactions', 'deposit', demo, '33', '--reason', 'For a test');
  await expect(rows).toHaveCount(count + 1);
  expect((await textsOf(column('amount')))[0]).toBe('+€33.00');
  await expect(tabs.getByRole('link', { name: `Deposits ${count + 1}` })).toBeVisible();
});

test('without the line that tells of news they come as well', async ({ page, operate }) => {
  await page.route('**/socket.io/**', (route) => route.abort());
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
  await logIn(page, demo);
  await page.goto('/transactions/deposits');
  const { rows } = transactionsPage(page);
  await expect(rows.first()).toBeVisible();
  const count = await rows.count();
  await operate('transactions', 'deposit', demo, '34', '--reason', 'For a test');
  await expect(rows).toHaveCount(count + 1, { timeout: 40_000 });
});

test('what is reserved is told beside the list, and the shortcut leads to where more is asked for', async ({
  page,
}) => {
  await logIn(page, demo);
  await page.goto('/transactions/withdrawals');
  const { main } = transactionsPage(page);
  await expect(main.locator('[data-reserved]')).toHaveText(/^Reserved€[\d,]+\.\d\d$/);
  await main.getByRole('link', { name: 'Request a withdrawal' }).click();
  await page.waitForURL('**/payment/withdraw');
});

for (const [width, theme] of [
  [1440, 'dark'],
  [360, 'light'],
  [320, 'dark'],
] as const) {
  test(`opened rows at ${width} px hinder nobody`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await chooseTheme(page, theme);
    await logIn(page, demo);
    await page.goto(`${theme === 'light' ? '/de' : ''}/transactions/withdrawals`);
    const { rows, main } = transactionsPage(page);
    await expect(rows.first()).toBeVisible();
    for (const opener of await main.locator('tr[data-transaction] button[aria-expanded]').all()) await opener.click();
    await expect(main.locator('[data-details] li').first()).toBeVisible();
    await expect(main.locator('[data-details]').getByText(/^(Loading|Wird geladen)$/)).toHaveCount(0);
    await expectNoSideways(page);
    await expectNoFaultsInBothThemes(page);
  });
}
