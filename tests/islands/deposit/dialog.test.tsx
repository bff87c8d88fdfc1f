import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { storageKeys } from '../../../src/lib/contract/session.ts';
import { getPaymentOptions } from '../../../src/lib/contract/payments/payment-endpoints.ts';
import { expectNoHorizontalScroll } from '../../support/component/accessibility.ts';
import { aCustomer } from '../../support/component/component-test.tsx';
import { clickBeside, options, payAddress, simulated, test } from '../../support/component/deposit.tsx';
import { tabTo } from '../../support/component/keyboard.ts';

/** The deposit dialog, and the cases in which it has no form. */

test('all configured methods are offered, with the first one chosen', async ({ showDeposit }) => {
  const { methods, method, dialog } = await showDeposit();
  await expect.element(method('Credit card')).toBeChecked();
  expect(methods.elements()).toHaveLength(4);
  expect(dialog.getByText('Simulated').elements()).toEqual([]);
});

test('a simulated method says that nothing real is paid', async ({ showDeposit }) => {
  const { methods, dialog } = await showDeposit({ offered: { methods: [simulated] } });
  await expect.element(methods).toBeChecked();
  await expect.element(dialog.getByText('Simulated: no money moves')).toBeVisible();
  await expect.element(dialog.getByText('nobody is charged, and the money on your balance is not real')).toBeVisible();
});

test.for<[string, () => Promise<void>]>([
  ['its button', () => page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()],
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['a click beside it', () => clickBeside()],
])('closing the dialog by %s leads to the platform', async ([, close], { showDeposit, destinations }) => {
  const { amount } = await showDeposit();
  await expect.element(amount).toBeVisible();
  await close();
  await expect.poll(() => destinations).toEqual(['/platform/BTCUSD']);
});

test('a customer with an incomplete profile is sent to it first, and back from there', async ({
  showDeposit,
  destinations,
}) => {
  const { dialog, amount, heading } = await showDeposit({ user: { street: null } });
  await expect.element(heading('You have to complete your account first')).toBeVisible();
  await expect.element(dialog.getByText('To activate your account you have to fill all the details')).toBeVisible();
  expect(amount.elements()).toEqual([]);
  await dialog.getByRole('link', { name: 'Complete your account' }).click();
  expect(destinations).toEqual(['/my-account/info?next=%2Fpayment%2Fdeposit']);
});

test('the mark of a registration is removed', async ({ showDeposit }) => {
  localStorage.setItem(storageKeys.registered, aCustomer.uniqid);
  const { amount } = await showDeposit();
  await expect.element(amount).toBeVisible();
  expect(localStorage.getItem(storageKeys.registered)).toBeNull();
});

test('methods that cannot be loaded can be loaded again', async ({ server, showDeposit }) => {
  const { amount, refusal, button } = await showDeposit({ offered: 'unreachable' });
  await expect.element(refusal).toMatchTextContent('The payment methods could not be loaded');
  server.answer(getPaymentOptions, options);
  await button('Try again').click();
  await expect.element(amount).toBeVisible();
});

test('by keyboard alone: a method, an amount, and on to the payment', async ({ showDeposit, destinations }) => {
  const { heading, amount, method, pay } = await showDeposit();
  await expect.element(heading('Deposit')).toHaveFocus();
  await tabTo(method('Credit card'));
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(method('Bank transfer')).toBeChecked();
  await userEvent.keyboard('{ArrowUp}');
  await tabTo(amount);
  await userEvent.keyboard('350');
  await tabTo(pay);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => destinations).toEqual([payAddress]);
});

test('in German it asks for a deposit in German, and leads to German pages', async ({ showDeposit, destinations }) => {
  await showDeposit({ locale: 'de' });
  const dialog = page.getByRole('dialog', { name: 'Einzahlung' });
  await expect.element(dialog.getByText('Mindesteinzahlung 250 €')).toBeVisible();
  await dialog.getByRole('button', { name: 'Weiter zur Zahlung' }).click();
  await expect
    .element(dialog.getByLabelText('Betrag', { exact: true }))
    .toHaveAccessibleDescription('Betrag ist erforderlich');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => destinations).toEqual(['/de/platform/BTCUSD']);
});

test('a screen of 320 px is wide enough', async ({ showDeposit }) => {
  await page.viewport(320, 640);
  const { dialog, method } = await showDeposit();
  await method('Bank transfer').click();
  await expect.element(dialog.getByText('Reference', { exact: true })).toBeVisible();
  const element = dialog.element();
  expect(element.scrollWidth - element.clientWidth).toBe(0);
  await expectNoHorizontalScroll();
});
