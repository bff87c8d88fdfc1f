import {
  cancelTransaction,
  createTransaction,
  getTransaction,
  sendTransaction,
} from '../../lib/contract/payments/payment-endpoints.ts';
import type { PaymentMethod } from '../../lib/contract/payments/payment-entities.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import { callApi } from '../api.ts';
import { $session } from '../session.ts';

/** What a customer wants to deposit. */
export interface DepositRequest {
  method: Pick<PaymentMethod, 'method' | 'kind' | 'provider'>;
  /** In major units, as typed. */
  amount: number;
  /** The page's language, which the provider's page uses too if it can. */
  locale: string;
}

export interface BegunDeposit {
  transactionId: string;
  /** The page to pay on; null if the provider named none, and for bank transfers. */
  redirectUrl: string | null;
  /**
   * The deposit was begun earlier and has ended, or the broker is checking it: show its result, because nothing is to
   * be paid.
   */
  isDecided?: boolean;
}

/**
 * A begun deposit, or why there is none. `isBegun`: the deposit exists, but its page to pay on could not be obtained.
 */
export type DepositResult = Result<BegunDeposit> & { isBegun?: boolean };

/**
 * Begins a deposit and asks for the page to pay on. A repeated request continues the same deposit, for example after a
 * lost answer, on the way back from the provider, or if the provider could not be asked. If that deposit has since been
 * declined or cancelled, a new one is begun; if it was paid, or its state is unknown, no new one is begun. A different
 * request replaces the former deposit, which is still credited if the customer pays it after all.
 */
export async function beginDeposit(request: DepositRequest): Promise<DepositResult> {
  const isRepeat = storedAttempt(request) !== null;
  const former = formerDeposit(request);
  const begun = await begin(request);
  const { result } = begun;
  const isClosed = !result.ok && result.problem.code === 'TRANSACTION_CLOSED';
  const last = isClosed && isRepeat ? await continueClosed(request, begun.transactionId) : result;
  noteStuck(leadsNowhere(last, request));
  if (former !== undefined && last.ok && !leadsNowhere(last, request)) await giveUp(former);
  return last;
}

/** A short limit, because this is only cleanup that the customer should not wait for. */
const cleanupPatienceMs = 3_000;

/**
 * Cancels a replaced deposit, but only if no payment for it has been reported. If that fails, it stays open and is
 * listed among the open deposits.
 */
async function giveUp(transactionId: string): Promise<void> {
  const asked = { body: { transaction_id: transactionId }, patienceMs: cleanupPatienceMs };
  const shown = await callApi(getTransaction, asked);
  if (shown.ok && ['opened', 'not_started'].includes(shown.data.stage)) await callApi(cancelTransaction, asked);
}

/** A deposit that was begun earlier. */
export interface ContinuedDeposit {
  transactionId: string;
  /** The provider of its payment method. */
  provider: string;
  /** The page's language. */
  locale: string;
}

/**
 * Asks again for the page of a deposit begun earlier. If it can no longer be paid, the caller should show its result.
 */
export async function continueDeposit(deposit: ContinuedDeposit): Promise<DepositResult> {
  const result = await send(deposit);
  const isClosed = !result.ok && result.problem.code === 'TRANSACTION_CLOSED';
  if (!isClosed) return result;
  return { ok: true, transactionId: deposit.transactionId, redirectUrl: null, isDecided: true };
}

/** Handles a repeated request whose deposit can no longer be paid. */
async function continueClosed(request: DepositRequest, transactionId: string | undefined): Promise<DepositResult> {
  if (transactionId === undefined) return refuse('TRANSACTION_CLOSED');
  const shown = await callApi(getTransaction, { body: { transaction_id: transactionId } });
  const status = shown.ok ? shown.data.transaction_status : undefined;
  // A deposit that is still being checked remains the current attempt.
  if (status !== undefined && status !== 'pending') forgetAttempt();
  if (status === 'declined' || status === 'cancelled') return (await begin(request)).result;
  return { ok: true, transactionId, redirectUrl: null, isDecided: true };
}

/** Whether the attempt cannot have been paid, and a repeat would continue the same deposit. */
function leadsNowhere(result: DepositResult, { method }: DepositRequest): boolean {
  if (result.ok) return result.redirectUrl === null && method.kind !== 'bank' && !result.isDecided;
  return result.isBegun === true || result.problem.code === 'UNAVAILABLE' || result.problem.code === 'INTERNAL';
}

