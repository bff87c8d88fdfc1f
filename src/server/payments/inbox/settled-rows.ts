import type { TransactionStep } from '../../../lib/contract/payments/payment-entities.ts';
import type { AuditEntry } from '../../audit/audit-log.ts';
import { auditInsert, auditValues } from '../../audit/audit-log.ts';
import type { Queries } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';
import type { LedgerEntry } from '../../ledger/ledger-writer.ts';
import { postStatement, postValues } from '../../ledger/ledger-writer.ts';
import type { PaymentChange } from '../payment-rows.ts';
import { changeUpdates } from '../payment-rows.ts';

/** What a report does to a payment. */
export interface SettledChange {
  payment: PaymentChange;
  /** The step that its transaction takes; null: none. */
  step: TransactionStep | null;
  /** The report, where it is kept already, and what came of it; null where the caller keeps it. */
  event: { id: string; outcome: string } | null;
  audit: AuditEntry;
  /** What is posted; nothing where no money moves. */
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
 * Writes all of it in one statement: each wait for the database would keep the locks, and those who report, that much
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
