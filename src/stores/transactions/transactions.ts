import { atom } from 'nanostores';
import type { Transaction } from '../../lib/contract/accounts/account-entities.ts';
import { getTransactions } from '../../lib/contract/accounts/account-endpoints.ts';
import type { ProblemCode } from '../../lib/contract/problem.ts';
import { callApi } from '../api.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { $session } from '../session.ts';

export type TransactionsState =
  | { status: 'loading' }
  /** Newest first. */
  | { status: 'ready'; transactions: readonly Transaction[] }
  | { status: 'failed'; problem: ProblemCode };

export const $transactions = atom<TransactionsState>({ status: 'loading' });

/** What the last load found changed since the one before, while somebody looked; none at the first. */
export const $changedTransactions = atom<readonly Transaction[]>([]);

/** Whose transactions are shown. */
let shownFor: string | undefined;

/**
 * Loads the transactions of whoever is logged in, once at a time; answers whether they were. A failure is told only where there is nothing
 * to show, and ends no session. What was told stays until something else is there, so that a button to try again does too.
 */
export const loadTransactions = oneAtATime(async () => {
  const session = $session.get();
  if (!session) return false;
  const { token } = session.user;
  const answer = await callApi(getTransactions, { params: { token } });
  // An answer that comes after another log-in is about somebody else.
  if ($session.get()?.user.token !== token) return false;
  if (answer.ok) take(answer.data, token);
  else if ($transactions.get().status !== 'ready' || shownFor !== token)
    $transactions.set({ status: 'failed', problem: answer.problem.code });
  return answer.ok;
});

function take(loaded: readonly Transaction[], token: string): void {
  const state = $transactions.get();
  const isAgain = state.status === 'ready' && shownFor === token;
  const { transactions, changed } = changesOf(isAgain ? state.transactions : [], loaded);
  shownFor = token;
  // What is as it was is not drawn again.
  if (isAgain && changed.length === 0 && transactions.length === state.transactions.length) return;
  $transactions.set({ status: 'ready', transactions });
  if (isAgain) $changedTransactions.set(changed);
}

/** A list that was loaded again, and what is new in it. */
interface TransactionChanges {
  /** In the order of the new one. What is as it was is the same object as before. */
  transactions: readonly Transaction[];
  /** Those that came, or that are not as they were. */
  changed: readonly Transaction[];
}

/** Holds a list against the one from before. */
export function changesOf(before: readonly Transaction[], after: readonly Transaction[]): TransactionChanges {
  const known = new Map(before.map((one) => [one.transaction_id, one]));
  const transactions = after.map((one) => {
    const old = known.get(one.transaction_id);
    return old && isSame(old, one) ? old : one;
  });
  const kept = new Set(before);
  return { transactions, changed: transactions.filter((one) => !kept.has(one)) };
}

/** The rest of a transaction never changes, and its status not without its stage. */
function isSame(one: Transaction, other: Transaction): boolean {
  return one.stage === other.stage && one.amount === other.amount;
}
