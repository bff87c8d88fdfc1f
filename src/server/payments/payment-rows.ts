import type { Transaction } from '../../lib/contract/accounts/account-entities.ts';
import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';
import type { PaymentState } from './rules/decide-payment.ts';

/** A deposit and what its provider knows of it. */
export interface PaymentRow extends PaymentState {
  transactionId: string;
  accountId: number;
  /** The transaction type of the deposit. */
  typeId: number;
  provider: string;
  /** What its customer read when asking for it. */
  language: string | null;
  reference: string | null;
  redirectUrl: string | null;
  asks: number;
  /** Its provider is asked about it, or waited for. */
  isAwaited: boolean;
}

/** `PaymentRow`, from `joinedPayments`. */
export const paymentColumns = `
  p.transaction_id as "transactionId", p.account_id as "accountId", p.provider, p.state, p.reference,
  p.redirect_url as "redirectUrl", p.asks, p.ask_at is not null as "isAwaited", t.amount_minor as "amountMinor",
  p.currency, p.note, t.status, t.type_id as "typeId", t.language`;
export const joinedPayments = 'payments p join transactions t on t.id = p.transaction_id';

export interface NewPayment {
  transactionId: string;
  accountId: number;
  provider: string;
  amountMinor: number;
  /** ISO 4217. */
  currency: string;
  at: Date;
  /** When the provider is asked for the first time. */
  askAt: Date | null;
}

const insert = statement(
  'payment-insert',
  `insert into payments (transaction_id, account_id, provider, state, amount_minor, currency, ask_at, updated_at)
   values (:transactionId, :accountId, :provider, 'created', :amountMinor, :currency, :askAt?, :at)`,
);

export async function insertPayment(queries: Queries, payment: NewPayment): Promise<void> {
  await insert.write(queries, payment);
}

const paymentText = `select ${paymentColumns} from ${joinedPayments} where p.transaction_id = :transactionId`;

const load = statement('payment-load', paymentText);

export function loadPayment(queries: Queries, transactionId: string): Promise<PaymentRow | null> {
  return load.first(queries, { transactionId });
}

const lock = statement('payment-lock', `${paymentText} for update`);

/** Locks both rows of a payment; the account's lock is the caller's already. */
export function lockPayment(queries: Queries, transactionId: string): Promise<PaymentRow | null> {
  return lock.first(queries, { transactionId });
}

export interface PaymentChange {
  transactionId: string;
  state: PaymentRow['state'];
  status: Transaction['transaction_status'];
  note: string | null;
  at: Date;
}

/**
 * Both updates of `updatePayment`, for a caller that writes its own rows in the same statement; they take a
 * `PaymentChange`.
 */
export const changeUpdates = {
  transaction: 'update transactions set status = :status, updated_at = :at where id = :transactionId',
  payment: `update payments set state = :state, note = coalesce(:note?, note), updated_at = :at,
      ask_at = case when :state in ('created', 'started') then ask_at end,
      redirect_url = case when :state in ('created', 'started') then redirect_url end
    where transaction_id = :transactionId`,
};

const change = statement('payment-update', `with moved as (${changeUpdates.transaction}) ${changeUpdates.payment}`);

/**
 * Writes what was decided, to the payment and to its transaction. What has come to its end is not asked about any more,
 * and nobody is led to its page, whose address may say who the customer is.
 */
export async function updatePayment(queries: Queries, decided: PaymentChange): Promise<void> {
  await change.write(queries, decided);
}

const start = statement(
  'payment-started',
  `update payments set updated_at = :at,
     reference = case when redirect_url is null and state in ('created', 'started')
       then coalesce(:reference?, reference) else coalesce(reference, :reference?) end,
     state = case state when 'created' then 'started' else state end,
     redirect_url = coalesce(redirect_url, case when state in ('created', 'started')
       and exists (select from transactions t where t.id = transaction_id and t.status = 'pending') then :redirectUrl? end)
   where transaction_id = :transactionId`,
);

/**
 * Keeps what the provider answered at the start; the first answer with a page stays. Of one that was reported on or
 * called off meanwhile the provider's name for it is kept, which later reports may go by, and no page: nobody is to pay
 * there again. The account is locked.
 */
export async function updateStarted(
  queries: Queries,
  started: { transactionId: string; reference: string | null; redirectUrl: string | null; at: Date },
): Promise<void> {
  await start.write(queries, started);
}
