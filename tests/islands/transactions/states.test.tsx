import { afterEach, expect, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Locale } from '../../../src/brand.ts';
import { sendTransaction } from '../../../src/lib/contract/payments/payment-endpoints.ts';
import { expectAccessible } from '../../support/component/accessibility.ts';
import { aCustomer } from '../../support/component/component-test.tsx';
import { bank, states } from '../../support/component/deposits-in-states.ts';
import { card, stopsOf, textsOf } from '../../support/component/money.ts';
import { catchCopies, test as base, transactionsPage } from '../../support/component/shown-transactions.tsx';

/** What a transaction list and its details show in each state. */

afterEach(() => void vi.restoreAllMocks());

/** Shows a list with all states; returns the row and the details of one of them. */
const test = base.extend('showStates', ({ showTransactions }) => async (locale: Locale = 'en') => {
  await showTransactions({ locale, transactions: Object.values(states), options: { methods: [card, bank] } });
  const { rows, rowOf, detailsOf } = transactionsPage();
  await expect.element(rows).toHaveLength(Object.keys(states).length);
  return (name: keyof typeof states) => {
    const row = rowOf(states[name]);
    const opener = row.getByRole('button', { expanded: false });
    return { row, opener, details: detailsOf(states[name]) };
  };
});

const colourOf = (row: ReturnType<ReturnType<typeof transactionsPage>['rowOf']>) =>
  getComputedStyle(row.getByCss('[data-column=amount]').element()).color;

test('a transaction that was not begun is grey, and does not count as incoming', async ({ showStates }) => {
  const part = await showStates();
  const { main, column } = transactionsPage();
  expect(textsOf(column('transaction_status'))).toEqual([
    ...['Pending', 'Pending', 'Not started', 'Pending', 'Pending'],
    ...['Approved', 'Declined', 'Cancelled', 'Approved', 'Awaiting payment'],
  ]);
  await expect.element(main.getByCss('dl').first()).toMatchTextContent(/Completed\+€1,200\.00Pending\+€2,150\.50/);
  const colour = (name: keyof typeof states) => colourOf(part(name).row);
  expect(colour('notStarted')).toBe(colour('cancelled'));
  expect(colour('pending'), 'what may come is not what has come').not.toBe(colour('manual'));
  expect(colour('pending')).not.toBe(colour('notStarted'));
  await part('notStarted').opener.click();
  await expect.poll(() => stopsOf(part('notStarted').details)).toEqual(['Requested done', 'Not started idle']);
  await expect.element(part('notStarted').details).toMatchTextContent('No money has moved');
});

test.for([
  ['pending', ['Requested done', 'Waiting for confirmation now']],
  ['opened', ['Requested done', 'Awaiting payment idle']],
  ['transfer', ['Requested done', 'Waiting for your transfer now']],
  ['droppedLink', ['Requested done', 'Waiting for confirmation now']],
  ['held', ['Requested done', 'Under review now', 'Credit ahead']],
  ['cancelled', ['Requested done', 'Cancelled end']],
  // A booking by the broker was not requested by anybody.
  ['manual', ['Completed done']],
] as const)('the timeline of %s says what is awaited', async ([name, stops], { showStates }) => {
  const part = await showStates();
  await part(name).opener.click();
  await expect.poll(() => stopsOf(part(name).details)).toEqual(stops);
});

test('a cancelled transaction looks different from a declined one: it did not fail', async ({ showStates }) => {
  const part = await showStates();
  await part('cancelled').opener.click();
  await part('declined').opener.click();
  const drawing = (name: 'declined' | 'cancelled') => part(name).details.getByCss('[data-state=end] path');
  await expect.element(drawing('declined')).toBeInTheDocument();
  await expect.element(drawing('cancelled')).toBeInTheDocument();
  const [declined, cancelled] = [drawing('declined').element(), drawing('cancelled').element()];
  expect(cancelled.getAttribute('d')).not.toBe(declined.getAttribute('d'));
});

