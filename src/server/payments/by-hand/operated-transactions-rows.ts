import type { Transaction } from '../../../lib/contract/accounts/account-entities.ts';
import type { TransactionStep } from '../../../lib/contract/payments/payment-entities.ts';
import { depositMethods } from '../../../lib/contract/payments/payment-entities.ts';
import type { Queries } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';
import type { PaymentReport, PaymentState } from '../rules/decide-payment.ts';
import { isUnpaid, isUnreported } from '../transaction-rows.ts';

/** A provider's report as an operator sees it. */
export interface ShownReport {
  id: string;
  provider: string;
  /** ISO 8601. */
  at: string;
  outcome: PaymentReport['outcome'];
  amountMinor: number;
  currency: string;
  reference: string | null;
  /** The effect on the payment, or why there was none; null until the report is processed. */
  became: string | null;
  isSettled: boolean;
  /** The number of attempts to process it. */
  attempts: number;
  isDue: boolean;
}

/** SQL for a report as a JSON object; the query calls the table `r`. */
export const reportObject = `json_build_object('id', r.id, 'provider', r.provider, 'at', r.received_at, 'outcome', r.event ->> 'outcome',
  'amountMinor', (r.event ->> 'amountMinor')::bigint, 'currency', r.event ->> 'currency', 'reference', r.event ->> 'reference',
  'became', r.outcome, 'isSettled', r.settled_at is not null, 'attempts', r.attempts, 'isDue', r.due_at is not null)`;

/** A transaction as an operator sees it. */
export interface ListedTransaction {
  id: string;
  email: string;
  /** The customer's referral code. */
  uniqid: string;
  /** When the customer was blocked; null if they are not. */
  blockedAt: Date | null;
  typeId: number;
  status: Transaction['transaction_status'];
  amountMinor: number;
  createdAt: Date;
  /** The most recent step. */
  lastStep: TransactionStep | null;
  provider: string | null;
  /** The provider's id of the payment. */
  reference: string | null;
  state: PaymentState['state'] | null;
  /** The outcome that the provider reported last. */
  said: PaymentReport['outcome'] | null;
  /** The operator who credited the deposit. */
  creditedBy: string | null;
  /** How the payment differs from the request. */
  note: string | null;
  /** The customer's own text; for a withdrawal, its destination. */
  comments: string | null;
}

const columns = `t.id, a.email, a.uniqid, a.blocked_at as "blockedAt", t.type_id as "typeId", t.status, t.amount_minor as "amountMinor", t.created_at as "createdAt",
  (select s.step from transaction_steps s where s.transaction_id = t.id
    order by s.at desc, array_position(array['requested', 'checked', 'approved', 'sent'], s.step) desc nulls first limit 1) as "lastStep",
  p.provider, p.reference, p.state, p.note, t.comments,
  (select r.event from payment_events r where r.transaction_id = t.id
    order by r.received_at desc, r.id desc limit 1) as report,
  (select s.by_operator from transaction_steps s where s.transaction_id = t.id and s.step = 'approved'
    and t.type_id in (${depositMethods.join()})) as "creditedBy"`;
const joined = `transactions t join accounts a on a.id = t.account_id left join payments p on p.transaction_id = t.id`;

/**
 * What waits for an operator: open withdrawals, deposits that no provider reports on, and deposits that differ from
 * their request. Recently cancelled deposits count too, because the transfer may already be on its way.
 */
const waits = `(${isUnpaid}) or (${isUnreported}) or (t.type_id in (${depositMethods.join()}) and (p.state = 'differs'
    or (t.status = 'cancelled' and p.ask_at is null and p.asks = 0 and t.updated_at >= :calledOffSince)))`;

/** The maximum number of transactions listed. */
const mostListed = 500;

const recentlyCancelledMs = 60 * 86_400_000;

function withSaid<Row extends { report: PaymentReport | null }>({ report, ...row }: Row) {
  return { ...row, said: report?.outcome ?? null };
}

const operatorTransactions = statement(
  'operator-transactions',
  `select ${columns} from ${joined} where (:email?::text is null or a.email = :email?)
   order by t.created_at desc, t.id limit ${mostListed}`,
);

const operatorTransactionsWaiting = statement(
  'operator-transactions-waiting',
  `select ${columns} from ${joined} where (:email?::text is null or a.email = :email?) and (${waits})
   order by t.created_at asc, t.id limit ${mostListed}`,
);

/**
 * Lists what waits for an operator at `now`, oldest first, or all transactions, newest first. `email` limits it to one
 * customer.
 */
export async function listTransactions(
  queries: Queries,
  { email, all, now }: { email: string | null; all: boolean; now: number },
): Promise<ListedTransaction[]> {
  const calledOffSince = new Date(now - recentlyCancelledMs);
  const rows = all
    ? await operatorTransactions.rows(queries, { email })
    : await operatorTransactionsWaiting.rows(queries, { email, calledOffSince });
  return rows.map(withSaid);
}

