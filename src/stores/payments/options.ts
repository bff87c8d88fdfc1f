import { atom } from 'nanostores';
import { getPaymentOptions } from '../../lib/contract/payments/payment-endpoints.ts';
import type { PaymentOptions } from '../../lib/contract/payments/payment-entities.ts';
import type { ProblemCode } from '../../lib/contract/problem.ts';
import { callApi } from '../api.ts';
import { $session } from '../session.ts';
import { oneAtATime } from './transaction-news.ts';

export type PaymentOptionsState =
  { status: 'loading' } | { status: 'ready'; options: PaymentOptions } | { status: 'failed'; problem: ProblemCode };

/** How the customer can deposit, and how much can be withdrawn. */
export const $paymentOptions = atom<PaymentOptionsState>({ status: 'loading' });

/**
 * Loads the payment options, one load at a time; resolves to true if that worked. The options or failure on screen stay
 * until there is something newer, so that a retry button does not disappear. A failure does not end the session.
 */
export const loadPaymentOptions = oneAtATime(async () => {
  const accessToken = $session.get()?.access_token;
  if (accessToken === undefined) return false;
  const answer = await callApi(getPaymentOptions, { body: {} });
  // An answer that arrives after another log-in belongs to somebody else.
  if (accessToken !== $session.get()?.access_token) return false;
  if (answer.ok) $paymentOptions.set({ status: 'ready', options: answer.data });
  else if ($paymentOptions.get().status !== 'ready')
    $paymentOptions.set({ status: 'failed', problem: answer.problem.code });
  return answer.ok;
});
