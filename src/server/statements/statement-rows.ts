import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';
import type { CustomerBook } from '../ledger/rules/customer-funds.ts';
import type { StatementEntry, StatementFunds } from './statement.ts';
import { noStatementFunds } from './statement.ts';

export interface StatementOwnerRow {
  id: number;
  firstName: string;
  lastName: string;
  uniqid: string;
}

const statementOwner = statement(
  'statement-owner',
  `select id, first_name as "firstName", last_name as "lastName", uniqid from accounts where id = :accountId`,
);

export async function loadStatementOwner(queries: Queries, accountId: number): Promise<StatementOwnerRow | undefined> {
  return (await statementOwner.first(queries, { accountId })) ?? undefined;
}

const statementAccount = statement('statement-account', 'select id from accounts where uniqid = :uniqid');

/** Finds the account with this customer number. */
export async function findStatementAccount(queries: Queries, uniqid: string): Promise<number | undefined> {
  return (await statementAccount.first(queries, { uniqid }))?.id;
}

const statementFunds = statement(
  'statement-funds',
  `select p.book, sum(p.amount_minor)::bigint as held
   from ledger_postings p join ledger_entries e on e.id = p.entry_id
   where p.account_id = :accountId and e.recorded_at < :before group by p.book`,
);

/** Sums what each book of an account held at an instant, in minor units: all postings recorded before that instant. */
export async function sumFundsBefore(queries: Queries, accountId: number, before: Date): Promise<StatementFunds> {
  const rows = await statementFunds.rows(queries, { accountId, before });
  return { ...noStatementFunds, ...Object.fromEntries(rows.map(({ book, held }) => [book, held])) };
}

const statementCount = statement(
  'statement-count',
  `select count(distinct p.entry_id) as count from ledger_postings p join ledger_entries e on e.id = p.entry_id
   where p.account_id = :accountId and e.recorded_at >= :since and e.recorded_at < :before`,
);

export async function countEntries(
  queries: Queries,
  accountId: number,
  { since, before }: { since: Date; before: Date },
): Promise<number> {
  return (await statementCount.first(queries, { accountId, since, before }))?.count ?? 0;
}

/** Rows fetched from the database at a time. */
const pageRows = 1_000;

// In a business key, the kind is followed by the id of a position or a transaction, or by some other text.
const entriesOfAccount = statement(
  'statement-entries',
  `with own as (
    select e.id, e.business_key, e.recorded_at,
      array_agg(p.book order by p.line) as books,
      array_agg(p.amount_minor order by p.line) as amounts,
      array_agg(p.balance_after_minor order by p.line) as afters,
      case when split_part(e.business_key, ':', 2) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
        then split_part(e.business_key, ':', 2)::uuid end as subject
    from ledger_postings p join ledger_entries e on e.id = p.entry_id
    where p.account_id = :accountId and e.recorded_at >= :since and e.recorded_at < :before
    group by e.id
  )
  select own.id, own.business_key as "businessKey", own.recorded_at as "recordedAt", own.books, own.amounts, own.afters,
    t.type_id as "typeId", c.symbol, c.direction,
    case when own.business_key not like 'withdrawal-released:%' then null
      when t.status = 'declined' then 'declined' when t.status = 'cancelled' then 'cancelled' end as outcome
  from own
  left join positions c on own.business_key like 'close:%' and c.id = own.subject
  left join transactions t on own.business_key not like 'close:%' and t.id = own.subject
  order by own.recorded_at, own.id`,
  { pieceLength: pageRows },
);

/**
 * Reads the entries of an account in a span of time with a cursor, oldest first, a page at a time. `queries` must
 * belong to a database transaction that reads one snapshot.
 */
export async function* pageEntries(
  queries: Queries,
  accountId: number,
  span: { since: Date; before: Date },
): AsyncGenerator<StatementEntry[]> {
  for await (const rows of entriesOfAccount.pieces(queries, { accountId, ...span })) yield rows.map(entryOf);
}

type EntryRow = Awaited<ReturnType<typeof entriesOfAccount.rows>>[number];

function entryOf({ books, amounts, afters, ...entry }: EntryRow): StatementEntry {
  const postings = (books ?? []).flatMap((book, line) => {
    if (!isCustomerBook(book)) return [];
    return [{ book, amountMinor: amounts?.[line] ?? 0, afterMinor: afters?.[line] ?? 0 }];
  });
  return { ...entry, postings };
}

const isCustomerBook = (book: string): book is CustomerBook => book in noStatementFunds;
