import type { Page } from '@playwright/test';
import { expectNoFaults } from '../accessibility.ts';
import { expectNoHorizontalScroll, dismissSwipeHint, textsOf, transactionsPage } from '../account-lists/list-parts.ts';
import { logIn, logInByForm, minorIn } from '../customer.ts';
import { tabTo } from '../keyboard.ts';
import { listenToFaults } from '../page-faults.ts';
import { formatMoney } from '../../../src/lib/format/format-number.ts';
import { expect, stopsOf, test, withdraw, withdrawScreen } from './withdraw-test.ts';

/** Withdrawals from the request to their end, with an operator at the other side. */

const demo = 'demo@example.com';
const limited = 'limited@example.com';
const bankReason = 'The account at the bank is not in your name.';

const money = (minor: number) => formatMoney(minor / 100, 'en', 'EUR');
const orderOf = (rows: ReturnType<typeof transactionsPage>['rows']) =>
  rows.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.transaction));

/** Requests 250.50 by typing into the form; returns the id of the withdrawal. */
async function fillIn(page: Page): Promise<string> {
  const { amount, comments, submit, done, withdrawable, figure } = withdrawScreen(page);
  const mostMinor = await minorIn(withdrawable);
  const reservedMinor = await minorIn(figure('reserved'));
  const answer = page.waitForResponse('**/api/transactions/create');
  await amount.fill('250,50');
  await comments.fill('  To my account\n at the Donaubank ');
  await submit.click();
  await expect(done.getByRole('heading', { name: 'Withdrawal requested' })).toBeFocused();
  await expect
    .poll(() => stopsOf(done))
    .toEqual(['Requested done', 'Under review now', 'Approval ahead', 'Payout ahead']);
  await expect(done).toContainText('To my account, at the Donaubank');
  await expect(withdrawable).toHaveText(money(mostMinor - 25_050));
  await expect(figure('reserved')).toHaveText(money(reservedMinor + 25_050));
  return ((await (await answer).json()) as { data: { transaction_id: string } }).data.transaction_id;
}

