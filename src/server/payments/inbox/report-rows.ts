import type { Queries } from '../../db/database.ts';
import type { CustomerFunds } from '../../ledger/rules/customer-funds.ts';
import type { PaymentRow } from '../payment-rows.ts';
import { joinedPayments, paymentColumns } from '../payment-rows.ts';
import type { KeptReport, PaymentReport } from '../rules/payment-report.ts';

interface ReportRow {
  event: PaymentReport;
  isSettled: boolean;
  isTaken: boolean;
}

const keptReport = ({ event, ...known }: ReportRow): KeptReport => ({ ...event, ...known });

const isSettled = 'e.settled_at is not null';
const isTaken = `exists (select from payments o
  where o.provider = e.provider and o.reference = e.event ->> 'reference' and o.transaction_id <> $1)`;

/** All that was reported of one payment so far, by itself or when its provider was asked, the oldest first; the payment is locked. */
export async function loadReports(queries: Queries, transactionId: string): Promise<KeptReport[]> {
  const { rows } = await queries.query<ReportRow>({
    name: 'payment-reports',
    text: `select e.event, ${isSettled} as "isSettled", ${isTaken} as "isTaken"
      from payment_events e where e.transaction_id = $1 order by e.received_at, e.id`,
    values: [transactionId],
  });
  return rows.map(keptReport);
}

/** The account that pays, with its row locked. */
export interface Payer {
  transactionId: string;
  accountId: number;
  funds: CustomerFunds;
}

/**
 * Finds the payment of a provider, by our name for it or, of a report without one, by the provider's, and locks its account as
 * `lockFunds` does; null where there is none.
 */
export async function lockPayer(
  queries: Queries,
  { provider, transactionId, reference }: { provider: string; transactionId: string | null; reference: string | null },
): Promise<Payer | null> {
  const { rows } = await queries.query<Omit<Payer, 'funds'> & CustomerFunds>({
    name: 'payment-lock-payer',
    text: `select p.transaction_id::text as "transactionId", a.id as "accountId", a.balance_minor as "balanceMinor",
        a.bonus_minor as "bonusMinor", a.credit_minor as "creditMinor", a.reserved_minor as "reservedMinor"
      from payments p join accounts a on a.id = p.account_id
      where p.provider = $1 and (p.transaction_id = $2 or ($2::uuid is null and p.reference = $3))
      for no key update of a`,
    values: [provider, transactionId, reference],
  });
  const [row] = rows;
  if (!row) return null;
  const { transactionId: id, accountId, ...funds } = row;
  return { transactionId: id, accountId, funds };
}

export interface ReportedPayment {
  payment: PaymentRow;
  earlier: KeptReport[];
  /** A name that a report has for it is another payment's. */
  isTaken: boolean;
}

/**
 * Locks both rows of a payment, with all that was reported of it so far; null where there is none. The account's lock is the caller's
 * already: without it a report could be added meanwhile.
 */
export async function lockReported(
  queries: Queries,
  { transactionId, reference }: { transactionId: string; reference: string },
): Promise<ReportedPayment | null> {
  const { rows } = await queries.query<PaymentRow & { reports: ReportRow[]; isTaken: boolean }>({
    name: 'payment-lock-reported',
    text: `select ${paymentColumns}, coalesce((
          select json_agg(json_build_object('event', e.event, 'isSettled', ${isSettled}, 'isTaken', ${isTaken}))
          from payment_events e where e.transaction_id = $1
        ), '[]') as reports, exists (select from payments o
          where o.provider = p.provider and o.reference = $2 and o.transaction_id <> $1) as "isTaken"
      from ${joinedPayments} where p.transaction_id = $1 for update`,
    values: [transactionId, reference],
  });
  const [row] = rows;
  if (!row) return null;
  const { reports, isTaken: isTakenNow, ...payment } = row;
  return { payment, earlier: reports.map(keptReport), isTaken: isTakenNow };
}

/** An operator has decided on all that was reported of a payment so far; the payment is locked. */
export async function settleReports(queries: Queries, transactionId: string, at: Date): Promise<void> {
  await queries.query({
    name: 'payment-reports-settle',
    text: 'update payment_events set settled_at = $2 where transaction_id = $1 and settled_at is null',
    values: [transactionId, at],
  });
}

/** An index holds no name of any length; a longer one is not kept, and a report by it needs ours beside it. */
const longestReference = 500;

/**
 * Keeps a provider's name for a payment that has none yet: `kept`, or `taken` where another payment of the provider has it. `known`: it
 * has one, and nobody else has this one. The payment is locked.
 */
export async function keepReference(
  queries: Queries,
  { payment: { transactionId, reference: known }, isTaken: isAnothers }: Pick<ReportedPayment, 'payment' | 'isTaken'>,
  reference: string,
): Promise<'kept' | 'taken' | 'known'> {
  if (reference === known || reference.length > longestReference) return 'known';
  if (isAnothers) return 'taken';
  if (known !== null) return 'known';
  await queries.query({
    name: 'payment-reference-keep',
    text: 'update payments set reference = $2 where transaction_id = $1',
    values: [transactionId, reference],
  });
  return 'kept';
}
