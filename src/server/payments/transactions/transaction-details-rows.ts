import type { TransactionStep } from '../../../lib/contract/payments/payment-entities.ts';
import type { Queries } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';
import type { TransactionRow } from './transaction-rows.ts';
import { shownColumns, shownFrom } from './transaction-rows.ts';
import type { PaymentRow } from '../payment-rows.ts';

/** A transaction with everything known about its history. */
export interface TransactionDetailsRow extends TransactionRow {
  comments: string | null;
  /** These three are set for a deposit that has a payment. */
  provider: string | null;
  askedMinor: number | null;
  paymentState: PaymentRow['state'] | null;
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
