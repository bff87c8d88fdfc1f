import type { TransactionStep } from '../../../lib/contract/payments/payment-entities.ts';
import type { Queries } from '../../db/database.ts';
import type { TransactionRow } from './transaction-rows.ts';
import { shownColumns, shownFrom } from './transaction-rows.ts';
import type { PaymentRow } from '../payment-rows.ts';

/** A transaction with all that is known of how it came about. */
export interface TransactionDetailsRow extends TransactionRow {
  comments: string | null;
  /** These three of a deposit that was begun with a provider. */
  provider: string | null;
  askedMinor: number | null;
  paymentState: PaymentRow['state'] | null;
  /** In the order in which they were taken. */
  steps: readonly { step: TransactionStep; at: string; reason: string | null }[];
}

/** Null where the account has no such transaction. */
export async function loadTransactionDetails(
  queries: Queries,
  { accountId, transactionId }: { accountId: number; transactionId: string },
): Promise<TransactionDetailsRow | null> {
  const { rows } = await queries.query<TransactionDetailsRow>({
    name: 'transaction-details',
    text: `select ${shownColumns}, t.comments, p.provider, p.amount_minor as "askedMinor", p.state as "paymentState",
        coalesce((
          select json_agg(json_build_object('step', s.step, 'at', s.at, 'reason', s.reason) order by s.at, s.step = 'requested' desc)
          from transaction_steps s where s.transaction_id = t.id
        ), '[]') as steps
      from ${shownFrom} where t.id = $1 and t.account_id = $2`,
    values: [transactionId, accountId],
  });
  return rows[0] ?? null;
}
