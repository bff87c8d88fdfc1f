import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';
import type { houseBooks } from '../../lib/transactions/ledger-books.ts';
import type { CustomerBook, CustomerFunds, FundsChange } from './rules/customer-funds.ts';
import { changedFunds, heldBy, noFunds } from './rules/customer-funds.ts';

export type HouseBook = (typeof houseBooks)[number];

/** A posting on a customer's book. `balanceAfterMinor` is what the book holds after the posting. */
export interface CustomerPosting {
  book: CustomerBook;
  accountId: number;
  amountMinor: number;
  balanceAfterMinor: number;
}

/** A posting on a book that belongs to no customer. `party` is the payment provider, for the book `provider`. */
export type HousePosting =
  | { book: 'provider'; party: string; amountMinor: number }
  | { book: Exclude<HouseBook, 'provider'>; amountMinor: number };

/**
 * One posting of an entry, in minor units. A positive amount increases what the book owes, such as a customer's
 * balance.
 */
export type LedgerPosting = CustomerPosting | HousePosting;

/**
 * The entry of one business fact. Its postings sum to zero; its business key ensures that the fact is posted only once.
 */
export interface LedgerEntry {
  id: string;
  businessKey: string;
  recordedAt: Date;
  postings: readonly LedgerPosting[];
}

/** A fact about one customer. */
export interface CustomerFact {
  id: string;
  businessKey: string;
  recordedAt: Date;
  accountId: number;
  /** What the fact adds to each book of the customer, in minor units. */
  change: FundsChange;
  /** The book with the opposite posting; undefined if money only moves between the customer's own books. */
  against?: { book: 'provider'; party: string } | { book: Exclude<HouseBook, 'provider'> };
}

export interface PostedFact {
  entry: LedgerEntry;
  /** The customer's funds after the fact. */
  funds: CustomerFunds;
}

/** Makes the entry for a fact about a customer. `funds` are the customer's funds before the fact. */
export function customerFact(funds: CustomerFunds, fact: CustomerFact): PostedFact {
  const { id, businessKey, recordedAt, accountId, change, against } = fact;
  const after = changedFunds(funds, change);
  const books = Object.entries(change) as [CustomerBook, number][];
  const lines: LedgerPosting[] = books.map(([book, amountMinor]) => {
    return { book, accountId, amountMinor, balanceAfterMinor: heldBy(after, book) };
  });
  const sumMinor = books.reduce((sum, [, amountMinor]) => sum + amountMinor, 0);
  // Avoids −0, which the books treat as 0 but a comparison of entries does not.
  const postings = against ? [...lines, { ...against, amountMinor: sumMinor === 0 ? 0 : -sumMinor }] : lines;
  return { entry: { id, businessKey, recordedAt, postings }, funds: after };
}

/** Whether a posting is on a customer's book. */
export function isCustomerPosting(posting: LedgerPosting): posting is CustomerPosting {
  return 'accountId' in posting;
}

/**
 * SQL that inserts entries and their postings, as members of a `with` list. Its parameters come from `ledgerValues`.
 */
export const ledgerInserts = `
  recorded_entries as (
    insert into ledger_entries (id, business_key, recorded_at)
    select * from unnest(:entryIds::uuid[], :businessKeys::text[], :recordedAt::timestamptz[])
  ),
  recorded_postings as (
    insert into ledger_postings (entry_id, line, book, account_id, amount_minor, balance_after_minor, party)
    select * from unnest(:postingEntryIds::uuid[], :lines::smallint[], :books::text[], :postingAccountIds::bigint[],
      :postedMinor::bigint[], :balancesAfterMinor::bigint[], :parties::text[])
  )`;

/** The parameters of `ledgerInserts`. Throws if an entry does not sum to zero, which is a bug and never a refusal. */
export function ledgerValues(entries: readonly LedgerEntry[]) {
  const lines = entries.flatMap((entry) => {
    if (entry.postings.reduce((sum, { amountMinor }) => sum + amountMinor, 0) !== 0) {
      throw new Error(`The postings of ${entry.businessKey} do not sum to zero`);
    }
    return entry.postings.map((posting, line) => ({ entryId: entry.id, line, posting }));
  });
  return {
    entryIds: entries.map(({ id }) => id),
    businessKeys: entries.map(({ businessKey }) => businessKey),
    recordedAt: entries.map(({ recordedAt }) => recordedAt),
    postingEntryIds: lines.map(({ entryId }) => entryId),
    lines: lines.map(({ line }) => line),
    books: lines.map(({ posting }) => posting.book),
    postingAccountIds: lines.map(({ posting }) => (isCustomerPosting(posting) ? posting.accountId : null)),
    postedMinor: lines.map(({ posting }) => posting.amountMinor),
    balancesAfterMinor: lines.map(({ posting }) => (isCustomerPosting(posting) ? posting.balanceAfterMinor : null)),
    parties: lines.map(({ posting }) => (posting.book === 'provider' ? posting.party : null)),
  };
}

/**
 * SQL that posts entries and adds them to the cached sums of their customers. It follows the word `with`, or the
 * members of a `with` list. Its parameters come from `postValues`.
 */
export const postStatement = `
  ${ledgerInserts}
  update accounts a
  set balance_minor = a.balance_minor + c.balance, bonus_minor = a.bonus_minor + c.bonus,
    credit_minor = a.credit_minor + c.credit, reserved_minor = a.reserved_minor + c.reserved
  from unnest(:accountIds::bigint[], :balancesMinor::bigint[], :bonusesMinor::bigint[], :creditsMinor::bigint[],
    :reservesMinor::bigint[]) as c (id, balance, bonus, credit, reserved)
  where a.id = c.id`;

/** The parameters of `postStatement`. The entries must be as for `postEntries`. */
export function postValues(entries: readonly LedgerEntry[]) {
  const changes = new Map<number, CustomerFunds>();
  for (const posting of entries.flatMap(({ postings }) => postings)) {
    if (!isCustomerPosting(posting)) continue;
    const { accountId, book, amountMinor } = posting;
    changes.set(accountId, changedFunds(changes.get(accountId) ?? noFunds, { [book]: amountMinor }));
  }
  const sums = [...changes.values()];
  return {
    ...ledgerValues(entries),
    accountIds: [...changes.keys()],
    balancesMinor: sums.map(({ balanceMinor }) => balanceMinor),
    bonusesMinor: sums.map(({ bonusMinor }) => bonusMinor),
    creditsMinor: sums.map(({ creditMinor }) => creditMinor),
    reservesMinor: sums.map(({ reservedMinor }) => reservedMinor),
  };
}

const post = statement('ledger-post', `with ${postStatement}`);

/**
 * Posts entries and adds them to the cached sums of their customers. The caller must hold the row locks of those
 * accounts and pass the entries of each account in order. The statement fails if a business key exists, because the
 * fact was posted before.
 */
export async function postEntries(queries: Queries, entries: readonly LedgerEntry[]): Promise<void> {
  await post.write(queries, postValues(entries));
}
