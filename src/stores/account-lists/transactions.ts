import { atom } from 'nanostores';
import type { Transaction } from '../../lib/contract/accounts/account-entities.ts';
import { getTransactions } from '../../lib/contract/accounts/account-endpoints.ts';
import type { ProblemCode } from '../../lib/contract/problem.ts';
import { callApi } from '../api.ts';
import { $session } from '../session.ts';

export type TransactionsState =
  | { status: 'loading' }
  /** Newest first. */
  | { status: 'ready'; transactions: readonly Transaction[] }
  | { status: 'failed'; problem: ProblemCode };

export const $transactions = atom<TransactionsState>({ status: 'loading' });

/** Loads the transactions of whoever is logged in. A failure is told and ends no session; another call tries again. */
export async function loadTransactions(): Promise<void> {
  const token = $session.get()?.user.token;
  if (token === undefined) return;
  if ($transactions.get().status === 'failed') $transactions.set({ status: 'loading' });
  const answer = await callApi(getTransactions, { params: { token } });
  $transactions.set(
    answer.ok ? { status: 'ready', transactions: answer.data } : { status: 'failed', problem: answer.problem.code },
  );
}