async function begin(request: DepositRequest): Promise<{ transactionId?: string; result: DepositResult }> {
  const { method, amount, locale: lang } = request;
  const created = await callApi(createTransaction, {
    body: { method: method.method, provider: method.provider, amount, request_id: storeAttempt(request), lang },
  });
  if (!created.ok) return { result: created };
  const { transaction_id: transactionId } = created.data;
  noteBegun(transactionId);
  // A bank transfer has no page to pay on: the customer's bank makes it.
  if (method.kind === 'bank') {
    forgetAttempt();
    return { transactionId, result: { ok: true, transactionId, redirectUrl: null } };
  }
  return { transactionId, result: await send({ transactionId, provider: method.provider, locale: lang }) };
}

async function send({ transactionId, provider, locale: lang }: ContinuedDeposit): Promise<DepositResult> {
  const sent = await callApi(sendTransaction, { params: { provider }, body: { transaction_id: transactionId, lang } });
  if (!sent.ok) return { ...sent, isBegun: true };
  return { ok: true, transactionId, redirectUrl: sent.data.redirect_url };
}

/**
 * The current attempt to deposit, stored in this page's history entry: a customer who comes back from the provider
 * finds the form as typed, and pays the same deposit instead of a second one. A new visit to the page is a new attempt,
 * unless the last one led nowhere: the tab keeps that attempt for the account until one succeeds.
 */
interface DepositAttempt {
  provider: string;
  /** In major units. */
  amount: number;
  requestId: string;
  /** The deposit that it began, once known. */
  transactionId?: string;
}

/** The key in the state of the page's history entry. */
const attemptKey = 'deposit';
/** The key in the tab's session storage. */
const stuckKey = 'stuckDeposit';
/** An attempt older than this is dropped: after a tab is restored that late, nobody remembers it. */
const stuckMs = 24 * 60 * 60_000;

interface AttemptRequest {
  method: { provider: string };
  amount: number;
}

export function lastAttempt(): DepositAttempt | null {
  const state = history.state as { [attemptKey]?: DepositAttempt } | null;
  return state?.[attemptKey] ?? stuckAttempt();
}

/** The stored attempt, if it is for this request; null if there is none or it is for another. */
function storedAttempt({ method, amount }: AttemptRequest): DepositAttempt | null {
  const last = lastAttempt();
  return last?.provider === method.provider && last.amount === amount ? last : null;
}

/** Stores the attempt and returns its id, the same for every repeat of the request. */
function storeAttempt(request: AttemptRequest): string {
  const stored = storedAttempt(request);
  const attempt = stored ?? {
    provider: request.method.provider,
    amount: request.amount,
    requestId: crypto.randomUUID(),
  };
  write(attempt);
  return attempt.requestId;
}

/** Stores the id of the deposit that the attempt began. */
function noteBegun(transactionId: string): void {
  const last = lastAttempt();
  if (last) write({ ...last, transactionId });
}

/** The deposit of the attempt that this request replaces; undefined if there is none. */
function formerDeposit(request: AttemptRequest): string | undefined {
  return storedAttempt(request) ? undefined : lastAttempt()?.transactionId;
}

/** Stores or clears an attempt that led nowhere, for the next visit. */
function noteStuck(isStuck: boolean): void {
  const account = accountNow();
  const last = lastAttempt();
  store(isStuck && last && account ? { ...last, account, at: Date.now() } : null);
}

function forgetAttempt(): void {
  store(null);
  write(undefined);
}

interface StuckAttempt extends DepositAttempt {
  /** The owner's id. */
  account: string;
  /** Unix milliseconds. */
  at: number;
}

/** Without storage, the next visit is a new attempt. */
function store(stuck: StuckAttempt | null): void {
  try {
    if (stuck) sessionStorage.setItem(stuckKey, JSON.stringify(stuck));
    else sessionStorage.removeItem(stuckKey);
  } catch {
    return;
  }
}

function write(attempt: DepositAttempt | undefined): void {
  history.replaceState({ ...(history.state as object | null), [attemptKey]: attempt }, '');
}

/** Ignores another account's attempt, so that nobody sees what somebody else typed. */
function stuckAttempt(): DepositAttempt | null {
  try {
    const { account, at, ...attempt } = JSON.parse(sessionStorage.getItem(stuckKey) ?? '') as StuckAttempt;
    return account === accountNow() && Date.now() - at < stuckMs ? attempt : null;
  } catch {
    return null;
  }
}

function accountNow(): string | undefined {
  return $session.get()?.user.uniqid;
}
