import { atom, computed } from 'nanostores';
import type { Transaction } from '../../lib/contract/accounts/account-entities.ts';
import { createTransaction } from '../../lib/contract/payments/payment-endpoints.ts';
import type { ProblemCode, Result } from '../../lib/contract/problem.ts';
import type { ParsedAmount } from '../../lib/format/parse-amount.ts';
import { typeIds } from '../../lib/transactions/transaction-types.ts';
import { callApi } from '../api.ts';
import { $session } from '../session.ts';
import { loadPaymentOptions } from './options.ts';
import { followTransactions, oneAtATime } from './transaction-news.ts';
import { loadShownTransactions, loadTransactions, $transactions } from './transactions.ts';

/** What a customer wants to withdraw. */
export interface WithdrawalRequest {
  /** Above zero, in major units. */
  amount: number;
  comments: string;
  /** The page's language, which mails about it use. */
  locale: string;
  /** The code of the second factor, if it was required. */
  code?: string | undefined;
}

/** Problems that leave open whether the request was accepted. */
const unclear: ReadonlySet<ProblemCode> = new Set<ProblemCode>(['UNAVAILABLE', 'INTERNAL']);
/** Problems that the server returns only if it has not accepted the request before. */
const notAccepted: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'VALIDATION',
  'INSUFFICIENT_FUNDS',
  'SECOND_FACTOR_REQUIRED',
  'SECOND_FACTOR_WRONG',
]);
/** How long to wait for the answer to the second attempt; the customer has already waited long for the first. */
const secondPatienceMs = 10_000;

/** Whether a problem leaves open whether the request was accepted. */
export function isUnclear(code: ProblemCode): boolean {
  return unclear.has(code);
}

/**
 * Requests a withdrawal. Problems: those of the call. After `UNAVAILABLE` or `INTERNAL` it is unclear whether the
 * request was accepted, so it is sent once more automatically. Repeating the same request, even after a reload, never
 * withdraws twice. After each answer, the options and the open withdrawals are reloaded.
 */
export async function requestWithdrawal(request: WithdrawalRequest): Promise<Result<{ transactionId: string }>> {
  const wasOpen = isOpenAttempt(request);
  const requestId = keepAttempt(request);
  const first = await ask(request, requestId);
  const isRepeated = !first.ok && isUnclear(first.problem.code);
  const answer = isRepeated ? await ask(request, requestId, secondPatienceMs) : first;
  if (answer.ok || !staysOpen(answer.problem.code, wasOpen || isRepeated)) forgetAttempt();
  const isAboutMoney = !answer.ok && ['VALIDATION', 'INSUFFICIENT_FUNDS'].includes(answer.problem.code);
  // The text for the refusal shows the current amounts, so wait for those, but for nothing else.
  if (isAboutMoney) await loadPaymentOptions();
  void loadMoney();
  return answer.ok ? { ok: true, transactionId: answer.data.transaction_id } : answer;
}

function ask({ amount, comments, locale: lang, code }: WithdrawalRequest, requestId: string, patienceMs?: number) {
  const known = { amount: -amount, comments, request_id: requestId, lang, ...(code !== undefined && { code }) };
  const body = { method: 'withdraw', ...known } as const;
  return callApi(createTransaction, { body, ...(patienceMs !== undefined && { patienceMs }) });
}

/** Whether the request may have been accepted in spite of this problem. */
function staysOpen(code: ProblemCode, wasOpen: boolean): boolean {
  return isUnclear(code) || (wasOpen && !notAccepted.has(code));
}

/**
 * Call this after a cancellation. If it may have been the unanswered withdrawal, the attempt is forgotten: the next
 * request is a new one.
 */
export function noteCancelled({ amount }: Pick<Transaction, 'amount'>): void {
  if (openAttempt()?.amount === Math.abs(amount)) forgetAttempt();
  void loadPaymentOptions();
}

/** Loads everything that the page of withdrawals shows, the most important first. */
export const loadMoney = oneAtATime(async () => {
  const loaded = [await loadPaymentOptions(), await loadTransactions(), await loadShownTransactions()];
  return loaded.every(Boolean);
});

