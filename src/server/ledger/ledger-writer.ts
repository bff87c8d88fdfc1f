import type { Queries } from '../db/database.ts';
import type { houseBooks } from '../../lib/transactions/ledger-books.ts';
import type { CustomerBook, CustomerFunds, FundsChange } from './rules/customer-funds.ts';
import { changedFunds, heldBy, noFunds } from './rules/customer-funds.ts';

export type HouseBook = (typeof houseBooks)[number];

/** A line on a customer's book. `balanceAfterMinor`: what that book holds after it. */
export interface CustomerPosting {
  book: CustomerBook;
  accountId: number;
  amountMinor: number;
  balanceAfterMinor: number;
}

/** A line on a book that is no customer's. `party`: the payment provider of the book `provider`. */
export type HousePosting =
  | { book: 'provider'; party: string; amountMinor: number }
  | { book: Exclude<HouseBook, 'provider'>; amountMinor: number };

/** One line of an entry, in minor units. Positive: the book owes more (a customer's balance grows). */
export type LedgerPosting = CustomerPosting | HousePosting;

/** One business fact. Its postings sum to zero; its business key lets it be posted once. */
export interface LedgerEntry {
  id: string;
  businessKey: string;
  recordedAt: Date;
  postings: readonly LedgerPosting[];
}

/** A fact of one customer. */
export interface CustomerFact {
  id: string;
  businessKey: string;
  recordedAt: Date;
  accountId: number;
  /** What each book of the customer gains. */
  change: FundsChange;
  /** What bears the rest of it; none where money only moves between the customer's own books. */
  against?: { book: 'provider'; party: string } | { book: Exclude<HouseBook, 'provider'> };
}

export interface PostedFact {
  entry: LedgerEntry;
  /** What the customer has after it. */
  funds: CustomerFunds;
}

/** The entry of a fact of a customer who has those funds before it. */
export function customerFact(funds: CustomerFunds, fact: CustomerFact): PostedFact {
  const { id, businessKey, recordedAt, accountId, change, against } = fact;
  const after = changedFunds(funds, change);
  const books = Object.entries(change) as [CustomerBook, number][];
  const lines: LedgerPosting[] = books.map(([book, amountMinor]) => {
    return { book, accountId, amountMinor, balanceAfterMinor: heldBy(after, book) };
  });
  const sumMinor = books.reduce((sum, [, amountMinor]) => sum + amountMinor, 0);
  // A zero of either sign is the same to the books, and not to whoever compares entries.
  const postings = against ? [...lines, { ...against, amountMinor: sumMinor === 0 ? 0 : -sumMinor }] : lines;
  return { entry: { id, businessKey, recordedAt, postings }, funds: after };
}

/** Whether a line is on a customer's book. */
export function isCustomerPosting(posting: LedgerPosting): posting is CustomerPosting {
  return 'accountId' in posting;
}

/** How many parameters `ledgerInserts` takes. */
export const ledgerParameterCount = 10;

/**
 * The inserts of entries and their postings as members of a `with` list, for a caller that writes its own rows in the same
 * statement; `first` is the number of their first parameter. The values come from `ledgerValues`.
 */
export function ledgerInserts(first: number): string {
  const parameter = (offset: number) => `$${first + offset}`;
  return `
    recorded_entries as (
      insert into ledger_entries (id, business_key, recorded_at)
      select * from unnest(${parameter(0)}::uuid[], ${parameter(1)}::text[], ${parameter(2)}::timestamptz[])
    ),
    recorded_postings as (
      insert into ledger_postings (entry_id, line, book, account_id, amount_minor, balance_after_minor, party)
      select * from unnest(${parameter(3)}::uuid[], ${parameter(4)}::smallint[], ${parameter(5)}::text[],
        ${parameter(6)}::bigint[], ${parameter(7)}::bigint[], ${parameter(8)}::bigint[], ${parameter(9)}::text[])
    )`;
}

/** The values of `ledgerInserts`. Throws on an entry that does not sum to zero: that is a bug, never a refusal. */
export function ledgerValues(entries: readonly LedgerEntry[]): unknown[] {
  const lines = entries.flatMap((entry) => {
    if (entry.postings.reduce((sum, { amountMinor }) => sum + amountMinor, 0) !== 0) {
      throw new Error(`The postings of ${entry.businessKey} do not sum to zero`);
    }
    return entry.postings.map((posting, line) => ({ entryId: entry.id, line, posting }));
  });
  return [
    entries.map(({ id }) => id),
    entries.map(({ businessKey }) => businessKey),
    entries.map(({ recordedAt }) => recordedAt),
    lines.map(({ entryId }) => entryId),
    lines.map(({ line }) => line),
    lines.map(({ posting }) => posting.book),
    lines.map(({ posting }) => (isCustomerPosting(posting) ? posting.accountId : null)),
    lines.map(({ posting }) => posting.amountMinor),
    lines.map(({ posting }) => (isCustomerPosting(posting) ? posting.balanceAfterMinor : null)),
    lines.map(({ posting }) => (posting.book === 'provider' ? posting.party : null)),
  ];
}

/** How many parameters `postStatement` takes. */
export const postParameterCount = ledgerParameterCount + 5;

/**
 * What posts entries and adds them to the cached sums of their customers, to stand behind `with` or behind the last member of such a
 * list; `first` is the number of its first parameter. The values come from `postValues`.
 */
export function postStatement(first: number): string {
  const parameter = (offset: number) => `$${first + ledgerParameterCount + offset}`;
  return `
    ${ledgerInserts(first)}
    update accounts a
    set balance_minor = a.balance_minor + c.balance, bonus_minor = a.bonus_minor + c.bonus,
      credit_minor = a.credit_minor + c.credit, reserved_minor = a.reserved_minor + c.reserved
    from unnest(${parameter(0)}::bigint[], ${parameter(1)}::bigint[], ${parameter(2)}::bigint[], ${parameter(3)}::bigint[],
      ${parameter(4)}::bigint[]) as c (id, balance, bonus, credit, reserved)
    where a.id = c.id`;
}

/** The values of `postStatement`, for entries as `postEntries` takes them. */
export function postValues(entries: readonly LedgerEntry[]): unknown[] {
  const changes = new Map<number, CustomerFunds>();
  for (const posting of entries.flatMap(({ postings }) => postings)) {
    if (!isCustomerPosting(posting)) continue;
    const { accountId, book, amountMinor } = posting;
    changes.set(accountId, changedFunds(changes.get(accountId) ?? noFunds, { [book]: amountMinor }));
  }
  const sums = [...changes.values()];
  return [
    ...ledgerValues(entries),
    [...changes.keys()],
    sums.map(({ balanceMinor }) => balanceMinor),
    sums.map(({ bonusMinor }) => bonusMinor),
    sums.map(({ creditMinor }) => creditMinor),
    sums.map(({ reservedMinor }) => reservedMinor),
  ];
}

/**
 * Posts entries and adds them to the cached sums of their customers. The caller holds the row locks of those accounts and
 * gives the entries of each in order. A business key that is there already fails the statement: the fact was posted before.
 */
export async function postEntries(queries: Queries, entries: readonly LedgerEntry[]): Promise<void> {
  await queries.query({ name: 'ledger-post', text: `with ${postStatement(1)}`, values: postValues(entries) });
}
