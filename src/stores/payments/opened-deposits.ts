import { cancelTransaction } from '../../lib/contract/payments/payment-endpoints.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { callApi } from '../api.ts';
import { loadPaymentOptions } from './options.ts';

/** Cancels a deposit that was opened but not paid. Reloads the open ones afterwards, even if it has ended otherwise. */
export async function callOffOpened(transactionId: string): Promise<Result> {
  const answer = await callApi(cancelTransaction, { body: { transaction_id: transactionId } });
  if (answer.ok || answer.problem.code === 'TRANSACTION_CLOSED') await loadPaymentOptions();
  return answer.ok ? { ok: true } : answer;
}

/**
 * Keeps the list of open deposits current for customers who come back to the page after paying. Returns how to stop.
 */
export function followOpened(): () => void {
  const check = () => {
    if (document.visibilityState === 'visible') void loadPaymentOptions();
  };
  // The browser restores the page as it was when a customer goes back in history.
  const comeBack = ({ persisted }: PageTransitionEvent) => persisted && check();
  document.addEventListener('visibilitychange', check);
  addEventListener('pageshow', comeBack);
  void loadPaymentOptions();
  return () => {
    document.removeEventListener('visibilitychange', check);
    removeEventListener('pageshow', comeBack);
  };
}