/** Keeps everything that the page of withdrawals shows current. Returns a stop function. */
export function followMoney(): () => void {
  return followTransactions(loadMoney);
}

/** The withdrawal form as filled in, with the amount as parsed. */
export interface WithdrawalInput {
  amount: ParsedAmount;
  comments: string;
}

/** The faults by field; `unread`: the amount could not be parsed, and the parsed amount says why. */
export interface WithdrawalFaults {
  amount: 'unread' | 'zero' | 'maximum' | undefined;
  comments: 'required' | undefined;
}

/** Checks the form; it may be sent if there is no fault. `withdrawable` in major units. The server checks again. */
export function checkWithdrawal({ amount, comments }: WithdrawalInput, withdrawable: number): WithdrawalFaults {
  return { amount: amountFault(amount, withdrawable), comments: comments.trim() === '' ? 'required' : undefined };
}

function amountFault(parsed: ParsedAmount, withdrawable: number): WithdrawalFaults['amount'] {
  if (!parsed.ok) return 'unread';
  if (parsed.amount === 0) return 'zero';
  return parsed.amount > withdrawable ? 'maximum' : undefined;
}

/** The withdrawals that this page has shown, so that it can also show how they ended. */
const seen = new Set<string>();

/** The withdrawals that are under way, or were when this page first showed them; newest first. */
export const $openWithdrawals = computed($transactions, (list): readonly Transaction[] => {
  if (list.status !== 'ready') return [];
  const own = list.transactions.filter(({ transaction_type_id: type }) => type === typeIds.withdrawal);
  for (const { transaction_id: id, stage } of own) if (stage === 'pending' || stage === 'approved') seen.add(id);
  return own.filter(({ transaction_id: id }) => seen.has(id));
});

/**
 * A withdrawal that was requested but not answered, kept in this page's history entry for a day: a customer who reloads
 * the page because no answer came finds the form as typed, and requests the same withdrawal instead of a second one.
 */
export interface WithdrawalAttempt {
  /** Above zero, in major units. */
  amount: number;
  comments: string;
  requestId: string;
}

/** The owner is stored too, so that nobody sees what somebody else typed. */
interface StoredAttempt extends WithdrawalAttempt {
  account: string | undefined;
  /** Unix milliseconds. */
  at: number;
}

/** The key in the state of the page's history entry. */
const attemptKey = 'withdrawal';
const attemptMs = 24 * 60 * 60 * 1000;

/** The logged-in customer's unanswered attempt; null if there is none. */
export function openAttempt(): WithdrawalAttempt | null {
  const { [attemptKey]: kept } = (history.state ?? {}) as { [attemptKey]?: StoredAttempt };
  if (!kept || kept.account !== accountNow()) return null;
  return Date.now() - kept.at < attemptMs ? kept : null;
}

/**
 * The unanswered attempt as last stored or cleared here, for subscribers. Before the first change, use `openAttempt`.
 */
export const $openAttempt = atom<WithdrawalAttempt | null>(null);

type AttemptRequest = Pick<WithdrawalAttempt, 'amount' | 'comments'>;

/** Whether a request repeats the unanswered attempt. */
export function isOpenAttempt({ amount, comments }: AttemptRequest, open = openAttempt()): boolean {
  return open?.amount === amount && open.comments === comments;
}

/** Stores the attempt and returns its id, the same for every repeat of the request. */
function keepAttempt({ amount, comments }: AttemptRequest): string {
  const open = isOpenAttempt({ amount, comments }) ? openAttempt() : null;
  const requestId = open?.requestId ?? crypto.randomUUID();
  write({ amount, comments, requestId, account: accountNow(), at: Date.now() });
  return requestId;
}

function forgetAttempt(): void {
  write(undefined);
}

function write(attempt: StoredAttempt | undefined): void {
  history.replaceState({ ...(history.state as object | null), [attemptKey]: attempt }, '');
  $openAttempt.set(openAttempt());
}

function accountNow(): string | undefined {
  return $session.get()?.user.uniqid;
}
