import { cancelTransaction } from '../../lib/contract/payments/payment-endpoints.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { callApi } from '../api.ts';
import { loadPaymentOptions } from './options.ts';

/**
 * Cancels a deposit that was opened but not paid. Reloads the open deposits afterwards, even if this one had already
 * ended.
 */
export async function cancelOpened(transactionId: string): Promise<Result> {
  const answer = await callApi(cancelTransaction, { body: { transaction_id: transactionId } });
  if (answer.ok || answer.problem.code === 'TRANSACTION_CLOSED') await loadPaymentOptions();
  return answer.ok ? { ok: true } : answer;
}

/**
 * Keeps the list of open deposits current for customers who come back to the page after paying. Returns a stop
 * function.
 */
export function followOpened(): () => void {
  const check = () => {
    if (document.visibilityState === 'visible') void loadPaymentOptions();
  };
  // When a customer goes back in history, the browser restores the page with its old data.
  const comeBack = ({ persisted }: PageTransitionEvent) => persisted && check();
  document.addEventListener('visibilitychange', check);
  addEventListener('pageshow', comeBack);
  void loadPaymentOptions();
  return () => {
    document.removeEventListener('visibilitychange', check);
    removeEventListener('pageshow', comeBack);
  };
}