const operatorWithdrawalsUnderWay = statement(
  'operator-withdrawals-under-way',
  `select ${columns} from ${joined} where t.account_id = :accountId and (${isUnpaid})
   order by t.created_at, t.id limit ${mostListed}`,
);

/** The open withdrawals of a customer, oldest first. */
export async function listUnderWay(queries: Queries, accountId: number): Promise<ListedTransaction[]> {
  return (await operatorWithdrawalsUnderWay.rows(queries, { accountId })).map(withSaid);
}

export interface ShownTransaction extends ListedTransaction {
  /** The reason why the customer was blocked; null if they are not. */
  blockedFor: string | null;
  askedMinor: number | null;
  askedCurrency: string | null;
  steps: { step: TransactionStep; at: string; by: string | null; reason: string | null }[];
  /** All reports of its provider. */
  reports: ShownReport[];
  /** Its ledger entries. */
  entries: { key: string; at: string; postings: { book: string; amountMinor: number }[] }[];
}

/** Deposits without a payment have no note of their own; this one was recorded when a different amount was credited. */
const noteOfDecision = `(select e.details ->> 'note' from audit_entries e where e.account_id = t.account_id
  and e.event = 'deposit_credited' and e.details ->> 'transaction' = t.id::text limit 1)`;

const reasonOfBlock = `case when a.blocked_at is not null then (select e.details ->> 'why' from audit_entries e
  where e.account_id = a.id and e.event = 'account_blocked' order by e.at desc limit 1) end`;

const operatorTransaction = statement(
  'operator-transaction',
  `select ${columns}, ${noteOfDecision} as "noteOfDecision", p.amount_minor as "askedMinor", p.currency as "askedCurrency",
     ${reasonOfBlock} as "blockedFor",
     coalesce((select json_agg(json_build_object('step', s.step, 'at', s.at, 'by', s.by_operator, 'reason', s.reason) order by s.at)
       from transaction_steps s where s.transaction_id = t.id), '[]') as steps,
     coalesce((select json_agg(${reportObject} order by r.received_at, r.id)
       from payment_events r where r.transaction_id = t.id), '[]') as reports,
     coalesce((select json_agg(json_build_object('key', e.business_key, 'at', e.recorded_at, 'postings',
         (select json_agg(json_build_object('book', concat_ws(' ', l.book, l.party), 'amountMinor', l.amount_minor) order by l.line)
           from ledger_postings l where l.entry_id = e.id))
         order by e.recorded_at, e.business_key)
       from ledger_entries e where e.business_key in (select kind || ':' || t.id from unnest(:entryKinds::text[]) kind)), '[]') as entries
   from ${joined} where t.id = :id`,
);

/** Everything known about one transaction, by its full id; null if there is none. */
export async function loadShown(queries: Queries, id: string): Promise<ShownTransaction | null> {
  const row = await operatorTransaction.first(queries, { id, entryKinds });
  if (!row) return null;
  const { noteOfDecision: decided, steps, reports, entries, ...shown } = row;
  return {
    ...withSaid(shown),
    note: shown.note ?? decided,
    steps: steps as ShownTransaction['steps'],
    reports: reports as ShownReport[],
    entries: entries as ShownTransaction['entries'],
  };
}

const entryKinds = [
  ...['deposit', 'bonus', 'credit', 'fee', 'return', 'bonus-released'],
  ...['withdrawal', 'withdrawal-released', 'withdrawal-sent'],
];

const mostReports = 100;
/** A report that has failed this often is listed as unusable even if it is still retried. */
const attemptsBeforeListed = 10;

const operatorUnusableReports = statement(
  'operator-unusable-reports',
  `select ${reportObject} as report from payment_events r
   where r.transaction_id is null and (r.due_at is null or r.attempts >= ${attemptsBeforeListed})
   order by r.received_at, r.id limit ${mostReports}`,
);

/** Reports that could not be used: given up, or attempted often. Oldest first. */
export async function listUnusableReports(queries: Queries): Promise<ShownReport[]> {
  return (await operatorUnusableReports.rows(queries)).map(({ report }) => report as ShownReport);
}

const operatorReportDue = statement(
  'operator-report-due',
  'update payment_events set due_at = :at, attempts = 0 where id = :id and transaction_id is null',
);

/** Makes an unusable report due again and resets its attempts; false if no unusable report has this id. */
export async function updateReportDue(queries: Queries, id: string, at: Date): Promise<boolean> {
  return (await operatorReportDue.write(queries, { id, at })) === 1;
}

const partyInBooks = statement(
  'party-in-books',
  `select exists (select from ledger_postings where book = 'provider' and party = :party) as "isThere"`,
);

export async function isPartyInBooks(queries: Queries, party: string): Promise<boolean> {
  return (await partyInBooks.first(queries, { party }))?.isThere ?? false;
}
