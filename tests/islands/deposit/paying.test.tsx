import { afterEach, expect, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  createTransaction,
  getPaymentOptions,
  getTransaction,
} from '../../../src/lib/contract/payments/payment-endpoints.ts';
import { aTransaction } from '../../support/component/a-transaction.ts';
import { anOpened, backAddress, clickBeside, options, payAddress, test } from '../../support/component/deposit.tsx';

/** The step after a deposit was begun, for each kind of payment method. */

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a bank transfer shows our account with rows to copy, then a thank-you, then the platform', async ({
  server,
  showDeposit,
  destinations,
}) => {
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const { dialog, method, amount, heading, button } = await showDeposit();
  await method('Bank transfer').click();
  await amount.fill('1000');
  const account = dialog.getByRole('region', { name: 'Our bank account' });
  await expect.element(account).toMatchTextContent('AT61 1904 3002 3457 3201');
  await account.getByRole('button', { name: 'Copy IBAN' }).click();
  await expect.element(dialog.getByText('IBAN copied')).toBeVisible();
  expect(written.mock.calls).toEqual([['AT61 1904 3002 3457 3201']]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await button("I've made the transfer").click();
  await expect.element(heading('Thank you')).toHaveFocus();
  expect(server.asked(createTransaction).map(({ body }) => body)).toMatchObject([{ method: 2, amount: 1000 }]);
  vi.advanceTimersByTime(1_000);
  expect(destinations).toEqual([]);
  vi.advanceTimersByTime(500);
  expect(destinations).toEqual(['/platform/BTCUSD']);
});

test('a link opens the provider in its own window, and this page shows the outcome', async ({
  showDeposit,
  destinations,
}) => {
  const replace = vi.fn();
  const opened = { opener: window, location: { replace }, close: vi.fn() };
  vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window);
  const { method, amount, button } = await showDeposit();
  await method('Voucher').click();
  await amount.fill('320');
  await button('Open the payment page').click();
  await expect.poll(() => destinations).toEqual([backAddress]);
  expect(replace.mock.calls).toEqual([[payAddress]]);
  expect(opened.opener).toBeNull();
});

test('a link is there to click if the browser blocks the window', async ({ showDeposit, destinations }) => {
  vi.spyOn(window, 'open').mockReturnValue(null);
  const { dialog, method, amount, button } = await showDeposit();
  await method('Voucher').click();
  await amount.fill('330');
  await button('Open the payment page').click();
  const link = dialog.getByRole('link', { name: 'Open the payment page' });
  await expect.element(link).toHaveFocus();
  await expect.element(link).toHaveAttribute('href', payAddress);
  await expect.element(link).toHaveAttribute('target', '_blank');
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer');
  // The window itself is not tested here.
  dialog.element().addEventListener('click', (event) => event.preventDefault());
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => destinations).toEqual([backAddress]);
});

test('a page that does not load is offered as a link, beside the outcome', async ({ showDeposit, destinations }) => {
  const { pay, dialog, amount, heading } = await showDeposit();
  await amount.fill('311');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await pay.click();
  await expect.poll(() => destinations).toEqual([payAddress]);
  await expect.element(pay).toHaveAttribute('aria-busy', 'true');
  await expect.element(amount).toHaveAttribute('readonly');
  vi.advanceTimersByTime(8_000);
  await expect.element(pay).toHaveAttribute('aria-busy', 'true');
  vi.advanceTimersByTime(2_000);
  await expect.element(heading('Payment method: Credit card')).toHaveFocus();
  await expect.element(dialog.getByRole('link', { name: 'Continue to payment' })).toHaveAttribute('href', payAddress);
  await dialog.getByRole('link', { name: 'Check payment status' }).click();
  expect(destinations).toEqual([payAddress, backAddress]);
});

test('a page restored from the back-forward cache can be used again', async ({ showDeposit, destinations }) => {
  const { pay, amount } = await showDeposit();
  await amount.fill('313');
  await pay.click();
  await expect.poll(() => destinations).toEqual([payAddress]);
  await expect.element(amount).toHaveAttribute('readonly');
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await expect.element(amount).not.toHaveAttribute('readonly');
  await expect.element(pay).not.toHaveAttribute('aria-busy');
});

test('a cashier is not closed by a click outside, and leads back to the form, which mentions it', async ({
  server,
  showDeposit,
  destinations,
}) => {
  server.answer(getTransaction, aTransaction({ stage: 'opened' }));
  const { pay, dialog, amount, method, heading, button } = await showDeposit();
  await method('Wallet').click();
  await amount.fill('345');
  await pay.click();
  await expect.element(heading('Payment method: Wallet')).toHaveFocus();
  await clickBeside();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByCss('iframe[title="Payment form: Wallet"]')).toBeVisible();
  expect(destinations).toEqual([]);
  server.answer(getPaymentOptions, { ...options, opened: [anOpened(345, { provider: 'till-widget' })] });
  await button('Change amount or payment method').click();
  await expect.element(amount).toHaveFocus();
  await expect.element(amount).toHaveValue('345');
  await expect.element(method('Wallet')).toBeChecked();
  await expect.element(dialog.getByText('You have an unfinished payment of €345.00 (Wallet).')).toBeVisible();
});
