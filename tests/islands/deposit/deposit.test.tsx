import { expect } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { FakeServer } from '../../support/component/fake-server.ts';
import {
  cancelTransaction,
  createTransaction,
  getTransaction,
  sendTransaction,
} from '../../../src/lib/contract/payments/payment-endpoints.ts';
import { aTransaction } from '../../support/component/a-transaction.ts';
import { backAddress, begunId, payAddress, test } from '../../support/component/deposit.tsx';

/** Attempts to deposit, and what happens when an attempt is repeated. */

const requestIds = (server: FakeServer) =>
  server.asked(createTransaction).map(({ body }) => (body as { request_id: string }).request_id);

test('two presses begin one deposit, and the dialog cannot be closed meanwhile', async ({
  server,
  showDeposit,
  destinations,
}) => {
  const { dialog, amount, pay } = await showDeposit();
  const held = server.hold(createTransaction);
  await amount.fill('250');
  await pay.dblClick();
  await expect.element(pay).toHaveAttribute('aria-busy', 'true');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).toBeVisible();
  expect(destinations).toEqual([]);
  held.answer({ transaction_id: begunId });
  await expect.poll(() => destinations).toEqual([payAddress]);
  expect(server.asked(createTransaction)).toHaveLength(1);
});

test('if the server is unreachable, the input stays, and the next try is the same deposit', async ({
  server,
  showDeposit,
  destinations,
}) => {
  const { amount, pay, refusal } = await showDeposit();
  server.beUnreachable(createTransaction);
  await amount.fill('275.50');
  await pay.click();
  await expect.element(refusal).toMatchTextContent("We can't connect right now. No money has moved");
  await expect.element(amount).toHaveValue('275.50');
  server.answer(createTransaction, { transaction_id: begunId });
  await pay.click();
  await expect.poll(() => destinations).toEqual([payAddress]);
  const [first] = requestIds(server);
  expect(requestIds(server)).toEqual([first, first]);
  expect(server.asked(sendTransaction).map(({ body }) => body)).toEqual([{ transaction_id: begunId, lang: 'en' }]);
});

test.for<[string, (server: FakeServer) => void, string]>([
  [
    'names no page',
    (server) => server.answer(sendTransaction, { redirect_url: null }),
    "We couldn't open the payment page. No money has moved.",
  ],
  [
    'does not answer',
    (server) => server.refuse(sendTransaction, 'UNAVAILABLE'),
    "The payment provider isn't responding. No money has moved.",
  ],
])(
  'a provider that %s does not redirect anybody, and the next try is the same deposit',
  async ([, fail, said], { server, showDeposit, destinations }) => {
    const { amount, pay, refusal } = await showDeposit();
    fail(server);
    await amount.fill('310');
    await pay.click();
    await expect.element(refusal).toMatchTextContent(said);
    await expect.element(amount).toHaveValue('310');
    expect(destinations).toEqual([]);
    server.answer(sendTransaction, { redirect_url: payAddress });
    await pay.click();
    await expect.poll(() => destinations).toEqual([payAddress]);
    const [first] = requestIds(server);
    expect(requestIds(server)).toEqual([first, first]);
  },
);

test('a deposit that the provider refused to start is kept for the next visit of this customer', async ({
  server,
  showDeposit,
  destinations,
}) => {
  const { pay, refusal, amount, method, visitAgain } = await showDeposit();
  server.refuse(sendTransaction, 'UNAVAILABLE');
  await method('Wallet').click();
  await method('Credit card').click();
  await amount.fill('316.50');
  await pay.click();
  await expect.element(refusal).toMatchTextContent("The payment provider isn't responding.");
  server.answer(sendTransaction, { redirect_url: payAddress });
  await visitAgain();
  await expect.element(amount).toHaveValue('316.50');
  await pay.click();
  await expect.poll(() => destinations).toEqual([payAddress]);
  const [first] = requestIds(server);
  expect(requestIds(server)).toEqual([first, first]);
  // The attempt succeeded, so the next visit begins another deposit.
  await visitAgain();
  await expect.element(amount).toHaveValue('');
});

test('a declined deposit is retried as another deposit', async ({ server, showDeposit, destinations }) => {
  const { amount, pay } = await showDeposit();
  await amount.fill('254');
  await pay.click();
  await expect.poll(() => destinations).toEqual([payAddress]);
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  server.answer(getTransaction, aTransaction({ transaction_status: 'declined', stage: 'declined', cancellable: 0 }));
  const closed = server.hold(sendTransaction);
  await pay.click();
  await expect.poll(() => server.asked(sendTransaction)).toHaveLength(2);
  server.answer(sendTransaction, { redirect_url: '/till/pay/another' });
  closed.refuse('TRANSACTION_CLOSED');
  await expect.poll(() => destinations).toEqual([payAddress, '/till/pay/another']);
  const [first, again, other] = requestIds(server);
  expect([again === first, other === first]).toEqual([true, false]);
});

test('retrying a paid deposit says that it was paid, and begins no second one', async ({
  server,
  showDeposit,
  destinations,
}) => {
  const { amount, pay } = await showDeposit();
  await amount.fill('253');
  await pay.click();
  await expect.poll(() => destinations).toEqual([payAddress]);
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  server.refuse(sendTransaction, 'TRANSACTION_CLOSED');
  server.answer(getTransaction, aTransaction({ transaction_status: 'approved', stage: 'approved', cancellable: 0 }));
  await pay.click();
  await expect.poll(() => destinations).toEqual([payAddress, backAddress]);
  const [first] = requestIds(server);
  expect(requestIds(server)).toEqual([first, first]);
});

test('another amount replaces the unpaid deposit', async ({ server, showDeposit, destinations }) => {
  const { amount, pay } = await showDeposit();
  await amount.fill('303');
  await pay.click();
  await expect.poll(() => destinations).toEqual([payAddress]);
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  const opened = aTransaction({ stage: 'opened' });
  server.answer(getTransaction, opened);
  server.answer(cancelTransaction, { ...opened, transaction_status: 'cancelled', stage: 'cancelled' });
  server.answer(createTransaction, { transaction_id: 'another' });
  await expect.element(amount).toHaveValue('303');
  await amount.fill('353');
  await pay.click();
  await expect.poll(() => destinations).toEqual([payAddress, payAddress]);
  expect(server.asked(cancelTransaction).map(({ body }) => body)).toEqual([{ transaction_id: begunId }]);
});
