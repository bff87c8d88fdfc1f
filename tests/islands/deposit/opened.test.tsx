import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  cancelTransaction,
  getPaymentOptions,
  getTransaction,
  sendTransaction,
} from '../../../src/lib/contract/payments/payment-endpoints.ts';
import type { OpenedDeposit } from '../../../src/lib/contract/payments/payment-entities.ts';
import { aTransaction } from '../../support/component/a-transaction.ts';
import { anOpened, options, payAddress, test } from '../../support/component/deposit.tsx';

/** The form shows the newest deposit that was begun but not paid. */

const ended = aTransaction({ transaction_status: 'cancelled', stage: 'cancelled', cancellable: 0 });
const offering = (...opened: OpenedDeposit[]) => ({ ...options, opened });

function openNotes() {
  const dialog = page.getByRole('dialog', { name: 'Deposit', exact: true });
  const notes = dialog.getByRole('region', { name: 'Unfinished payments' });
  const asked = page.getByRole('dialog', { name: 'Cancel this deposit?' });
  return {
    ...{ dialog, notes, asked },
    goOn: (amount: string) => notes.getByRole('button', { name: new RegExp(`^Continue payment of €${amount}`) }),
    cancel: (amount: string) => notes.getByRole('button', { name: new RegExp(`^Cancel payment of €${amount}`) }),
    keep: asked.getByRole('button', { name: 'No, keep it' }),
    confirm: asked.getByRole('button', { name: 'Yes, cancel' }),
  };
}

test('an open deposit is shown, and can be continued', async ({ server, showDeposit, destinations }) => {
  await showDeposit({ offered: { opened: [anOpened(301)] } });
  const { notes, goOn } = openNotes();
  await expect.element(notes).toMatchTextContent('You have an unfinished payment of €301.00 (Credit card).');
  await goOn('301.00').click();
  await expect.poll(() => destinations).toEqual([payAddress]);
  expect(server.asked(sendTransaction).map(({ address, body }) => [address, body])).toEqual([
    ['/api/transaction/send/till', { transaction_id: 'opened-301', lang: 'en' }],
  ]);
});

test('a deposit cancelled there is no longer shown, and the focus moves to the amount', async ({
  server,
  showDeposit,
}) => {
  const { amount } = await showDeposit({ offered: { opened: [anOpened(302)] } });
  const { notes, cancel, asked, confirm } = openNotes();
  server.answer(cancelTransaction, ended);
  await cancel('302.00').click();
  server.answer(getPaymentOptions, offering());
  await confirm.click();
  await expect.poll(() => asked.elements()).toEqual([]);
  await expect.poll(() => notes.elements()).toEqual([]);
  await expect.element(amount).toHaveFocus();
  await expect.element(page.getByText('Deposit of €302.00 cancelled.')).toBeVisible();
  expect(server.asked(cancelTransaction).map(({ body }) => body)).toEqual([{ transaction_id: 'opened-302' }]);
});

test.for<[string, () => Promise<void>]>([
  ['the button', () => openNotes().keep.click()],
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['Enter', () => userEvent.keyboard('{Enter}')],
])(
  'cancelling asks for confirmation, and keeping it by %s restores the focus',
  async ([, answer], { server, showDeposit }) => {
    await showDeposit({ offered: { opened: [anOpened(312), anOpened(311)] } });
    const { cancel, asked, keep } = openNotes();
    await cancel('312.00').click();
    await expect.element(asked).toMatchTextContent('€312.00');
    await expect.element(keep).toHaveFocus();
    await answer();
    await expect.poll(() => asked.elements()).toEqual([]);
    await expect.element(cancel('312.00')).toHaveFocus();
    expect(server.asked(cancelTransaction)).toEqual([]);
  },
);

test('the next open deposit replaces a cancelled one, and cancelling it asks again', async ({
  server,
  showDeposit,
}) => {
  const { amount } = await showDeposit({ offered: { opened: [anOpened(312), anOpened(311)] } });
  const { notes, cancel, asked, confirm } = openNotes();
  server.answer(cancelTransaction, ended);
  await cancel('312.00').click();
  server.answer(getPaymentOptions, offering(anOpened(311)));
  await confirm.click();
  await expect.poll(() => asked.elements()).toEqual([]);
  await expect.element(notes).toMatchTextContent('€311.00');
  await expect.element(amount).toHaveFocus();
  await cancel('311.00').click();
  await expect.element(asked).toMatchTextContent('€311.00');
  expect(server.asked(cancelTransaction)).toHaveLength(1);
});

test('a deposit that was cancelled elsewhere during the question is no longer shown', async ({
  server,
  showDeposit,
}) => {
  const { amount } = await showDeposit({ offered: { opened: [anOpened(313)] } });
  const { notes, cancel, asked, confirm } = openNotes();
  await cancel('313.00').click();
  server.refuse(cancelTransaction, 'TRANSACTION_CLOSED');
  server.answer(getPaymentOptions, offering());
  await confirm.click();
  await expect.poll(() => asked.elements()).toEqual([]);
  await expect.poll(() => notes.elements()).toEqual([]);
  await expect.element(amount).toHaveFocus();
});

test('a deposit that could not be cancelled stays, and the dialog says so', async ({ server, showDeposit }) => {
  await showDeposit({ offered: { opened: [anOpened(314)] } });
  const { notes, cancel, asked, confirm, keep } = openNotes();
  server.beUnreachable(cancelTransaction);
  await cancel('314.00').click();
  await confirm.click();
  await expect.element(asked.getByRole('alert')).toMatchTextContent("We couldn't confirm the cancellation");
  await keep.click();
  await expect.element(notes).toMatchTextContent('€314.00');
  await expect.element(cancel('314.00')).toHaveFocus();
});

test('only the newest of many open deposits is shown, with a link to the others', async ({
  showDeposit,
  destinations,
}) => {
  await showDeposit({ offered: { opened: [anOpened(306), anOpened(305), anOpened(304)] } });
  const { notes } = openNotes();
  await expect.element(notes).toMatchTextContent('€306.00');
  expect(notes.elements()).toHaveLength(1);
  await notes.getByRole('link', { name: '2 more under Transactions' }).click();
  expect(destinations).toEqual(['/transactions/deposits']);
});

test('returning to the page shows what is open by now', async ({ server, showDeposit }) => {
  const { amount } = await showDeposit();
  await expect.element(amount).toBeVisible();
  const { notes } = openNotes();
  expect(notes.elements()).toEqual([]);
  server.answer(getPaymentOptions, offering(anOpened(353)));
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await expect.element(notes).toMatchTextContent('€353.00');
});

test('a deposit whose id is in the address is continued at once, including a cashier', async ({
  server,
  showDeposit,
}) => {
  history.replaceState(null, '', '?transaction=opened-307');
  server.answer(getTransaction, aTransaction({ transaction_id: 'opened-307', stage: 'opened' }));
  const opened = anOpened(307, { provider: 'till-widget' });
  const { heading } = await showDeposit({ offered: { opened: [opened] } });
  await expect.element(heading('Payment method: Wallet')).toHaveFocus();
  expect(location.search).toBe('');
});
