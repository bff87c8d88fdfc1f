import { atom, map } from 'nanostores';
import { getTransactions } from '../../lib/contract/accounts/account-endpoints.ts';
import type { Transaction } from '../../lib/contract/accounts/account-entities.ts';
import { cancelTransaction, getTransaction } from '../../lib/contract/payments/payment-endpoints.ts';
import type { TransactionDetails } from '../../lib/contract/payments/payment-entities.ts';
import type { ProblemCode, Result } from '../../lib/contract/problem.ts';
import { callApi } from '../api.ts';
import { loadPaymentOptions } from './options.ts';
import { $session } from '../session.ts';
import { followTransactions, oneAtATime } from './transaction-news.ts';

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
 * Loads the transactions of whoever is logged in, once at a time; answers whether they were. A failure is told only
 * where there is nothing to show, and ends no session. What was told stays until something else is there, so that a
 * button to try again does too.
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

export type DetailsState = { status: 'loading' | 'failed' } | { status: 'ready'; details: TransactionDetails };

/** What is known of the transactions that somebody looked at closely, by their ids. */
export const $transactionDetails = map<Record<string, DetailsState | undefined>>({});

/** By its id how many parts of the page show a transaction now. */
const shown = new Map<string, number>();

/** Loads a transaction and keeps it as it is for as long as it is shown. Returns how to stop. */
export function showTransaction(id: string): () => void {
  shown.set(id, (shown.get(id) ?? 0) + 1);
  if ($transactionDetails.get()[id]?.status !== 'ready') $transactionDetails.setKey(id, { status: 'loading' });
  void loadOne(id);
  return () => {
    const rest = (shown.get(id) ?? 1) - 1;
    if (rest === 0) shown.delete(id);
    else shown.set(id, rest);
  };
}

/** Loads what is shown again, one after the other; answers whether all of it was loaded. */
export const loadShownTransactions = oneAtATime(async () => {
  let isLoaded = true;
  for (const id of [...shown.keys()]) isLoaded = (await loadOne(id)) && isLoaded;
  return isLoaded;
});

/** How often each was asked for. An answer to an older question may come after a newer one's: it is not taken. */
const asked = new Map<string, number>();

/** Makes all earlier questions about a transaction old; answers how to find out whether this one has become so too. */
function askAbout(id: string): () => boolean {
  const mine = (asked.get(id) ?? 0) + 1;
  asked.set(id, mine);
  return () => asked.get(id) === mine;
}

/**
 * Answers whether there is nothing more to be loaded of it. What is shown already stays where it cannot be loaded
 * again.
 */
export async function loadOne(id: string): Promise<boolean> {
  const isNewest = askAbout(id);
  const accessToken = $session.get()?.access_token;
  const answer = await callApi(getTransaction, { body: { transaction_id: id } });
  if (accessToken !== $session.get()?.access_token) return false;
  const isKnown = answer.ok || answer.problem.code === 'NOT_FOUND';
  if (!isNewest()) return isKnown;
  if (answer.ok) $transactionDetails.setKey(id, { status: 'ready', details: answer.data });
  else if ($transactionDetails.get()[id]?.status !== 'ready') $transactionDetails.setKey(id, { status: 'failed' });
  return isKnown;
}

/** Calls a transaction off; where that was refused, or nobody answered, what it has come to is loaded. */
export async function callOff(id: string): Promise<Result> {
  const answer = await callApi(cancelTransaction, { body: { transaction_id: id } });
  // What was asked for while it was under way may be from before.
  askAbout(id);
  if (answer.ok) $transactionDetails.setKey(id, { status: 'ready', details: answer.data });
  else void loadOne(id);
  void loadTransactions();
  return answer.ok ? { ok: true } : answer;
}

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
