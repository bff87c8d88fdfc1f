import { expect } from 'vitest';
import { createTransaction, getPaymentOptions } from '../../../src/lib/contract/payments/payment-endpoints.ts';
import type { FakeServer } from '../../support/component/fake-server.ts';
import { aWithdrawal, leavePage, serveMoney, someOptions } from '../../support/component/money.ts';
import { ask, test, withdrawScreen } from '../../support/component/shown-withdrawals.tsx';

/** What the page does if a request arrived but its answer was lost. */

const lost = "We couldn't confirm whether your request went through";

/** The request ids that were sent. */
const idsAsked = (server: FakeServer) =>
  server.asked(createTransaction).map(({ body }) => (body as { request_id: string }).request_id);

/**
 * Plays a server that accepted the request, which reduces what can be withdrawn. The returned function lets it answer
 * repeats.
 */
function acceptRequest(server: FakeServer, amount: number, withdrawable: number) {
  const withdrawal = aWithdrawal({ amount: -amount });
  serveMoney(server, [withdrawal], { withdrawable, reserved: amount });
  return () => server.answer(createTransaction, { transaction_id: withdrawal.transaction_id });
}

/** Sends a request that arrives but is not answered; the page repeats it once by itself. */
async function askInVain(server: FakeServer, request: { amount: string; comments: string }): Promise<void> {
  server.beUnreachable(createTransaction);
  await ask(request.amount, request.comments);
  await expect.element(withdrawScreen().refusal).toMatchTextContent(lost);
}

test('a request whose answer was lost is repeated automatically', async ({ server, showWithdraw }) => {
  await showWithdraw();
  const { done, withdrawable } = withdrawScreen();
  const held = server.hold(createTransaction);
  await ask('10', 'Ten');
  acceptRequest(server, 10, 990)();
  held.beUnreachable();
  await expect.element(done).toBeVisible();
  await expect.element(withdrawable).toHaveTextContent('€990.00');
  const ids = idsAsked(server);
  expect(ids).toEqual([ids[0], ids[0]]);
});

test('an unanswered request can be repeated although it reduced the limit, and is the same withdrawal', async ({
  server,
  showWithdraw,
}) => {
  await showWithdraw();
  const { amount, submit, done, withdrawable } = withdrawScreen();
  await expect.element(amount).toBeVisible();
  // The request is for more than half of the balance, so it exceeds the new limit.
  const answer = acceptRequest(server, 900, 100);
  await askInVain(server, { amount: '900.00', comments: 'Nearly all of it' });
  await expect.element(withdrawable).toHaveTextContent('€100.00');
  await expect.element(amount).toHaveValue('900.00');
  await expect.element(amount).not.toHaveAttribute('aria-invalid');
  answer();
  await submit.click();
  await expect.element(done).toBeVisible();
  const ids = idsAsked(server);
  expect(ids).toEqual([ids[0], ids[0], ids[0]]);
  await done.getByRole('button', { name: 'Make another withdrawal' }).click();
  await amount.fill('900.00');
  await expect.element(amount).toHaveAccessibleDescription('Maximum withdraw can be €100.00');
});

test('after a request for everything, the form stays until it is answered', async ({ server, showWithdraw }) => {
  await showWithdraw();
  const { all, comments, submit, refusal, done, withdrawable } = withdrawScreen();
  await all.click();
  await comments.fill('All of it');
  const answer = acceptRequest(server, 1_000, 0);
  server.beUnreachable(createTransaction);
  await submit.click();
  await expect.element(refusal).toMatchTextContent(lost);
  await expect.element(withdrawable).toHaveTextContent('€0.00');
  answer();
  await submit.click();
  await expect.element(done).toBeVisible();
  const ids = idsAsked(server);
  expect(ids).toEqual([ids[0], ids[0], ids[0]]);
});

test('a reload after a lost answer keeps the input, and makes no second withdrawal', async ({
  server,
  showWithdraw,
}) => {
  await showWithdraw();
  const { amount, comments, submit, refusal, done, withdrawable } = withdrawScreen();
  await askInVain(server, { amount: '20.50', comments: 'Twenty' });
  leavePage();
  await showWithdraw();
  await expect.element(refusal).toMatchTextContent("We couldn't confirm");
  await expect.element(amount).toHaveValue('20.50');
  await expect.element(comments).toHaveValue('Twenty');
  acceptRequest(server, 20.5, 979.5)();
  await submit.click();
  await expect.element(done).toBeVisible();
  await expect.element(withdrawable).toHaveTextContent('€979.50');
  const ids = idsAsked(server);
  expect(ids).toEqual([ids[0], ids[0], ids[0]]);
  leavePage();
  await showWithdraw();
  server.answer(getPaymentOptions, someOptions());
  await expect.element(amount).toHaveValue('');
});
