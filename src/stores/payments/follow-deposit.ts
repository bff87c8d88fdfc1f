import { loadDeposit, showDeposit } from './deposit-return.ts';
import { oneAtATime } from '../transactions/one-at-a-time.ts';
import { followTransactions } from '../transactions/transaction-news.ts';

/** Keeps `$depositReturn` at what the server says of a deposit. Returns how to stop. */
export function followDeposit(transactionId: string): () => void {
  showDeposit(transactionId);
  return followTransactions(oneAtATime(() => loadDeposit(transactionId)));
}
