import { computed } from 'nanostores';
import type { Transaction } from '../../lib/contract/accounts/account-entities.ts';
import { createTransaction } from '../../lib/contract/payments/payment-endpoints.ts';
import type { ProblemCode, Result } from '../../lib/contract/problem.ts';
import type { ParsedAmount } from '../../lib/format/parse-amount.ts';
import { typeIds } from '../../lib/transactions/transaction-types.ts';
import { callApi } from '../api.ts';
import { loadPaymentOptions } from './options.ts';
import { forgetAttempt, isOpenAttempt, keepAttempt, openAttempt } from './withdrawal-attempt.ts';
import { followTransactions, oneAtATime } from './transaction-news.ts';
import { $transactions, loadShownTransactions, loadTransactions } from './transactions.ts';

/** What a customer wishes to be paid out. */
export interface WithdrawalWish {
  /** Above zero, in major units. */
  amount: number;
  comments: string;
  /** Of the page: what is written about it is in it. */
  locale: string;
  /** Of the second factor, where it was asked for. */
  code?: string | undefined;
}

/** After these nobody knows whether it was taken. */
const unclear: ReadonlySet<ProblemCode> = new Set<ProblemCode>(['UNAVAILABLE', 'INTERNAL']);
/** The server says these only of what it has not taken before. */
const notTaken: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'VALIDATION',
  'INSUFFICIENT_FUNDS',
  'SECOND_FACTOR_REQUIRED',
  'SECOND_FACTOR_WRONG',
]);
/** How long the answer to the second try is waited for; who has waited for the first one has waited for long. */
const secondPatienceMs = 10_000;

/** Whether a problem leaves open if what was asked for was done. */
export function isUnclear(code: ProblemCode): boolean {
  return unclear.has(code);
}

/**
 * Asks to be paid out. Problems: those of the call. `UNAVAILABLE` and `INTERNAL` leave open whether it was taken: it is
 * asked for once more by itself then, and to ask the same again, also after a reload, takes nothing twice. What can be
 * paid out, and what is under way, is loaded again after each answer.
 */
export async function requestWithdrawal(wish: WithdrawalWish): Promise<Result<{ transactionId: string }>> {
  const wasOpen = isOpenAttempt(wish);
  const requestId = keepAttempt(wish);
  const first = await ask(wish, requestId);
  const isRepeated = !first.ok && isUnclear(first.problem.code);
  const answer = isRepeated ? await ask(wish, requestId, secondPatienceMs) : first;
  if (answer.ok || !staysOpen(answer.problem.code, wasOpen || isRepeated)) forgetAttempt();
  const isAboutMoney = !answer.ok && ['VALIDATION', 'INSUFFICIENT_FUNDS'].includes(answer.problem.code);
  // Why it was refused can be said only with what is there by now; nobody waits for the rest.
  if (isAboutMoney) await loadPaymentOptions();
  void loadMoney();
  return answer.ok ? { ok: true, transactionId: answer.data.transaction_id } : answer;
}

function ask({ amount, comments, locale: lang, code }: WithdrawalWish, requestId: string, patienceMs?: number) {
  const known = { amount: -amount, comments, request_id: requestId, lang, ...(code !== undefined && { code }) };
  const body = { method: 'withdraw', ...known } as const;
  return callApi(createTransaction, { body, ...(patienceMs !== undefined && { patienceMs }) });
}

/** Whether it may have been taken all the same. */
function staysOpen(code: ProblemCode, wasOpen: boolean): boolean {
  return isUnclear(code) || (wasOpen && !notTaken.has(code));
}

/**
 * Takes note that a withdrawal was called off: what was asked for and not answered may have been this one, and is asked
 * for anew.
 */
export function noteCalledOff({ amount }: Pick<Transaction, 'amount'>): void {
  if (openAttempt()?.amount === Math.abs(amount)) forgetAttempt();
  void loadPaymentOptions();
}

/** All that the page of withdrawals shows, in the order in which it is needed. */
export const loadMoney = oneAtATime(async () => {
  const loaded = [await loadPaymentOptions(), await loadTransactions(), await loadShownTransactions()];
  return loaded.every(Boolean);
});

/** Keeps what the page of withdrawals shows as it is now. Returns how to stop. */
export function followMoney(): () => void {
  return followTransactions(loadMoney);
}

/** The form of a withdrawal as it is filled in, its amount as it was read. */
export interface WithdrawalInput {
  amount: ParsedAmount;
  comments: string;
}

/** By field what is wrong with it; `unread`: why is with the amount. */
export interface WithdrawalFaults {
  amount: 'unread' | 'zero' | 'maximum' | undefined;
  comments: 'required' | undefined;
}

/**
 * What is wrong with the form; where nothing is, it may be sent. `withdrawable` in major units. The server decides
 * again.
 */
export function checkWithdrawal({ amount, comments }: WithdrawalInput, withdrawable: number): WithdrawalFaults {
  return { amount: amountFault(amount, withdrawable), comments: comments.trim() === '' ? 'required' : undefined };
}

function amountFault(parsed: ParsedAmount, withdrawable: number): WithdrawalFaults['amount'] {
  if (!parsed.ok) return 'unread';
  if (parsed.amount === 0) return 'zero';
  return parsed.amount > withdrawable ? 'maximum' : undefined;
}

/** Those that this page has shown: how one of them ended is shown too. */
const seen = new Set<string>();

/** The withdrawals that are under way or were when this page was opened, newest first. */
export const $openWithdrawals = computed($transactions, (list): readonly Transaction[] => {
  if (list.status !== 'ready') return [];
  const own = list.transactions.filter(({ transaction_type_id: type }) => type === typeIds.withdrawal);
  for (const { transaction_id: id, stage } of own) if (stage === 'pending' || stage === 'approved') seen.add(id);
  return own.filter(({ transaction_id: id }) => seen.has(id));
});
