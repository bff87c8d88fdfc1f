import type { Transaction } from '../../lib/contract/accounts/account-entities.ts';
import type { Queries } from '../db/database.ts';
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
  p.transaction_id::text as "transactionId", p.account_id as "accountId", p.provider, p.state, p.reference,
  p.redirect_url as "redirectUrl", p.asks, p.ask_at is not null as "isAwaited", t.amount_minor as "amountMinor", p.currency, p.note, t.status, t.type_id as "typeId",
  t.language`;
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

export async function insertPayment(queries: Queries, payment: NewPayment): Promise<void> {
  const { transactionId, accountId, provider, amountMinor, currency, at, askAt } = payment;
  await queries.query({
    name: 'payment-insert',
    text: `insert into payments (transaction_id, account_id, provider, state, amount_minor, currency, ask_at, updated_at)
      values ($1, $2, $3, 'created', $4, $5, $6, $7)`,
    values: [transactionId, accountId, provider, amountMinor, currency, askAt, at],
  });
}

export async function loadPayment(queries: Queries, transactionId: string): Promise<PaymentRow | null> {
  const { rows } = await queries.query<PaymentRow>({
    name: 'payment-load',
    text: `select ${paymentColumns} from ${joinedPayments} where p.transaction_id = $1`,
    values: [transactionId],
  });
  return rows[0] ?? null;
}

/** Locks both rows of a payment; the account's lock is the caller's already. */
export async function lockPayment(queries: Queries, transactionId: string): Promise<PaymentRow | null> {
  const { rows } = await queries.query<PaymentRow>({
    name: 'payment-lock',
    text: `select ${paymentColumns} from ${joinedPayments} where p.transaction_id = $1 for update`,
    values: [transactionId],
  });
  return rows[0] ?? null;
}

export interface PaymentChange {
  transactionId: string;
  state: PaymentRow['state'];
  status: Transaction['transaction_status'];
  note: string | null;
  at: Date;
}

/** Both updates of `updatePayment`, for a caller that writes its own rows in the same statement; their values come from `changeValues`. */
export const changeUpdates = {
  transaction: 'update transactions set status = $3, updated_at = $5 where id = $1',
  payment: `update payments set state = $2, note = coalesce($4, note), updated_at = $5,
      ask_at = case when $2 in ('created', 'started') then ask_at end,
      redirect_url = case when $2 in ('created', 'started') then redirect_url end
    where transaction_id = $1`,
};

/** The first five parameters of a statement with `changeUpdates`. */
export const changeValues = ({ transactionId, state, status, note, at }: PaymentChange): unknown[] => [
  ...[transactionId, state, status, note, at],
];

/**
 * Writes what was decided, to the payment and to its transaction. What has come to its end is not asked about any more, and nobody is led to
 * its page, whose address may say who the customer is.
 */
export async function updatePayment(queries: Queries, change: PaymentChange): Promise<void> {
  const text = `with moved as (${changeUpdates.transaction}) ${changeUpdates.payment}`;
  await queries.query({ name: 'payment-update', text, values: changeValues(change) });
}

/**
 * Keeps what the provider answered at the start; the first answer with a page stays. Of one that was reported on or called off meanwhile
 * the provider's name for it is kept, which later reports may go by, and no page: nobody is to pay there again. The account is locked.
 */
export async function updateStarted(
  queries: Queries,
  started: { transactionId: string; reference: string | null; redirectUrl: string | null; at: Date },
): Promise<void> {
  const { transactionId, reference, redirectUrl, at } = started;
  await queries.query({
    name: 'payment-started',
    text: `update payments set updated_at = $4,
        reference = case when redirect_url is null and state in ('created', 'started')
          then coalesce($2, reference) else coalesce(reference, $2) end,
        state = case state when 'created' then 'started' else state end,
        redirect_url = coalesce(redirect_url, case when state in ('created', 'started')
          and exists (select from transactions t where t.id = transaction_id and t.status = 'pending') then $3 end)
      where transaction_id = $1`,
    values: [transactionId, reference, redirectUrl, at],
  });
}
