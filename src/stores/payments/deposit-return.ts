import { atom } from 'nanostores';
import { cancelTransaction, getBalance, getTransaction } from '../../lib/contract/payments/payment-endpoints.ts';
import type { TransactionDetails } from '../../lib/contract/payments/payment-entities.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { callApi } from '../api.ts';
import { $session } from '../session.ts';
import { followTransactions, oneAtATime } from './transaction-news.ts';

/** What is known of the deposit that a provider has led back from. */
export type DepositReturnState =
  | { status: 'loading' }
  /** There is no such deposit of whoever is logged in. */
  | { status: 'unknown' }
  /** `isStale`: it may be otherwise by now, the server cannot be reached. */
  | { status: 'known'; transaction: TransactionDetails; isStale: boolean }
  | { status: 'failed' };

export const $depositReturn = atom<DepositReturnState>({ status: 'loading' });

/** The one that the page is about. */
let shownId: string | undefined;
/** Counts what was begun or learnt: an answer to what was asked before is from before. */
let turns = 0;

/** Makes the page one about a deposit: what is known of another one is not shown. */
export function showDeposit(transactionId: string): void {
  if (shownId !== transactionId) $depositReturn.set({ status: 'loading' });
  shownId = transactionId;
}

/**
 * Loads the deposit; answers whether it need not be asked for again until there is news. It credits nothing: the server
 * is asked what is true.
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

/**
 * Calls the deposit off that is shown and was not paid; TRANSACTION_CLOSED where it has come to another end meanwhile.
 */
export async function callOffDeposit(transactionId: string): Promise<Result> {
  const answer = await callApi(cancelTransaction, { body: { transaction_id: transactionId } });
  if (answer.ok) {
    turns += 1;
    $depositReturn.set({ status: 'known', transaction: answer.data, isStale: false });
  } else if (answer.problem.code === 'TRANSACTION_CLOSED') await loadDeposit(transactionId);
  return answer.ok ? { ok: true } : answer;
}

/** Keeps `$depositReturn` at what the server says of a deposit. Returns how to stop. */
export function followDeposit(transactionId: string): () => void {
  showDeposit(transactionId);
  return followTransactions(oneAtATime(() => loadDeposit(transactionId)));
}

/** The balance after a deposit, in major units; null until it is known. */
export const $newBalance = atom<number | null>(null);

/** Loads it. Where that fails nothing is said: the deposit is credited all the same. */
export async function loadNewBalance(): Promise<void> {
  const answer = await callApi(getBalance, { body: {} });
  if (answer.ok) $newBalance.set(answer.data.balance.balance);
}
