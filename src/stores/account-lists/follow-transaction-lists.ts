import { loadPaymentOptions } from '../payments/options.ts';
import { oneAtATime } from '../transactions/one-at-a-time.ts';
import { followTransactions } from '../transactions/transaction-news.ts';
import { loadShownTransactions } from '../transactions/transaction-details.ts';
import { loadTransactions } from '../transactions/transactions.ts';

/** All that the page of transactions shows, in the order in which it is needed. */
const loadLists = oneAtATime(async () => {
  const loaded = [await loadTransactions(), await loadShownTransactions()];
  // What is reserved is told where it can be; the lists do not wait for it.
  void loadPaymentOptions();
  return loaded.every(Boolean);
});

/** Keeps the lists of transactions as they are now. Returns how to stop. */
export function followTransactionLists(): () => void {
  return followTransactions(loadLists);
}
