import {
  cancelTransaction,
  createTransaction,
  getTransaction,
  sendTransaction,
} from '../../lib/contract/payments/payment-endpoints.ts';
import type { PaymentMethod } from '../../lib/contract/payments/payment-entities.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { callApi } from '../api.ts';
import { forgetAttempt, formerDeposit, keepAttempt, keptAttempt, noteBegun, noteStuck } from './deposit-attempt.ts';

/** What a customer wishes to pay in. */
export interface DepositWish {
  method: Pick<PaymentMethod, 'method' | 'kind' | 'provider'>;
  /** Major units, as they were typed. */
  amount: number;
  /** Of the page: the provider's speaks it too, where it can. */
  locale: string;
}

export interface BegunDeposit {
  transactionId: string;
  /** Where it is paid; null where the provider named no page, and for a transfer by a bank. */
  redirectUrl: string | null;
  /**
   * The one that was begun before has come to its end, or is looked at by the broker: what became of it is told, and
   * nothing is paid.
   */
  isDecided?: boolean;
}

/** A begun deposit, or why there is none; `isBegun`: we know of it, and it was the provider who could not be asked. */
export type DepositResult = Result<BegunDeposit> & { isBegun?: boolean };

/**
 * Begins a deposit and asks where it is paid. The same wish again, after an answer that never came, on the way back
 * from the provider or where that one could not be asked, is the same deposit. Where that was declined or cancelled
 * meanwhile another one is begun; where it was paid, or that is not known, none is. Another wish at the same place
 * takes the place of the former: who pays it all the same is credited all the same.
 */
export async function beginDeposit(wish: DepositWish): Promise<DepositResult> {
  const isRepeat = keptAttempt(wish) !== null;
  const former = formerDeposit(wish);
  const begun = await begin(wish);
  const { result } = begun;
  const isClosed = !result.ok && result.problem.code === 'TRANSACTION_CLOSED';
  const last = isClosed && isRepeat ? await goOn(wish, begun.transactionId) : result;
  noteStuck(leadsNowhere(last, wish));
  if (former !== undefined && last.ok && !leadsNowhere(last, wish)) await giveUp(former);
  return last;
}

/** Nobody waits for longer for what is only tidied up. */
const tidyPatienceMs = 3_000;

/**
 * Calls one off of which nothing is known but that it was begun; where that fails, it stays open, and is named as such.
 */
async function giveUp(transactionId: string): Promise<void> {
  const asked = { body: { transaction_id: transactionId }, patienceMs: tidyPatienceMs };
  const shown = await callApi(getTransaction, asked);
  if (shown.ok && ['opened', 'not_started'].includes(shown.data.stage)) await callApi(cancelTransaction, asked);
}

/** One that was begun before. */
export interface ContinuedDeposit {
  transactionId: string;
  /** The name of its method. */
  provider: string;
  /** Of the page. */
  locale: string;
}

/**
 * Asks where a deposit is paid that was begun before; where it can be paid no more, what became of it is to be told.
 */
export async function continueDeposit(deposit: ContinuedDeposit): Promise<DepositResult> {
  const result = await send(deposit);
  const isClosed = !result.ok && result.problem.code === 'TRANSACTION_CLOSED';
  if (!isClosed) return result;
  return { ok: true, transactionId: deposit.transactionId, redirectUrl: null, isDecided: true };
}

/** What follows on one that can be paid no more. */
async function goOn(wish: DepositWish, transactionId: string | undefined): Promise<DepositResult> {
  if (transactionId === undefined) return refuse('TRANSACTION_CLOSED');
  const shown = await callApi(getTransaction, { body: { transaction_id: transactionId } });
  const status = shown.ok ? shown.data.transaction_status : undefined;
  // One that is still looked at stays the one that is meant.
  if (status !== undefined && status !== 'pending') forgetAttempt();
  if (status === 'declined' || status === 'cancelled') return (await begin(wish)).result;
  return { ok: true, transactionId, redirectUrl: null, isDecided: true };
}

/** Nobody has paid it, and to try the same again is to try it and no other one. */
function leadsNowhere(result: DepositResult, { method }: DepositWish): boolean {
  if (result.ok) return result.redirectUrl === null && method.kind !== 'bank' && !result.isDecided;
  return result.isBegun === true || result.problem.code === 'UNAVAILABLE' || result.problem.code === 'INTERNAL';
}

async function begin(wish: DepositWish): Promise<{ transactionId?: string; result: DepositResult }> {
  const { method, amount, locale: lang } = wish;
  const created = await callApi(createTransaction, {
    body: { method: method.method, provider: method.provider, amount, request_id: keepAttempt(wish), lang },
  });
  if (!created.ok) return { result: created };
  const { transaction_id: transactionId } = created.data;
  noteBegun(transactionId);
  // Nobody is asked about a transfer: the customer's bank makes it.
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
