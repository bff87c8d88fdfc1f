import type { TransactionStep } from '../../../lib/contract/payments/payment-entities.ts';
import type { AuditEntry } from '../../audit/audit-log.ts';
import { auditInsert, auditValues } from '../../audit/audit-log.ts';
import type { Queries } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';
import type { LedgerEntry } from '../../ledger/ledger-writer.ts';
import { postStatement, postValues } from '../../ledger/ledger-writer.ts';
import type { PaymentChange } from '../payment-rows.ts';
import { changeUpdates } from '../payment-rows.ts';

/** The effect of a report on a payment. */
export interface SettledChange {
  payment: PaymentChange;
  /** The step that its transaction gets; null: none. */
  step: TransactionStep | null;
  /** The stored report and its outcome; null if the caller stores it. */
  event: { id: string; outcome: string } | null;
  audit: AuditEntry;
  /** Ledger entries to post; empty if no money moves. */
  entries: readonly LedgerEntry[];
}

const settle = statement(
  'payment-settled',
  `with moved as (${changeUpdates.transaction}),
   changed as (${changeUpdates.payment}),
   stepped as (
     insert into transaction_steps (transaction_id, step, at)
     select :transactionId::uuid, :step?::text, :at::timestamptz where :step?::text is not null
   ),
   finished as (
     update payment_events set due_at = null, attempts = attempts + 1, transaction_id = :transactionId, outcome = :outcome?
     where id = :eventId?
   ),
   audited as (${auditInsert}),
   ${postStatement}`,
);

/**
 * Writes everything in one statement: each further round trip would hold the locks, and delay other reports, for
 * longer.
 */
export async function writeSettled(
  queries: Queries,
  { payment, step, event, audit, entries }: SettledChange,
): Promise<void> {
  await settle.write(queries, {
    ...payment,
    step,
    eventId: event?.id ?? null,
    outcome: event?.outcome ?? null,
    ...auditValues(audit),
    ...postValues(entries),
  });
}
