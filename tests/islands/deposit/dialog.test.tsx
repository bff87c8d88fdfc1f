import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { storageKeys } from '../../../src/lib/contract/session.ts';
import { getPaymentOptions } from '../../../src/lib/contract/payments/payment-endpoints.ts';
import { expectNoHorizontalScroll } from '../../support/component/accessibility.ts';
import { aCustomer } from '../../support/component/component-test.tsx';
import { clickBeside, options, payAddress, simulated, test } from '../../support/component/deposit.tsx';
import { tabTo } from '../../support/component/keyboard.ts';
import { getTransactions } from '../../../src/lib/contract/accounts/account-endpoints.ts';
import { getBalance, sendTransaction } from '../../../src/lib/contract/payments/payment-endpoints.ts';
import { loadShownBalance } from '../../../src/stores/payments/shown-balance.ts';
import { loadTransactions } from '../../../src/stores/payments/transactions.ts';
import { aTransaction } from '../../support/component/a-transaction.ts';

const noPositions = { open: [], history: [] };

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
  await expect.element(dialog.getByText("You won't be charged, and the money you receive isn't real.")).toBeVisible();
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
  await dialog.getByRole('link', { name: 'Complete your profile' }).click();
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
  await expect.element(refusal).toMatchTextContent("We couldn't load the payment methods");
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

const aDeposit = { ...aTransaction(), transaction_type_id: 1, stage: 'approved', amount: 300 } as const;
const aBalance = { balance: { balance: 1_250, equity: 1_250, freeMargin: 950, profit: 0 }, positions: noPositions };
const figures = page.getByCss('h2 ~ dl');
const rows = page.getByCss('li:has([data-stage])');

test('beside the dialog is the account: its balance and the last deposits', async ({ showDeposit, server }) => {
  await page.viewport(1200, 800);
  const { dialog } = await showDeposit();
  server.answer(getTransactions, [aDeposit, { ...aDeposit, transaction_id: 'other', transaction_type_id: 6 }]);
  server.answer(getBalance, aBalance);
  await loadTransactions();
  await loadShownBalance();
  await expect.element(figures).toMatchTextContent('Balance€1,250.00Free margin€950.00');
  await expect.element(rows).toMatchTextContent('Approved');
  // Whatever is outside the dialog can be read but not pressed.
  expect(dialog.element().contains(figures.element())).toBe(false);
  expect(document.querySelectorAll('a:not(dialog *), button:not(dialog *)')).toHaveLength(0);
});

test('a phone shows the account below the form, and the width decides again when it changes', async ({
  showDeposit,
  server,
}) => {
  await page.viewport(360, 740);
  const { dialog } = await showDeposit();
  server.answer(
    getTransactions,
    ['a', 'b', 'c'].map((id) => ({ ...aDeposit, transaction_id: id })),
  );
  server.answer(getBalance, aBalance);
  await loadTransactions();
  await loadShownBalance();
  await expect.element(figures).toMatchTextContent('Balance€1,250.00Free margin€950.00');
  expect(rows.elements()).toHaveLength(2);
  expect(dialog.element().contains(figures.element())).toBe(true);
  await expectNoHorizontalScroll();
  await page.viewport(1200, 740);
  await expect.poll(() => rows.elements().length).toBe(3);
  expect(dialog.element().contains(figures.element())).toBe(false);
});

test('the dialog leads to all transactions and to help, except while a deposit is being sent', async ({
  showDeposit,
  server,
  destinations,
}) => {
  const { dialog, method, amount, pay } = await showDeposit();
  const link = (name: string) => dialog.getByRole('link', { name });
  await link('All transactions').click();
  await link('Get help').click();
  await expect.poll(() => destinations).toEqual(['/transactions/deposits', '/contact-us']);
  const sent = server.hold(sendTransaction);
  await method('Wallet').click();
  await amount.fill('300');
  await pay.click();
  await expect.poll(() => dialog.element().querySelector('footer')?.inert).toBe(true);
  sent.refuse('TOO_MANY_REQUESTS');
  await expect.poll(() => dialog.element().querySelector('footer')?.inert).toBe(false);
});

test('an account that cannot be loaded says so, and can be loaded again', async ({ showDeposit, server }) => {
  await page.viewport(1200, 800);
  const { dialog, amount, button } = await showDeposit({ isAccountLost: true });
  await expect.element(dialog.getByText("We couldn't load your balance and recent deposits.")).toBeVisible();
  await expect.element(amount).toBeVisible();
  expect(figures.elements()).toEqual([]);
  server.answer(getTransactions, [aDeposit]);
  server.answer(getBalance, aBalance);
  await button('Try again').click();
  await expect.element(figures).toMatchTextContent('€1,250.00');
  await expect.element(rows).toMatchTextContent('Approved');
  await expect.poll(() => dialog.getByRole('alert').filter({ hasText: 'recent deposits' }).elements()).toEqual([]);
});
