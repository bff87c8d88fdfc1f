import { cancelTransaction } from '../../lib/contract/payments/payment-endpoints.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { callApi } from '../api.ts';
import { loadPaymentOptions } from './options.ts';

/**
 * Calls a deposit off that was opened and not paid; what is open then is loaded again, also where it has come to
 * another end meanwhile.
 */
export async function callOffOpened(transactionId: string): Promise<Result> {
  const answer = await callApi(cancelTransaction, { body: { transaction_id: transactionId } });
  if (answer.ok || answer.problem.code === 'TRANSACTION_CLOSED') await loadPaymentOptions();
  return answer.ok ? { ok: true } : answer;
}

/** Keeps what is open as it is, for who comes back to the page from wherever they pay. Returns how to stop. */
export function followOpened(): () => void {
  const look = () => {
    if (document.visibilityState === 'visible') void loadPaymentOptions();
  };
  // Who comes back by the history finds the page as it was left.
  const comeBack = ({ persisted }: PageTransitionEvent) => persisted && look();
  document.addEventListener('visibilitychange', look);
  addEventListener('pageshow', comeBack);
  void loadPaymentOptions();
  return () => {
    document.removeEventListener('visibilitychange', look);
    removeEventListener('pageshow', comeBack);
  };
}
