import type { Transaction, TransactionStage } from '../../lib/contract/accounts/account-entities.ts';
import type { TransactionStep } from '../../lib/contract/payments/payment-entities.ts';
import { depositMethods } from '../../lib/contract/payments/payment-entities.ts';
import { mostTransactions } from '../../lib/transactions/transaction-list.ts';
import { typeIds } from '../../lib/transactions/transaction-types.ts';
import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';
import type { PaymentState } from './rules/decide-payment.ts';

export interface TransactionRow {
  id: string;
  typeId: number;
  status: Transaction['transaction_status'];
  stage: TransactionStage;
  /** Minor units; negative if money leaves the account. */
  amountMinor: number;
  createdAt: Date;
}

/**
 * SQL condition: the deposit `t` still has to be paid on a page. Its payment `p` has a page, and the provider would
 * report any money but has reported none so far.
 */
export const isOpened = `t.status = 'pending' and p.state = 'started' and p.redirect_url is not null and p.ask_at is not null
  and not exists (select from payment_events e where e.transaction_id = t.id)`;

/**
 * SQL condition: the transaction `t` is a withdrawal that an operator still has to process, neither sent nor ended in
 * another way.
 */
export const isUnpaid = `t.type_id = ${typeIds.withdrawal} and (t.status = 'pending' or t.status = 'approved'
  and not exists (select from transaction_steps s where s.transaction_id = t.id and s.step = 'sent'))`;

/**
 * SQL condition: the transaction `t`, with its payment `p` if it has one, is a pending deposit that no provider will
 * report. An operator has to check whether it arrived.
 */
export const isUnreported = `t.type_id in (${depositMethods.join()}) and t.status = 'pending' and p.ask_at is null
  and p.state is distinct from 'differs'`;

const hasStep = (step: 'sent' | 'returned') =>
  `exists (select from transaction_steps s where s.transaction_id = t.id and s.step = '${step}')`;

/**
 * The columns of a transaction `t` and its payment `p` that a customer sees. A bank deposit never has the stage
 * `not_started`: a bank is neither asked for a page nor polled, so the deposit waits for an operator from the
 * beginning.
 */
const shownColumns = `
  t.id, t.type_id as "typeId", t.status, t.amount_minor as "amountMinor", t.created_at as "createdAt",
  case
    when t.status = 'pending' and p.redirect_url is null
      and (p.state = 'started' or p.state = 'created' and p.ask_at is not null) then 'not_started'
    when ${isOpened} then 'opened'
    when t.status = 'approved' and t.type_id = ${typeIds.withdrawal} and ${hasStep('returned')} then 'returned'
    when t.status = 'approved' and t.type_id = ${typeIds.withdrawal} and ${hasStep('sent')} then 'sent'
    else t.status
  end as stage`;
const shownFrom = 'transactions t left join payments p on p.transaction_id = t.id';

const ofAccount = statement(
  'transactions-of-account',
  `select ${shownColumns} from ${shownFrom} where t.account_id = :accountId
   order by t.created_at desc, t.id desc limit ${mostTransactions}`,
);

/** The transactions of an account, newest first, in a stable order for equal instants. */
export function loadTransactions(queries: Queries, accountId: number): Promise<TransactionRow[]> {
  return ofAccount.rows(queries, { accountId });
}

/** A transaction with everything known about its history. */
export interface TransactionDetailsRow extends TransactionRow {
  comments: string | null;
  /** Set only for a deposit that has a payment, like `askedMinor` and `paymentState`. */
  provider: string | null;
  askedMinor: number | null;
  paymentState: PaymentState['state'] | null;
  /** In chronological order. */
  steps: readonly { step: TransactionStep; at: Date; reason: string | null }[];
}

const details = statement(
  'transaction-details',
  `select ${shownColumns}, t.comments, p.provider, p.amount_minor as "askedMinor", p.state as "paymentState",
     taken.steps, taken.times, taken.reasons
   from ${shownFrom} cross join lateral (
     select array_agg(s.step) as steps, array_agg(s.at) as times, array_agg(s.reason) as reasons
     from (select * from transaction_steps where transaction_id = t.id order by at, step = 'requested' desc) s
   ) taken
   where t.id = :transactionId and t.account_id = :accountId`,
);

/** Null if the account has no such transaction. */
export async function loadTransactionDetails(
  queries: Queries,
  wanted: { accountId: number; transactionId: string },
): Promise<TransactionDetailsRow | null> {
  const row = await details.first(queries, wanted);
  if (!row) return null;
  const { steps, times, reasons, ...transaction } = row;
  const taken = (steps ?? []).flatMap((step, index) => {
    const at = times?.[index];
    return at ? [{ step, at, reason: reasons?.[index] ?? null }] : [];
  });
  return { ...transaction, steps: taken };
}
