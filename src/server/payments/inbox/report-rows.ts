import type { TransactionStep } from '../../../lib/contract/payments/payment-entities.ts';
import type { AuditRecord } from '../../audit/audit-log.ts';
import { auditInsert, auditValues } from '../../audit/audit-log.ts';
import type { Queries } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';
import type { LedgerEntry } from '../../ledger/ledger-writer.ts';
import { postStatement, postValues } from '../../ledger/ledger-writer.ts';
import type { CustomerFunds } from '../../ledger/rules/customer-funds.ts';
import type { PaymentChange, PaymentRow } from '../payment-rows.ts';
import { changeUpdates, joinedPayments, paymentColumns } from '../payment-rows.ts';
import type { KeptReport } from '../rules/decide-payment.ts';

const isSettled = 'e.settled_at is not null';
const isTaken = `exists (select from payments o
  where o.provider = e.provider and o.reference = e.event ->> 'reference' and o.transaction_id <> :transactionId)`;

const reportsOf = statement(
  'payment-reports',
  `select e.event, ${isSettled} as "isSettled", ${isTaken} as "isTaken"
   from payment_events e where e.transaction_id = :transactionId order by e.received_at, e.id`,
);

/**
 * All reports of one payment so far, whether sent by the provider or polled, oldest first. The caller holds the lock of
 * the payment.
 */
export async function loadReports(queries: Queries, transactionId: string): Promise<KeptReport[]> {
  const rows = await reportsOf.rows(queries, { transactionId });
  return rows.map(({ event, ...known }) => ({ ...event, ...known }));
}

/** The paying account, with its row locked. */
export interface Payer {
  transactionId: string;
  accountId: number;
  funds: CustomerFunds;
}

const lockAccount = statement(
  'payment-lock-payer',
  `select p.transaction_id as "transactionId", a.id as "accountId", a.balance_minor as "balanceMinor",
     a.bonus_minor as "bonusMinor", a.credit_minor as "creditMinor", a.reserved_minor as "reservedMinor"
   from payments p join accounts a on a.id = p.account_id
   where p.provider = :provider
     and (p.transaction_id = :transactionId? or (:transactionId?::uuid is null and p.reference = :reference?))
   for no key update of a`,
);

/**
 * Finds a payment of a provider by our id or, if the report has none, by the provider's reference, and locks its
 * account as `lockFunds` does; null if there is none.
 */
export async function lockPayer(
  queries: Queries,
  named: { provider: string; transactionId: string | null; reference: string | null },
): Promise<Payer | null> {
  const row = await lockAccount.first(queries, named);
  if (!row) return null;
  const { transactionId, accountId, ...funds } = row;
  return { transactionId, accountId, funds };
}

export interface ReportedPayment {
  payment: PaymentRow;
  earlier: KeptReport[];
  /** Whether the reference in the report belongs to another payment. */
  isTaken: boolean;
}

const lockWithReports = statement(
  'payment-lock-reported',
  `select ${paymentColumns}, r.events, r.settled, r.taken, exists (select from payments o
       where o.provider = p.provider and o.reference = :reference and o.transaction_id <> :transactionId) as "isTaken"
   from ${joinedPayments} cross join lateral (
     select array_agg(e.event) as events, array_agg(${isSettled}) as settled, array_agg(${isTaken}) as taken
     from payment_events e where e.transaction_id = :transactionId
   ) r
   where p.transaction_id = :transactionId for update of p, t`,
);

/**
 * Locks the rows of a payment and its transaction, and reads all its reports so far; null if there is none. The caller
 * must already hold the account's lock, or a report could be added in between.
 */
export async function lockReported(
  queries: Queries,
  named: { transactionId: string; reference: string },
): Promise<ReportedPayment | null> {
  const row = await lockWithReports.first(queries, named);
  if (!row) return null;
  const { events, settled, taken, isTaken: isTakenNow, ...payment } = row;
  const earlier = (events ?? []).map((event, index) => {
    return { ...event, isSettled: settled?.[index] ?? false, isTaken: taken?.[index] ?? false };
  });
  return { payment, earlier, isTaken: isTakenNow };
}

const settle = statement(
  'payment-reports-settle',
  'update payment_events set settled_at = :at where transaction_id = :transactionId and settled_at is null',
);

/** Marks all reports of a payment so far as settled by an operator. The caller holds the lock of the payment. */
export async function settleReports(queries: Queries, transactionId: string, at: Date): Promise<void> {
  await settle.write(queries, { transactionId, at });
}

/**
 * The index limits the length of references. A longer one is not stored, so reports of that payment must also contain
 * our id.
 */
const longestReference = 500;

const keep = statement(
  'payment-reference-keep',
  'update payments set reference = :reference where transaction_id = :transactionId',
);

/**
 * Stores the provider's reference for a payment that has none yet, and returns `kept`. Returns `taken` if another
 * payment of the provider has this reference, and `known` if there is nothing to store: the payment already has a
 * reference, or the given one is too long. The caller holds the lock of the payment.
 */
export async function keepReference(
  queries: Queries,
  { payment: { transactionId, reference: known }, isTaken: isAnothers }: Pick<ReportedPayment, 'payment' | 'isTaken'>,
  reference: string,
): Promise<'kept' | 'taken' | 'known'> {
  if (reference === known || reference.length > longestReference) return 'known';
  if (isAnothers) return 'taken';
  if (known !== null) return 'known';
  await keep.write(queries, { transactionId, reference });
  return 'kept';
}

/** The effect of a report on a payment. */
export interface SettledChange {
  payment: PaymentChange;
  /** The step that its transaction gets; null: none. */
  step: TransactionStep | null;
  /** The stored report and its outcome; null if the caller stores it. */
  event: { id: string; outcome: string } | null;
  audit: AuditRecord;
  /** Ledger entries to post; empty if no money moves. */
  entries: readonly LedgerEntry[];
}

const writeChange = statement(
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

/** Writes everything in one statement: another round trip would hold the locks for longer and delay other reports. */
export async function writeSettled(
  queries: Queries,
  { payment, step, event, audit, entries }: SettledChange,
): Promise<void> {
  await writeChange.write(queries, {
    ...payment,
    step,
    eventId: event?.id ?? null,
    outcome: event?.outcome ?? null,
    ...auditValues(audit),
    ...postValues(entries),
  });
}
