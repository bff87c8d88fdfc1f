import type { Queries } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';
import type { PaymentReport } from '../../payments/rules/payment-report.ts';

/** What a provider reported, as an operator sees it. */
export interface ShownReport {
  id: string;
  provider: string;
  /** ISO 8601. */
  at: string;
  outcome: PaymentReport['outcome'];
  amountMinor: number;
  currency: string;
  reference: string | null;
  /** What came of it; null until it was worked off. */
  became: string | null;
  isSettled: boolean;
  /** How often it was tried to work it off. */
  attempts: number;
  isDue: boolean;
}

/** A report `r` as an object of JSON. */
export const reportObject = `json_build_object('id', r.id, 'provider', r.provider, 'at', r.received_at, 'outcome', r.event ->> 'outcome',
  'amountMinor', (r.event ->> 'amountMinor')::bigint, 'currency', r.event ->> 'currency', 'reference', r.event ->> 'reference',
  'became', r.outcome, 'isSettled', r.settled_at is not null, 'attempts', r.attempts, 'isDue', r.due_at is not null)`;

const mostListed = 100;
/** So often is tried what only has to wait. */
const mostPatient = 10;

const operatorUnusableReports = statement(
  'operator-unusable-reports',
  `select ${reportObject} as report from payment_events r
   where r.transaction_id is null and (r.due_at is null or r.attempts >= ${mostPatient})
   order by r.received_at, r.id limit ${mostListed}`,
);

/** Reports that could not be used: nobody tries any more, or it was tried often. The oldest first. */
export async function listUnusableReports(queries: Queries): Promise<ShownReport[]> {
  return (await operatorUnusableReports.rows(queries)).map(({ report }) => report as ShownReport);
}

const operatorReportDue = statement(
  'operator-report-due',
  'update payment_events set due_at = :at, attempts = 0 where id = :id and transaction_id is null',
);

/** Has a report that could not be used worked off again, with as many tries as a new one; false where there is none of this id. */
export async function updateReportDue(queries: Queries, id: string, at: Date): Promise<boolean> {
  return (await operatorReportDue.write(queries, { id, at })) === 1;
}