/** Cancels the withdrawal that was just requested, by keyboard. */
async function cancelByKeyboard(page: Page): Promise<void> {
  const { done } = withdrawScreen(page);
  await tabTo(page, done.getByRole('button', { name: 'Cancel withdrawal' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Cancel this withdrawal?' });
  await expectNoFaults(page);
  await tabTo(page, dialog.getByRole('button', { name: 'Yes, cancel' }));
  await page.keyboard.press('Enter');
  await expect.poll(() => stopsOf(done)).toEqual(['Requested done', 'Cancelled end']);
  await expect(dialog).toHaveCount(0);
  await expect(done.locator(':focus')).toHaveCount(1);
}

test('a customer withdraws money, cancels a withdrawal, and sees what the broker does', async ({ page, operate }) => {
  const faults = listenToFaults(page);
  await page.goto('/payment/withdraw');
  await expect(page).toHaveURL(/\/login\?next=%2Fpayment%2Fwithdraw$/);
  await logInByForm(page, demo);
  const { done, open, withdrawable } = withdrawScreen(page);
  await expect(withdrawable).toBeVisible();
  await expectNoFaults(page);

  const sent = await fillIn(page);
  await operate('transactions', 'check', sent);
  await expect.poll(() => stopsOf(done)).toContain('Waiting for approval now');
  await operate('transactions', 'approve', sent);
  await expect.poll(() => stopsOf(done)).toContain('Waiting to be sent now');
  await expect(done.getByRole('button', { name: 'Cancel withdrawal' })).toHaveCount(0);
  await operate('transactions', 'send', sent);
  await expect.poll(() => stopsOf(done)).toEqual(['Requested done', 'Reviewed done', 'Approved done', 'Sent done']);
  await expect(done.getByRole('heading', { name: 'Withdrawal sent' })).toBeVisible();
  await expectNoFaults(page);

  const before = await withdrawable.innerText();
  await withdraw(page, '140');
  await expect(withdrawable).not.toHaveText(before);
  await cancelByKeyboard(page);
  await expect(withdrawable).toHaveText(before);

  const declined = await withdraw(page, '130');
  await page.goto('/payment/withdraw');
  const own = open.locator(`[data-withdrawal="${declined}"]`);
  await expect(own).toContainText('€130.00');
  await operate('transactions', 'decline', declined, '--reason', bankReason);
  await expect.poll(() => stopsOf(own)).toEqual(['Requested done', 'Declined end']);
  await expect(own).toContainText(bankReason);
  await expect(withdrawable).toHaveText(before);
  expect(faults).toEqual([]);
});

test('the lists of transactions follow what the broker does', async ({ page, operate }) => {
  await dismissSwipeHint(page);
  await logIn(page, demo);
  const id = await withdraw(page, '160');
  await page.goto('/transactions/withdrawals');
  const { rows, head, main, tabs, column } = transactionsPage(page);
  await expect(main.locator('[data-reserved]')).toHaveText(/^Set aside€[\d,]+\.\d\d$/);
  const row = rows.and(page.locator(`[data-transaction="${id}"]`));
  await head('Amount').getByRole('button').click();
  const opener = row.getByRole('button', { name: 'Withdrawal', exact: true });
  await opener.click();
  const details = main.locator(`[data-details="${id}"]`);
  await expect.poll(() => stopsOf(details)).toContain('Under review now');
  const order = await orderOf(rows);
  const scrolled = await page.evaluate(() => {
    scrollTo(0, 120);
    return scrollY;
  });
  await operate('transactions', 'check', id);
  await expect.poll(() => stopsOf(details)).toContain('Waiting for approval now');
  await operate('transactions', 'approve', id);
  await expect(row).toContainText('Approved');
  await expect(main.locator('[data-changes]')).toHaveText('Withdrawal of €160.00: Approved.');
  expect(await orderOf(rows)).toEqual(order);
  await expect(opener).toHaveAttribute('aria-expanded', 'true');
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  await expectNoFaults(page);

  await tabs.getByRole('link', { name: /^Deposits/ }).click();
  await expect(rows.first()).toBeVisible();
  const count = await rows.count();
  await operate('transactions', 'deposit', demo, '33', '--reason', 'For a test');
  await expect(rows).toHaveCount(count + 1);
  expect((await textsOf(column('amount')))[0]).toBe('+€33.00');
  await expect(tabs.getByRole('link', { name: `Deposits ${count + 1}` })).toBeVisible();
});

test('on a phone with a bad connection nothing is requested twice, and no missing money is promised', async ({
  page,
  operate,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await operate('transactions', 'deposit', limited, '500', '--reason', 'For a test');
  // The page receives no push.
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
  await page.route('**/socket.io/**', (route) => route.abort());
  await logIn(page, limited);
  await page.goto('/payment/withdraw');
  const { amount, comments, submit, refusal, done, open, withdrawable } = withdrawScreen(page);
  const mostMinor = await minorIn(withdrawable);
  await operate('transactions', 'fee', limited, '40', '--reason', 'For a test');
  await amount.fill((mostMinor / 100).toFixed(2));
  await comments.fill('All of it');
  await submit.click();
  await expect(amount).toHaveAccessibleDescription(`Maximum withdraw can be ${money(mostMinor - 4_000)}`);
  await expectNoFaults(page);

  // Every request reaches the server, but the first two responses are lost.
  const ids: string[] = [];
  await page.route('**/api/transactions/create', async (route) => {
    ids.push((route.request().postDataJSON() as { request_id: string }).request_id);
    const answer = await route.fetch();
    return ids.length <= 2 ? route.abort() : route.fulfill({ response: answer });
  });
  await amount.fill('20.50');
  await submit.click();
  await expect(refusal).toContainText("We couldn't confirm whether your request went through");
  await page.reload();
  await expect(amount).toHaveValue('20.50');
  await expect(comments).toHaveValue('All of it');
  await submit.click();
  await expect(done).toBeVisible();
  await expect(withdrawable).toHaveText(money(mostMinor - 4_000 - 2_050));
  expect(ids).toEqual([ids[0], ids[0], ids[0]]);
  await expectNoHorizontalScroll(page);
  await expectNoFaults(page);

  await page.reload();
  await expect(amount).toHaveValue('');
  const own = open.locator('[data-withdrawal]').first();
  const id = (await own.getAttribute('data-withdrawal')) ?? '';
  await own.getByRole('button', { name: 'Cancel withdrawal' }).click();
  await operate('transactions', 'check', id);
  await operate('transactions', 'approve', id);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Yes, cancel' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('This transaction can no longer be changed.');
  await dialog.getByRole('button', { name: 'No, keep it' }).click();
  await expect.poll(() => stopsOf(own)).toContain('Waiting to be sent now');
});
