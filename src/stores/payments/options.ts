import { atom } from 'nanostores';
import { getPaymentOptions } from '../../lib/contract/payments/payment-endpoints.ts';
import type { PaymentOptions } from '../../lib/contract/payments/payment-entities.ts';
import type { ProblemCode } from '../../lib/contract/problem.ts';
import { callApi } from '../api.ts';
import { $session } from '../session.ts';
import { oneAtATime } from './transaction-news.ts';

export type PaymentOptionsState =
  { status: 'loading' } | { status: 'ready'; options: PaymentOptions } | { status: 'failed'; problem: ProblemCode };

/** How whoever is logged in can pay in, and how much can be paid out. */
export const $paymentOptions = atom<PaymentOptionsState>({ status: 'loading' });

/**
 * Loads them, once at a time; answers whether they were. What is shown already stays until there is something newer,
 * also where that cannot be loaded, and what was told of a failure too, so that a button to try again does; a failure
 * ends no session.
 */
export const loadPaymentOptions = oneAtATime(async () => {
  const accessToken = $session.get()?.access_token;
  if (accessToken === undefined) return false;
  const answer = await callApi(getPaymentOptions, { body: {} });
  // An answer that comes after another log-in is about somebody else.
  if (accessToken !== $session.get()?.access_token) return false;
  if (answer.ok) $paymentOptions.set({ status: 'ready', options: answer.data });
  else if ($paymentOptions.get().status !== 'ready')
    $paymentOptions.set({ status: 'failed', problem: answer.problem.code });
  return answer.ok;
});
