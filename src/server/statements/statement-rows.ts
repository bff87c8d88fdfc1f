import type { Queries } from '../db/database.ts';
import type { CustomerBook } from '../ledger/rules/customer-funds.ts';
import type { StatementEntry, StatementFunds } from './statement.ts';
import { noStatementFunds } from './statement.ts';

export interface StatementOwnerRow {
  id: number;
  firstName: string;
  lastName: string;
  uniqid: string;
}

export async function loadStatementOwner(queries: Queries, accountId: number): Promise<StatementOwnerRow | undefined> {
  const { rows } = await queries.query<StatementOwnerRow>({
    name: 'statement-owner',
    text: `select id, first_name as "firstName", last_name as "lastName", uniqid from accounts where id = $1`,
    values: [accountId],
  });
  return rows[0];
}

/** The account that statements call by this number. */
export async function findStatementAccount(queries: Queries, uniqid: string): Promise<number | undefined> {
  const { rows } = await queries.query<{ id: number }>({
    name: 'statement-account',
    text: 'select id from accounts where uniqid = $1',
    values: [uniqid],
  });
  return rows[0]?.id;
}

/** What each book of an account held when an instant came, in minor units: the sum of what was recorded before it. */
export async function sumFundsBefore(queries: Queries, accountId: number, before: Date): Promise<StatementFunds> {
  const { rows } = await queries.query<{ book: CustomerBook; held: number }>({
    name: 'statement-funds',
    text: `select p.book, sum(p.amount_minor)::bigint as held
      from ledger_postings p join ledger_entries e on e.id = p.entry_id
      where p.account_id = $1 and e.recorded_at < $2 group by p.book`,
    values: [accountId, before],
  });
  return { ...noStatementFunds, ...Object.fromEntries(rows.map(({ book, held }) => [book, held])) };
}

export async function countEntries(
  queries: Queries,
  accountId: number,
  { since, before }: { since: Date; before: Date },
): Promise<number> {
  const { rows } = await queries.query<{ count: number }>({
    name: 'statement-count',
    text: `select count(distinct p.entry_id) as count from ledger_postings p join ledger_entries e on e.id = p.entry_id
      where p.account_id = $1 and e.recorded_at >= $2 and e.recorded_at < $3`,
    values: [accountId, since, before],
  });
  return rows[0]?.count ?? 0;
}

interface EntryRow extends Omit<StatementEntry, 'postings'> {
  books: CustomerBook[];
  amounts: number[];
  afters: number[];
}

/** What follows the kind in a business key is the id of a position or a transaction, or something that is neither. */
const entriesOfAccount = `
  with own as (
    select e.id, e.business_key, e.recorded_at,
      array_agg(p.book order by p.line) as books,
      array_agg(p.amount_minor order by p.line) as amounts,
      array_agg(p.balance_after_minor order by p.line) as afters,
      case when split_part(e.business_key, ':', 2) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
        then split_part(e.business_key, ':', 2)::uuid end as subject
    from ledger_postings p join ledger_entries e on e.id = p.entry_id
    where p.account_id = $1 and e.recorded_at >= $2 and e.recorded_at < $3
    group by e.id
  )
  select own.id::text, own.business_key as "businessKey", own.recorded_at as "recordedAt", own.books, own.amounts, own.afters,
    t.type_id as "typeId", c.symbol, c.direction,
    case when own.business_key like 'withdrawal-released:%' and t.status in ('declined', 'cancelled') then t.status end as outcome
  from own
  left join positions c on own.business_key like 'close:%' and c.id = own.subject
  left join transactions t on own.business_key not like 'close:%' and t.id = own.subject
  order by own.recorded_at, own.id`;

/** So many are taken from the database at a time. */
const pageRows = 1_000;

/**
 * The entries of an account of a span of time, oldest first, page by page, by a cursor: `queries` must be in a database transaction, which reads
 * one snapshot.
 */
export async function* pageEntries(
  queries: Queries,
  accountId: number,
  { since, before }: { since: Date; before: Date },
): AsyncGenerator<StatementEntry[]> {
  await queries.query(`declare statement_entries no scroll cursor for ${entriesOfAccount}`, [accountId, since, before]);
  for (;;) {
    const { rows } = await queries.query<EntryRow>(`fetch ${pageRows} from statement_entries`);
    if (rows.length > 0) yield rows.map(entryOf);
    if (rows.length < pageRows) break;
  }
  await queries.query('close statement_entries');
}

function entryOf({ books, amounts, afters, ...entry }: EntryRow): StatementEntry {
  const postings = books.map((book, line) => {
    return { book, amountMinor: amounts[line] ?? 0, afterMinor: afters[line] ?? 0 };
  });
  return { ...entry, postings };
}
