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

/** The transactions that the last reload found new or changed; empty after the first load. */
export const $changedTransactions = atom<readonly Transaction[]>([]);

/** The customer whose transactions are shown. */
let shownFor: string | undefined;

/**
 * Loads the customer's transactions, one load at a time; resolves to true if that worked. A failure shows only if there
 * is no list, stays until there is something newer (so that a retry button does not disappear), and does not end the
 * session.
 */
export const loadTransactions = oneAtATime(async () => {
  const session = $session.get();
  if (!session) return false;
  const { token } = session.user;
  const answer = await callApi(getTransactions, { params: { token } });
  // An answer that arrives after another log-in belongs to somebody else.
  if ($session.get()?.user.token !== token) return false;
  if (answer.ok) apply(answer.data, token);
  else if ($transactions.get().status !== 'ready' || shownFor !== token)
    $transactions.set({ status: 'failed', problem: answer.problem.code });
  return answer.ok;
});

function apply(loaded: readonly Transaction[], token: string): void {
  const state = $transactions.get();
  const isAgain = state.status === 'ready' && shownFor === token;
  const { transactions, changed } = changesOf(isAgain ? state.transactions : [], loaded);
  shownFor = token;
  // If nothing changed, keep the old state: nothing is rendered again.
  if (isAgain && changed.length === 0 && transactions.length === state.transactions.length) return;
  $transactions.set({ status: 'ready', transactions });
  if (isAgain) $changedTransactions.set(changed);
}

/** A reloaded list, and what is new in it. */
interface TransactionChanges {
  /** In the new order. Unchanged transactions are the same objects as before. */
  transactions: readonly Transaction[];
  /** Those that are new or have changed. */
  changed: readonly Transaction[];
}

/** Compares a list with the previous one. */
export function changesOf(before: readonly Transaction[], after: readonly Transaction[]): TransactionChanges {
  const known = new Map(before.map((one) => [one.transaction_id, one]));
  const transactions = after.map((one) => {
    const old = known.get(one.transaction_id);
    return old && isSame(old, one) ? old : one;
  });
  const kept = new Set(before);
  return { transactions, changed: transactions.filter((one) => !kept.has(one)) };
}

/** Comparing these two is enough: the status changes only together with the stage, and nothing else ever changes. */
function isSame(one: Transaction, other: Transaction): boolean {
  return one.stage === other.stage && one.amount === other.amount;
}

export type DetailsState = { status: 'loading' | 'failed' } | { status: 'ready'; details: TransactionDetails };

/** The details of the transactions that are or were opened on the page, by id. */
export const $transactionDetails = map<Record<string, DetailsState | undefined>>({});

/** The number of parts of the page that show a transaction, by its id. */
const shown = new Map<string, number>();

/** Loads the details of a transaction and keeps them current while they are shown. Returns a stop function. */
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

/** Reloads the shown transactions one after the other; resolves to true if all of them loaded. */
export const loadShownTransactions = oneAtATime(async () => {
  let isLoaded = true;
  for (const id of [...shown.keys()]) isLoaded = (await loadOne(id)) && isLoaded;
  return isLoaded;
});

/**
 * The number of requests by transaction. Answers can arrive out of order; only the answer to the newest request counts.
 */
const asked = new Map<string, number>();

/**
 * Counts a request for a transaction, which makes all earlier ones outdated. Returns a function that tells whether this
 * request is still the newest.
 */
function askAbout(id: string): () => boolean {
  const mine = (asked.get(id) ?? 0) + 1;
  asked.set(id, mine);
  return () => asked.get(id) === mine;
}

/**
 * Loads the details of one transaction; resolves to false if they should be loaded again. If a reload fails, the old
 * details stay on screen.
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

/** Cancels a transaction. If that is refused or not answered, loads its current state. */
export async function cancelById(id: string): Promise<Result> {
  const answer = await callApi(cancelTransaction, { body: { transaction_id: id } });
  // Answers to requests made during the cancellation may be out of date.
  askAbout(id);
  if (answer.ok) $transactionDetails.setKey(id, { status: 'ready', details: answer.data });
  else void loadOne(id);
  void loadTransactions();
  return answer.ok ? { ok: true } : answer;
}

/** Loads everything that the page of transactions shows, the most important first. */
const loadLists = oneAtATime(async () => {
  const loaded = [await loadTransactions(), await loadShownTransactions()];
  // The options only add the reserved amount; the lists do not wait for it.
  void loadPaymentOptions();
  return loaded.every(Boolean);
});

/** Keeps the lists of transactions current. Returns a stop function. */
export function followTransactionLists(): () => void {
  return followTransactions(loadLists);
}
