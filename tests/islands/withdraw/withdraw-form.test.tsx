import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createTransaction, getPaymentOptions } from '../../../src/lib/contract/payments/payment-endpoints.ts';
import { expectAccessible } from '../../support/component/accessibility.ts';
import { tabTo } from '../../support/component/keyboard.ts';
import { aWithdrawal, serveTransactions, someOptions, stopsOf } from '../../support/component/money.ts';
import { ask, test, withdrawScreen } from '../../support/component/shown-withdrawals.tsx';

/** What the withdrawal form shows, and what it sends. */

test('a customer with nothing to withdraw is told so, and has no form', async ({ showWithdraw, destinations }) => {
  await showWithdraw({ options: { withdrawable: 0 } });
  const { main, submit } = withdrawScreen();
  await expect.element(main.getByRole('heading', { name: "You don't have balance to withdraw" })).toBeVisible();
  await expect.element(submit).not.toBeInTheDocument();
  await main.getByRole('link', { name: 'Make a deposit' }).click();
  await expect.poll(() => destinations).toEqual(['/payment/deposit']);
});

test('if nothing is left when the form is sent, it says so once, and the input stays', async ({
  server,
  showWithdraw,
}) => {
  await showWithdraw();
  const { main, amount, comments, submit } = withdrawScreen();
  await amount.fill('5');
  await comments.fill('To my bank');
  server.answer(getPaymentOptions, someOptions({ withdrawable: 0 }));
  server.refuse(createTransaction, 'INSUFFICIENT_FUNDS');
  await submit.click();
  await expect.element(amount).toHaveAccessibleDescription("You don't have balance to withdraw");
  await expect.element(amount).toHaveFocus();
  await expect.element(main.getByText("You don't have balance to withdraw")).toHaveLength(1);
  await expect.element(amount).toHaveValue('5');
  await expect.element(comments).toHaveValue('To my bank');
});

test('amount and comments are required; the focus moves to what is missing, and the input stays', async ({
  server,
  showWithdraw,
}) => {
  await showWithdraw();
  const { amount, comments, submit } = withdrawScreen();
  await submit.click();
  await expect.element(amount).toHaveAccessibleDescription('Amount is required');
  // The hint stays beside the message, because it is needed now.
  await expect.element(comments).toHaveAccessibleDescription(/^Comments is required Tell us where to send the money/);
  await expect.element(amount).toHaveFocus();
  await amount.fill('ten');
  await expect.element(amount).toHaveAccessibleDescription('Enter an amount such as 250 or 250.50');
  await amount.fill('0');
  await expect.element(amount).toHaveAccessibleDescription('Enter an amount above zero');
  await amount.fill('20,50');
  await submit.click();
  await expect.element(comments).toHaveFocus();
  await expect.element(amount).toHaveValue('20,50');
  await expect.element(amount).not.toHaveAttribute('aria-invalid');
  await expectAccessible({ widths: [1440], isWholePage: true });
  expect(server.asked(createTransaction)).toEqual([]);
});

test('an amount above the limit is reported at once, and a button fills in the limit', async ({ showWithdraw }) => {
  await showWithdraw({ options: { withdrawable: 1_234.5, reserved: 30, bonus: 100, credit: 200 } });
  const { amount, withdrawable, all, figure } = withdrawScreen();
  await expect.element(withdrawable).toHaveTextContent('€1,234.50');
  await expect.element(figure('bonus')).toHaveTextContent('€100.00');
  await expect.element(figure('credit')).toHaveTextContent('€200.00');
  await expect.element(figure('reserved')).toHaveTextContent('€30.00');
  await expect.element(figure('invested')).not.toBeInTheDocument();
  await amount.fill('1234.51');
  await expect.element(amount).toHaveAccessibleDescription('Maximum withdraw can be €1,234.50');
  await all.click();
  await expect.element(amount).toHaveValue('1234.50');
  await expect.element(amount).not.toHaveAttribute('aria-invalid');
});

test('an amount that the server finds too large is reported with the current limit', async ({
  server,
  showWithdraw,
}) => {
  await showWithdraw();
  const { amount, comments, submit } = withdrawScreen();
  await amount.fill('1000.00');
  await comments.fill('All of it');
  server.refuse(createTransaction, 'VALIDATION', { amount: 'Maximum withdraw can be €960.00' });
  server.answer(getPaymentOptions, someOptions({ withdrawable: 960 }));
  await submit.click();
  await expect.element(amount).toHaveAccessibleDescription('Maximum withdraw can be €960.00');
  await expect.element(amount).toHaveFocus();
  await expect.element(amount).toHaveValue('1000.00');
  await expect.element(comments).toHaveValue('All of it');
});

test('an amount refused although it is valid again can be sent again', async ({ server, showWithdraw }) => {
  await showWithdraw();
  const { amount, submit, refusal, done } = withdrawScreen();
  server.refuse(createTransaction, 'VALIDATION', { amount: 'Maximum withdraw can be €1.00' });
  await ask('2', 'Two');
  await expect.element(refusal).toMatchTextContent(/^The amount available to withdraw has just changed\./);
  await expect.element(amount).toHaveFocus();
  const withdrawal = aWithdrawal();
  serveTransactions(server, [withdrawal]);
  server.answer(createTransaction, { transaction_id: withdrawal.transaction_id });
  await submit.click();
  await expect.element(done).toBeVisible();
});

