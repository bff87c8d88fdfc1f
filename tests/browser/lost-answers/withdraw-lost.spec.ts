import type { Page } from '@playwright/test';
import { logIn, minorIn } from '../customer.ts';
import { formatMoney } from '../../../src/lib/format/format-number.ts';
import type { Operate } from '../operated-test.ts';
import { expect, test, withdrawScreen } from '../payments/withdraw-test.ts';

const limited = 'limited@example.com';
const money = (minor: number) => formatMoney(minor / 100, 'en', 'EUR');

/** Has each wish arrive, and loses the first answers; answers what each was sent with. */
async function loseAnswers(page: Page, lost: number): Promise<string[]> {
  const ids: string[] = [];
  await page.route('**/api/transactions/create', async (route) => {
    ids.push((route.request().postDataJSON() as { request_id: string }).request_id);
    const answer = await route.fetch();
    return ids.length <= lost ? route.abort() : route.fulfill({ response: answer });
  });
  return ids;
}

/** The page of a customer with so much at least that can be paid out; answers how much, in minor units. */
async function openWithdrawals(page: Page, operate: Operate): Promise<number> {
  await operate('transactions', 'deposit', limited, '500', '--reason', 'For a test');
  await logIn(page, limited);
  await page.goto('/payment/withdraw');
  return minorIn(withdrawScreen(page).withdrawable);
}

/** Asks for a withdrawal of which nobody answers, and is told so. */
async function sendUnanswered(page: Page, wish: { amount: string; comments: string }): Promise<void> {
  const { amount, comments, submit, refusal } = withdrawScreen(page);
  await amount.fill(wish.amount);
  await comments.fill(wish.comments);
  await submit.click();
  await expect(refusal).toContainText('The server did not answer. Your request may have arrived');
}

test('an answer that was lost is asked for again by itself', async ({ page, operate }) => {
  const mostMinor = await openWithdrawals(page, operate);
  const ids = await loseAnswers(page, 1);
  const { amount, comments, submit, done, withdrawable } = withdrawScreen(page);
  await amount.fill('10');
  await comments.fill('Ten');
  await submit.click();
  await expect(done).toBeVisible();
  await expect(withdrawable).toHaveText(money(mostMinor - 1_000));
  expect(ids).toEqual([ids[0], ids[0]]);
});

test('what was not answered can be sent again although there is less by it, and is the same withdrawal', async ({
  page,
  operate,
}) => {
  const mostMinor = await openWithdrawals(page, operate);
  const ids = await loseAnswers(page, 2);
  const { amount, submit, done, withdrawable } = withdrawScreen(page);
  // More than half of it.
  const typed = ((mostMinor - 10_000) / 100).toFixed(2);
  await sendUnanswered(page, { amount: typed, comments: 'Nearly all of it' });
  await expect(withdrawable).toHaveText(money(10_000));
  await expect(amount).toHaveValue(typed);
  await expect(amount).not.toHaveAttribute('aria-invalid');
  await submit.click();
  await expect(done).toBeVisible();
  await expect(withdrawable).toHaveText(money(10_000));
  expect(ids).toEqual([ids[0], ids[0], ids[0]]);
  await page.unrouteAll();
  await done.getByRole('button', { name: 'Request another' }).click();
  await amount.fill(typed);
  await expect(amount).toHaveAccessibleDescription(`Maximum withdraw can be ${money(10_000)}`);
});

test('of all there is the form stays until it was answered', async ({ page, operate }) => {
  await openWithdrawals(page, operate);
  const ids = await loseAnswers(page, 2);
  const { all, comments, submit, refusal, done, withdrawable } = withdrawScreen(page);
  await all.click();
  await comments.fill('All of it');
  await submit.click();
  await expect(refusal).toContainText('The server did not answer. Your request may have arrived');
  await expect(withdrawable).toHaveText(money(0));
  await submit.click();
  await expect(done).toBeVisible();
  expect(ids).toEqual([ids[0], ids[0], ids[0]]);
});

test('who loads the page again after that finds what was typed, and asks for no second withdrawal', async ({
  page,
  operate,
}) => {
  const mostMinor = await openWithdrawals(page, operate);
  const ids = await loseAnswers(page, 2);
  const { amount, comments, submit, refusal, done, withdrawable } = withdrawScreen(page);
  await sendUnanswered(page, { amount: '20.50', comments: 'Twenty' });
  await page.reload();
  await expect(refusal).toContainText('The server did not answer.');
  await expect(amount).toHaveValue('20.50');
  await expect(comments).toHaveValue('Twenty');
  await submit.click();
  await expect(done).toBeVisible();
  await expect(withdrawable).toHaveText(money(mostMinor - 2_050));
  expect(ids).toEqual([ids[0], ids[0], ids[0]]);
  await page.reload();
  await expect(amount).toHaveValue('');
});