test('an awaited transfer shows account, amount and reference, each to be copied', async ({ showStates }) => {
  const copies = catchCopies();
  const part = await showStates();
  await part('transfer').opener.click();
  const transfer = part('transfer').details.getByRole('region', { name: 'Transfer details' });
  await expect.element(transfer).toBeVisible();
  const lines = [
    ['Recipient', 'Broker Ltd', 'Broker Ltd'],
    ['IBAN', 'DE02 1203 0000 0000 2020 51', 'DE02 1203 0000 0000 2020 51'],
    ['Amount', '€1,250.50', '1250.50'],
    ['Reference', aCustomer.uniqid, aCustomer.uniqid],
  ] as const;
  expect(textsOf(transfer.getByCss('dt'))).toEqual(lines.map(([name]) => name));
  expect(textsOf(transfer.getByCss('dd'))).toEqual(lines.map(([, shown]) => shown));
  for (const [name] of lines) await transfer.getByRole('button', { name: `Copy ${name}` }).click();
  expect(copies).toEqual(lines.map(([, , copied]) => copied));
  for (const name of ['pending', 'held'] as const) {
    await part(name).opener.click();
    await expect.element(part(name).details.getByRole('listitem').first()).toBeVisible();
  }
  await expect.element(page.getByRole('region', { name: 'Transfer details' })).toHaveLength(1);
});

test('an abandoned deposit does not count as incoming, and links to its payment', async ({
  server,
  showStates,
  destinations,
}) => {
  const part = await showStates();
  const { row, details } = part('opened');
  expect(colourOf(row)).toBe(colourOf(part('cancelled').row));
  await part('pending').opener.click();
  await part('opened').opener.click();
  await expect.element(details).toMatchTextContent('No payment confirmed yet');
  await expect.element(details).toMatchTextContent("Already paid? You don't need to do anything.");
  const way = details.getByRole('button', { name: 'Continue to payment' });
  await expect.element(part('pending').details.getByRole('listitem').first()).toBeVisible();
  await expect
    .element(part('pending').details.getByRole('button', { name: 'Continue to payment' }), {
      message: 'it may be paid',
    })
    .not.toBeInTheDocument();
  server.answer(sendTransaction, { redirect_url: null });
  await way.click();
  await expect
    .element(details.getByRole('alert'))
    .toMatchTextContent(/^The payment provider isn't responding\. No money has moved/);
  expect(destinations).toEqual([]);
  server.answer(sendTransaction, { redirect_url: '/about?paid=here' });
  await way.click();
  await expect.poll(() => destinations).toEqual(['/about?paid=here']);
  const [, asked] = server.asked(sendTransaction);
  expect(asked?.address).toBe('/api/transaction/send/sandbox');
  expect(asked?.body).toMatchObject({ transaction_id: states.opened.transaction_id });
});

test('the cancel dialog focuses the button that keeps the deposit', async ({ showStates }) => {
  const part = await showStates();
  await part('pending').opener.click();
  await part('pending').details.getByRole('button', { name: 'Cancel deposit' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel this deposit?' });
  await expect.element(question.getByRole('button', { name: 'No, keep it' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(part('pending').row).toMatchTextContent('Pending');
});

test('if a different amount was credited, the requested one and the reason are shown', async ({ showStates }) => {
  const part = await showStates();
  await part('otherAmount').opener.click();
  const { details } = part('otherAmount');
  await expect.element(details.getByCss('[data-asked]')).toMatchTextContent('Requested €1,000.00, credited €900.00');
  await expect.element(details.getByCss('[data-reason]')).toMatchTextContent('Your bank deducted a fee.');
  await part('manual').opener.click();
  await expect.element(part('manual').details.getByRole('listitem').first()).toBeVisible();
  await expect.element(part('manual').details.getByCss('[data-asked]')).not.toBeInTheDocument();
});

test('a row opens wherever it is pressed, except when copying or selecting', async ({ showStates }) => {
  const copies = catchCopies();
  const part = await showStates();
  const { row, details } = part('pending');
  await row.getByCss('[data-column=amount]').click();
  await expect.element(details).toBeVisible();
  await row.getByCss('[data-column=created_at]').click();
  await expect.element(details).not.toBeInTheDocument();
  await row.getByRole('button', { name: /^Copy number/ }).click();
  await expect.poll(() => copies).toHaveLength(1);
  await expect.element(details).not.toBeInTheDocument();
  getSelection()?.selectAllChildren(row.getByCss('time').element());
  row
    .getByCss('[data-column=transaction_status]')
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await expect.element(details).not.toBeInTheDocument();
  getSelection()?.removeAllRanges();
});

test.for(['en', 'de'] as const)('every state in %s is accessible', async (locale, { showStates }) => {
  const part = await showStates(locale);
  for (const name of Object.keys(states) as (keyof typeof states)[]) {
    await part(name).opener.click();
    await expect.element(part(name).details.getByRole('listitem').first()).toBeVisible();
  }
  await expectAccessible({ widths: [1440, 360], isWholePage: true });
  await part('opened').details.getByRole('button').last().click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await expectAccessible({ widths: [1440, 360], isWholePage: true });
});
