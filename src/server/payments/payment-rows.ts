import type { Transaction } from '../../lib/contract/accounts/account-entities.ts';
import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';
import type { PaymentState } from './rules/decide-payment.ts';
import { isOpened } from './transaction-rows.ts';

/** A deposit and its payment at the provider. */
export interface PaymentRow extends PaymentState {
  transactionId: string;
  accountId: number;
  /** The transaction type of the deposit. */
  typeId: number;
  provider: string;
  /** The language of the customer's request. */
  language: string | null;
  reference: string | null;
  redirectUrl: string | null;
  asks: number;
  /** Whether its provider is polled or expected to report. */
  isAwaited: boolean;
}

/** The columns of a `PaymentRow`, selected from `joinedPayments`. */
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
  /** When the provider is polled for the first time. */
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

/** Locks the rows of a payment and its transaction. The caller must already hold the account's lock. */
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
 * The two updates of `updatePayment`, for callers that write their own rows in the same statement. Their parameters are
 * the fields of `PaymentChange`.
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
 * Writes a decision to the payment and its transaction. Once a payment has ended it is not polled any more, and its
 * page's address is deleted because it may identify the customer.
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
 * Stores the provider's answer to the start; the first answer with a page is kept. If the payment was reported or
 * cancelled in the meantime, only the provider's reference is stored, for later reports, but no page, because nobody
 * should pay any more. The caller holds the lock of the account.
 */
export async function updateStarted(
  queries: Queries,
  started: { transactionId: string; reference: string | null; redirectUrl: string | null; at: Date },
): Promise<void> {
  await start.write(queries, started);
}

const hasten = statement(
  'payment-event-hasten',
  `update payment_events set due_at = :at
   where due_at is not null and provider = :provider and event ->> 'reference' = :reference
     and event ->> 'transactionId' is null`,
);

/**
 * Makes earlier reports due at once if they identify the payment only by the provider's reference, which is now known;
 * false if there are none. Reports that carry our id are left alone: they do not need the reference and may be in
 * progress.
 */
export async function makeReportsDue(
  queries: Queries,
  named: { provider: string; reference: string; at: Date },
): Promise<boolean> {
  return (await hasten.write(queries, named)) !== 0;
}

export interface OpenDeposit {
  begunAt: Date;
  /** Whether its provider is polled. If not, the deposit does not end by itself. */
  isAsked: boolean;
}

const open = statement(
  'deposits-open',
  `select t.created_at as "begunAt", p.ask_at is not null as "isAsked"
   from transactions t join payments p on p.transaction_id = t.id
   where t.account_id = :accountId and p.state = 'started'
     and case when p.ask_at is null then t.status = 'pending' else t.created_at > :since end
   order by t.created_at`,
);

/**
 * The deposits of an account that wait at a provider, oldest first. A deposit that is polled or reported counts only if
 * it is younger than `since`; one that is never reported counts until an operator decides or the customer cancels it.
 */
export function listOpenDeposits(queries: Queries, wanted: { accountId: number; since: Date }): Promise<OpenDeposit[]> {
  return open.rows(queries, wanted);
}

/** A deposit whose customer was sent to a payment page and that no provider has reported so far. */
export interface OpenedDeposit {
  transactionId: string;
  provider: string;
  amountMinor: number;
  createdAt: Date;
}

const opened = statement(
  'deposits-opened',
  `select t.id as "transactionId", p.provider, t.amount_minor as "amountMinor", t.created_at as "createdAt"
   from transactions t join payments p on p.transaction_id = t.id
   where t.account_id = :accountId and ${isOpened} order by t.created_at desc, t.id desc`,
);

/** The opened deposits of an account, newest first; at most `mostOpenDeposits`. */
export function listOpenedDeposits(queries: Queries, accountId: number): Promise<OpenedDeposit[]> {
  return opened.rows(queries, { accountId });
}

const begin = statement(
  'payment-begun',
  `update payments set state = 'started', ask_at = coalesce(:askAt?, ask_at), updated_at = :at
   where transaction_id = :transactionId and state = 'created'`,
);

/**
 * Marks the payment as possibly known to its provider: it is polled at `askAt` even if the answer to the start never
 * arrives.
 */
export async function updateBegun(
  queries: Queries,
  begun: { transactionId: string; at: Date; askAt: Date | null },
): Promise<void> {
  await begin.write(queries, begun);
}

const forget = statement(
  'payment-forget-page',
  'update payments set redirect_url = null where transaction_id = :transactionId',
);

/** Deletes the address of a payment page, which may identify the customer; nobody is sent there any more. */
export async function forgetPage(queries: Queries, transactionId: string): Promise<void> {
  await forget.write(queries, { transactionId });
}