test('an accepted request says so, shows its timeline, and is reserved', async ({ server, showWithdraw }) => {
  await showWithdraw();
  const { amount, comments, submit, done, withdrawable, figure } = withdrawScreen();
  await amount.fill('250,50');
  await comments.fill('  To my account\n at the Donaubank ');
  const withdrawal = aWithdrawal({ comments: 'To my account, at the Donaubank' });
  serveTransactions(server, [withdrawal]);
  server.answer(createTransaction, { transaction_id: withdrawal.transaction_id });
  server.answer(getPaymentOptions, someOptions({ withdrawable: 749.5, reserved: 250.5 }));
  await submit.click();
  expect(server.asked(createTransaction).map(({ body }) => body)).toEqual([
    {
      ...{ method: 'withdraw', amount: -250.5, comments: 'To my account, at the Donaubank', lang: 'en' },
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    },
  ]);
  await expect.element(done.getByRole('heading', { name: 'Withdrawal requested' })).toHaveFocus();
  await expect.element(done.getByText(/^Number [0-9a-f]{8}$/)).toBeVisible();
  await expect
    .element(done)
    .toMatchTextContent("We've set aside €250.50 for this withdrawal. The funds may take about seven business days");
  await expect
    .poll(() => stopsOf(done))
    .toEqual(['Requested done', 'Under review now', 'Approval ahead', 'Payout ahead']);
  await expect.element(done).toMatchTextContent('To my account, at the Donaubank');
  await expect.element(withdrawable).toHaveTextContent('€749.50');
  await expect.element(figure('reserved')).toHaveTextContent('€250.50');
  await done.getByRole('button', { name: 'Make another withdrawal' }).click();
  await expect.element(amount).toHaveFocus();
  await expect.element(amount).toHaveValue('');
  await expect.element(withdrawScreen().open.getByRole('listitem').first()).toBeVisible();
});

test('two clicks send one request', async ({ server, showWithdraw }) => {
  await showWithdraw();
  const { amount, comments, submit, done } = withdrawScreen();
  const withdrawal = aWithdrawal();
  serveTransactions(server, [withdrawal]);
  const held = server.hold(createTransaction);
  await amount.fill('5');
  await comments.fill('Five');
  await submit.dblClick();
  await expect.element(submit).toHaveAttribute('aria-busy', 'true');
  held.answer({ transaction_id: withdrawal.transaction_id });
  await expect.element(done).toBeVisible();
  expect(server.asked(createTransaction)).toHaveLength(1);
});

test('a page that cannot be loaded can be retried', async ({ server, showWithdraw }) => {
  await showWithdraw({ options: 'failed' });
  const { refusal, amount } = withdrawScreen();
  await expect.element(refusal).toMatchTextContent("Your money isn't affected.");
  server.answer(getPaymentOptions, someOptions());
  await refusal.getByRole('button', { name: 'Try again' }).click();
  await expect.element(amount).toBeVisible();
});

test('in German, amounts are formatted as in German', async ({ showWithdraw }) => {
  await showWithdraw({ locale: 'de', options: { withdrawable: 1_234.5 } });
  const amount = page.getByLabelText('Betrag', { exact: true });
  await amount.fill('99999');
  await expect.element(amount).toHaveAccessibleDescription(/^Sie können höchstens 1\.234,50\s€ auszahlen$/);
  await page.getByRole('button', { name: 'Alles auszahlen' }).click();
  await expect.element(amount).toHaveValue('1234,50');
});

test('an account with a second factor is asked for a code, by keyboard alone', async ({ server, showWithdraw }) => {
  await showWithdraw();
  const { amount, comments, code, submit, done } = withdrawScreen();
  await expect.element(amount).toBeVisible();
  server.refuse(createTransaction, 'SECOND_FACTOR_REQUIRED');
  await tabTo(amount);
  await userEvent.keyboard('15');
  await tabTo(comments);
  await userEvent.keyboard('Fifteen');
  await tabTo(submit);
  await userEvent.keyboard('{Enter}');
  await expect.element(code).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(code).toHaveAccessibleDescription('Code is required');
  server.refuse(createTransaction, 'SECOND_FACTOR_WRONG');
  await userEvent.keyboard('000000{Enter}');
  await expect.element(code).toHaveAccessibleDescription("This code isn't valid.");
  await expect.element(code).toHaveFocus();
  await expect.element(amount).toHaveValue('15');
  const withdrawal = aWithdrawal();
  serveTransactions(server, [withdrawal]);
  server.answer(createTransaction, { transaction_id: withdrawal.transaction_id });
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}123456{Enter}');
  await expect.element(done).toBeVisible();
  expect(server.asked(createTransaction).at(-1)?.body).toMatchObject({ code: '123456' });
});

test('a code that was asked for and is no longer needed can be left out', async ({ server, showWithdraw }) => {
  await showWithdraw();
  const { code, submit, done } = withdrawScreen();
  server.refuse(createTransaction, 'SECOND_FACTOR_REQUIRED');
  await ask('16', 'Sixteen');
  await expect.element(code).toHaveFocus();
  const withdrawal = aWithdrawal();
  serveTransactions(server, [withdrawal]);
  server.answer(createTransaction, { transaction_id: withdrawal.transaction_id });
  await submit.click();
  await expect.element(done).toBeVisible();
  expect(server.asked(createTransaction).at(-1)?.body).not.toHaveProperty('code');
});
