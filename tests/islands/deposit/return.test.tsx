import { afterEach, expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import {
  cancelTransaction,
  getBalance,
  getTransaction,
  sendTransaction,
} from '../../../src/lib/contract/payments/payment-endpoints.ts';
import { aTransaction } from '../../support/component/a-transaction.ts';
import { simulated } from '../../support/component/deposit.tsx';
import { aBalance, lineOf, test } from '../../support/component/deposit-return.tsx';
import { expectNoHorizontalScroll } from '../../support/component/accessibility.ts';

/** The outcome of a deposit: what is shown, and what can be done next. */

const ended = (status: 'approved' | 'declined' | 'cancelled') =>
  aTransaction({ transaction_status: status, stage: status, cancellable: 0 });

/** Stops the page's timers from now on. */
const stopClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

afterEach(() => vi.useRealTimers());

test('an approved deposit is credited, and the new balance is shown', async ({ server, showReturn, destinations }) => {
  const { outcome, said, link } = await showReturn({ transaction: ended('approved') });
  await expect.element(outcome).toHaveTextContent('€1,250.00 credited');
  await expect.element(said).toMatchTextContent(/New balance €1,750\.00/);
  expect(server.asked(getBalance)).toHaveLength(1);
  await link('Go to platform').click();
  expect(destinations).toEqual(['/platform/BTCUSD']);
});

test('a simulated payment says so', async ({ showReturn }) => {
  const transaction = { ...ended('approved'), provider: 'sandbox' };
  const { main } = await showReturn({ transaction, offered: { methods: [simulated] } });
  await expect.element(main.getByText("You won't be charged, and the money you receive isn't real.")).toBeVisible();
});

test('a declined deposit says what can be done next', async ({ showReturn, destinations }) => {
  const { outcome, said, link } = await showReturn({ transaction: ended('declined') });
  await expect.element(outcome).toHaveTextContent('Deposit declined');
  await expect.element(said).toMatchTextContent("your balance hasn't changed");
  await link('Make another deposit').click();
  expect(destinations).toEqual(['/payment/deposit']);
});

test('a deposit that is paid later updates on the page', async ({ server, showReturn }) => {
  const { outcome } = await showReturn({ transaction: aTransaction() });
  await expect.element(outcome).toHaveTextContent('Waiting for confirmation');
  await expect.poll(lineOf).toBeDefined();
  lineOf()?.join();
  await expect.poll(() => server.asked(getTransaction).length).toBeGreaterThan(1);
  stopClock();
  server.answer(getTransaction, ended('approved'));
  lineOf()?.tell('transactions');
  await expect.element(outcome).toHaveTextContent('€1,250.00 credited');
});

test('the outcome also updates without the push connection', async ({ server, showReturn }) => {
  stopClock();
  const { outcome } = await showReturn({ transaction: aTransaction() });
  await expect.element(outcome).toHaveTextContent('Waiting for confirmation');
  server.answer(getTransaction, ended('approved'));
  vi.advanceTimersByTime(4_000);
  await expect.element(outcome).toHaveTextContent('€1,250.00 credited');
});

test('after a long wait the page says that there is no need to wait, and it can be cancelled', async ({
  server,
  showReturn,
}) => {
  stopClock();
  const { outcome, said, cancel } = await showReturn({ transaction: aTransaction() });
  await expect.element(outcome).toHaveTextContent('Waiting for confirmation');
  vi.advanceTimersByTime(20_000);
  await expect.element(said).not.toMatchTextContent('You can leave this page');
  vi.advanceTimersByTime(10_000);
  await expect.element(said).toMatchTextContent('You can leave this page');
  await page.viewport(360, 800);
  await expectNoHorizontalScroll();
  server.answer(cancelTransaction, ended('cancelled'));
  await cancel.click();
  await expect.element(outcome).toHaveTextContent('Deposit cancelled');
  expect(cancel.elements()).toEqual([]);
  await expect.element(outcome).toHaveFocus();
});

test('an unreachable server is asked again, and nothing is lost', async ({ server, showReturn }) => {
  stopClock();
  const { outcome } = await showReturn({ transaction: 'unreachable' });
  await expect.element(outcome).toHaveTextContent("We can't connect right now");
  server.answer(getTransaction, ended('approved'));
  vi.advanceTimersByTime(4_000);
  await expect.element(outcome).toHaveTextContent('€1,250.00 credited');
});

test('while the server is unreachable the page says that it may be out of date', async ({ server, showReturn }) => {
  stopClock();
  const { outcome, said } = await showReturn({ transaction: aTransaction() });
  await expect.element(outcome).toHaveTextContent('Waiting for confirmation');
  server.beUnreachable(getTransaction);
  vi.advanceTimersByTime(4_000);
  await expect.element(said).toMatchTextContent("We can't connect right now, so this status may be out of date");
  await expect.element(outcome).toHaveTextContent('Waiting for confirmation');
  server.answer(getTransaction, aTransaction());
  vi.advanceTimersByTime(8_000);
  await expect.element(said).not.toMatchTextContent("We can't connect right now, so this status may be out of date");
});

test.for([
  ['nobody', '0192f0c4-7a6e-7c1e-b7a0-5f2a9e6c1d33', 'NOT_FOUND'],
  ['no number', '', 'VALIDATION'],
  ['something else', '<b>', 'VALIDATION'],
] as const)('an unknown id shows no deposit: %s', async ([, id, code], { server, showReturn }) => {
  server.refuse(getTransaction, code);
  const { outcome } = await showReturn({ id });
  await expect.element(outcome).toHaveTextContent("We couldn't find this deposit");
  expect(server.asked(getTransaction)[0]?.body).toEqual({ transaction_id: id });
});

test('an unverified customer is not told to trade, but what is missing', async ({ showReturn, destinations }) => {
  const { said, link } = await showReturn({ transaction: ended('approved'), user: { verified_account: 0 } });
  await expect.element(said).toMatchTextContent('You can trade as soon as your account is verified.');
  await expect.element(said).not.toMatchTextContent('now');
  await link('Upload documents').click();
  expect(destinations).toEqual(['/my-account/documents']);
});

test('the id of a withdrawal counts as unknown, and nothing about it is shown', async ({ showReturn }) => {
  const transaction = { ...ended('approved'), transaction_type_id: 6, amount: -600 };
  const { outcome, main } = await showReturn({ transaction });
  await expect.element(outcome).toHaveTextContent("We couldn't find this deposit");
  await expect.element(main).not.toMatchTextContent('600');
});

test('after paying a different amount, the page says that it is being checked, and does not ask whether it was paid', async ({
  showReturn,
}) => {
  const transaction = aTransaction({ cancellable: 0, checked_by_hand: 1 });
  const { outcome, said, cancel, link } = await showReturn({ transaction });
  await expect.element(outcome).toHaveTextContent("We're checking your payment");
  await expect.element(said).toMatchTextContent("The payment we received doesn't match your deposit.");
  expect(cancel.elements()).toEqual([]);
  await expect.element(link('Contact us')).toBeVisible();
});

test('changes of the outcome are announced, and the layout stays', async ({ server, showReturn }) => {
  const { said, outcome } = await showReturn({ transaction: aTransaction() });
  await expect.element(said).toMatchTextContent('Waiting for confirmation');
  const top = () => outcome.element().getBoundingClientRect().y;
  const before = top();
  const balance = server.hold(getBalance);
  server.answer(getTransaction, ended('approved'));
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(said).toMatchTextContent('€1,250.00 credited');
  balance.answer(aBalance(1_750));
  await expect.element(said).toMatchTextContent('New balance');
  expect(top()).toBe(before);
});

test('an unpaid deposit links back to its payment', async ({ server, showReturn, destinations }) => {
  const { goOn } = await showReturn({ transaction: aTransaction({ stage: 'opened' }) });
  server.answer(sendTransaction, { redirect_url: '/till/pay' });
  await goOn.click();
  await expect.poll(() => destinations).toEqual(['/till/pay']);
});
