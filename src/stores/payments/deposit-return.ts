import { atom } from 'nanostores';
import { cancelTransaction, getBalance, getTransaction } from '../../lib/contract/payments/payment-endpoints.ts';
import type { TransactionDetails } from '../../lib/contract/payments/payment-entities.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { callApi } from '../api.ts';
import { $session } from '../session.ts';
import { followTransactions, oneAtATime } from './transaction-news.ts';

/** What is known about the deposit whose provider sent the customer back to this page. */
export type DepositReturnState =
  | { status: 'loading' }
  /** The logged-in customer has no such deposit. */
  | { status: 'unknown' }
  /** `isStale`: the server cannot be reached, so this may be out of date. */
  | { status: 'known'; transaction: TransactionDetails; isStale: boolean }
  | { status: 'failed' };

export const $depositReturn = atom<DepositReturnState>({ status: 'loading' });

/** The deposit that the page shows. */
let shownId: string | undefined;
/** Counts requests and changes, to recognise answers that are out of date. */
let turns = 0;

/** Makes the page show a deposit; the state of another one is dropped. */
export function showDeposit(transactionId: string): void {
  if (shownId !== transactionId) $depositReturn.set({ status: 'loading' });
  shownId = transactionId;
}

/**
 * Loads the deposit. Resolves to true if there is no need to load it again before the next push. This credits nothing:
 * only the server knows what was paid.
 */
export async function loadDeposit(transactionId: string): Promise<boolean> {
  const accessToken = $session.get()?.access_token;
  if (accessToken === undefined) return false;
  const turn = (turns += 1);
  const answer = await callApi(getTransaction, { body: { transaction_id: transactionId } });
  if (accessToken !== $session.get()?.access_token) return false;
  if (turn !== turns || transactionId !== shownId) return false;
  if (answer.ok) $depositReturn.set({ status: 'known', transaction: answer.data, isStale: false });
  else if (answer.problem.code === 'NOT_FOUND' || answer.problem.code === 'VALIDATION')
    $depositReturn.set({ status: 'unknown' });
  else noteFailure();
  return answer.ok || $depositReturn.get().status === 'unknown';
}

function noteFailure(): void {
  const state = $depositReturn.get();
  $depositReturn.set(state.status === 'known' ? { ...state, isStale: true } : { status: 'failed' });
}

/** Cancels the unpaid deposit that is shown; TRANSACTION_CLOSED if it has already ended in another way. */
export async function cancelDeposit(transactionId: string): Promise<Result> {
  const answer = await callApi(cancelTransaction, { body: { transaction_id: transactionId } });
  if (answer.ok) {
    turns += 1;
    $depositReturn.set({ status: 'known', transaction: answer.data, isStale: false });
  } else if (answer.problem.code === 'TRANSACTION_CLOSED') await loadDeposit(transactionId);
  return answer.ok ? { ok: true } : answer;
}

/** Keeps `$depositReturn` current. Returns a stop function. */
export function followDeposit(transactionId: string): () => void {
  showDeposit(transactionId);
  return followTransactions(oneAtATime(() => loadDeposit(transactionId)));
}

/** The balance after a deposit, in major units; null until known. */
export const $newBalance = atom<number | null>(null);

/** Loads the new balance. A failure is not shown, because it changes nothing about the deposit. */
export async function loadNewBalance(): Promise<void> {
  const answer = await callApi(getBalance, { body: {} });
  if (answer.ok) $newBalance.set(answer.data.balance.balance);
}
