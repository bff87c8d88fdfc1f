import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  cancelTransaction,
  createTransaction,
  getPaymentOptions,
} from '../../../src/lib/contract/payments/payment-endpoints.ts';
import type { TransactionDetails } from '../../../src/lib/contract/payments/payment-entities.ts';
import { expectAccessible } from '../../support/component/accessibility.ts';
import type { FakeServer } from '../../support/component/fake-server.ts';
import {
  afterSteps,
  aWithdrawal,
  customerConnection,
  serveMoney,
  someOptions,
  stopsOf,
} from '../../support/component/money.ts';
import { ask, test, withdrawScreen } from '../../support/component/shown-withdrawals.tsx';

/** The progress of a withdrawal on the page on which it was requested, and its cancellation there. */

/** Requests a withdrawal that is accepted. */
async function withdraw(server: FakeServer, withdrawal: TransactionDetails): Promise<void> {
  await expect.element(withdrawScreen().amount).toBeVisible();
  serveMoney(server, [withdrawal], { withdrawable: 749.5, reserved: 250.5 });
  server.answer(createTransaction, { transaction_id: withdrawal.transaction_id });
  await ask('250.50');
  await expect.element(withdrawScreen().done.getByRole('listitem').first()).toBeVisible();
}

test('the timeline of a withdrawal updates on the page until it is sent', async ({ server, showWithdraw }) => {
  await showWithdraw();
  const withdrawal = aWithdrawal();
  await withdraw(server, withdrawal);
  const { done } = withdrawScreen();
  const connection = await customerConnection();
  connection.join();
  const advanceTo = (...steps: ('checked' | 'approved' | 'sent')[]) => {
    serveMoney(server, [{ ...withdrawal, ...afterSteps(...steps) }]);
    connection.tell('transactions');
  };
  advanceTo('checked');
  await expect.poll(() => stopsOf(done)).toContain('Waiting for approval now');
  advanceTo('checked', 'approved');
  await expect.poll(() => stopsOf(done)).toContain('Waiting to be sent now');
  await expect.element(done.getByRole('button', { name: 'Cancel withdrawal' })).not.toBeInTheDocument();
  advanceTo('checked', 'approved', 'sent');
  await expect.poll(() => stopsOf(done)).toEqual(['Requested done', 'Reviewed done', 'Approved done', 'Sent done']);
  await expect.element(done.getByRole('heading', { name: 'Withdrawal sent' })).toBeVisible();
  await expect.element(done.getByRole('status')).toHaveTextContent('Sent');
});

test.for([
  ['sent', 'Withdrawal sent'],
  ['returned', 'Withdrawal returned'],
  ['declined', 'Withdrawal declined'],
  ['cancelled', 'Withdrawal cancelled'],
] as const)('a withdrawal that was %s says so', async ([step, title], { server, showWithdraw }) => {
  await showWithdraw();
  await withdraw(server, aWithdrawal(afterSteps(step)));
  await expect.element(withdrawScreen().done.getByRole('heading', { name: title })).toBeVisible();
});

test('a declined withdrawal says why, and its money is back', async ({ server, showWithdraw }) => {
  const withdrawal = aWithdrawal();
  await showWithdraw({ withdrawals: [withdrawal], options: { withdrawable: 749.5, reserved: 250.5 } });
  const { open, withdrawable } = withdrawScreen();
  const own = open.getByCss(`[data-withdrawal="${withdrawal.transaction_id}"]`);
  await expect.element(own).toMatchTextContent('€250.50');
  await expect.element(withdrawable).toHaveTextContent('€749.50');
  const connection = await customerConnection();
  connection.join();
  const reason = 'The account at the bank is not in your name.';
  serveMoney(server, [{ ...withdrawal, ...afterSteps('declined'), reason }]);
  connection.tell('transactions');
  await expect.poll(() => stopsOf(own)).toEqual(['Requested done', 'Declined end']);
  await expect.element(own).toMatchTextContent(reason);
  await expect.element(withdrawable).toHaveTextContent('€1,000.00');
  await expectAccessible({ widths: [1440, 360], isWholePage: true });
});

test('a withdrawal is cancelled after a confirmation; the focus stays near', async ({ server, showWithdraw }) => {
  const other = aWithdrawal();
  const withdrawal = aWithdrawal();
  await showWithdraw({ withdrawals: [other] });
  await withdraw(server, withdrawal);
  serveMoney(server, [withdrawal, other], { withdrawable: 749.5 });
  const { done, main, withdrawable } = withdrawScreen();
  await expect.element(withdrawable).toHaveTextContent('€749.50');
  const button = done.getByRole('button', { name: 'Cancel withdrawal' });
  button.element().focus();
  await userEvent.keyboard('{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Cancel this withdrawal?' });
  await expect.element(dialog).toMatchTextContent('€250.50 goes straight back to your balance');
  await expectAccessible({ widths: [1440], isWholePage: true });
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
  await button.click();
  const cancelled = { ...withdrawal, ...afterSteps('cancelled') };
  server.answer(cancelTransaction, cancelled);
  serveMoney(server, [cancelled, other]);
  (await customerConnection()).join();
  await dialog.getByRole('button', { name: 'Yes, cancel' }).click();
  await expect.poll(() => stopsOf(done)).toEqual(['Requested done', 'Cancelled end']);
  await expect.element(done.getByRole('heading', { name: 'Withdrawal cancelled' })).toBeVisible();
  await expect.element(done).toMatchTextContent('€250.50 is back in your balance.');
  // The button is gone, and the dialog is closed.
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(done.getByCss(':focus')).toHaveLength(1);
  await expect.element(withdrawable).toHaveTextContent('€1,000.00');
  await expect.element(main.getByRole('button', { name: 'Cancel withdrawal' }).first()).toBeVisible();
});

test('a withdrawal that was approved meanwhile can no longer be cancelled, and the page says so', async ({
  server,
  showWithdraw,
}) => {
  const withdrawal = aWithdrawal();
  await showWithdraw({ withdrawals: [withdrawal] });
  const own = withdrawScreen().open.getByCss(`[data-withdrawal="${withdrawal.transaction_id}"]`);
  await own.getByRole('button', { name: 'Cancel withdrawal' }).click();
  serveMoney(server, [{ ...withdrawal, ...afterSteps('checked', 'approved') }]);
  server.refuse(cancelTransaction, 'TRANSACTION_CLOSED');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Yes, cancel' }).click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('This transaction can no longer be changed.');
  await dialog.getByRole('button', { name: 'No, keep it' }).click();
  await expect.poll(() => stopsOf(own)).toContain('Waiting to be sent now');
});

test('after a withdrawal is cancelled in the list below, its money can be withdrawn at once', async ({
  server,
  showWithdraw,
}) => {
  const withdrawal = aWithdrawal();
  await showWithdraw({ withdrawals: [withdrawal], options: { withdrawable: 0, reserved: 250.5 } });
  const { open, amount } = withdrawScreen();
  await open.getByRole('button', { name: 'Cancel withdrawal' }).click();
  const cancelled = { ...withdrawal, ...afterSteps('cancelled') };
  server.answer(cancelTransaction, cancelled);
  serveMoney(server, [cancelled]);
  server.answer(getPaymentOptions, someOptions({ withdrawable: 250.5 }));
  await page.getByRole('button', { name: 'Yes, cancel' }).click();
  await expect.element(amount).toBeVisible();
});
