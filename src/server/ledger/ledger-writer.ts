import type { Queries } from '../db/database.ts';
import type { ledgerBooks } from '../db/schema/money.ts';

export type LedgerBook = (typeof ledgerBooks)[number];

/** One line of an entry, in minor units. Positive: the book owes more (a customer's balance grows). */
export type LedgerPosting =
  | { book: 'customer'; accountId: number; amountMinor: number; balanceAfterMinor: number }
  | { book: Exclude<LedgerBook, 'customer'>; amountMinor: number };

/** One business fact. Its postings sum to zero; its business key lets it be posted once. */
export interface LedgerEntry {
  id: string;
  businessKey: string;
  recordedAt: Date;
  postings: readonly LedgerPosting[];
}

export interface CustomerPosting {
  id: string;
  businessKey: string;
  recordedAt: Date;
  accountId: number;
  /** What the customer gains; the other book loses as much. */
  amountMinor: number;
  balanceAfterMinor: number;
  against: Exclude<LedgerBook, 'customer'>;
}

/** The entry of a fact between a customer and one other book. */
export function customerEntry(fact: CustomerPosting): LedgerEntry {
  const { id, businessKey, recordedAt, accountId, amountMinor, balanceAfterMinor, against } = fact;
  return {
    id,
    businessKey,
    recordedAt,
    postings: [
      { book: 'customer', accountId, amountMinor, balanceAfterMinor },
      { book: against, amountMinor: amountMinor === 0 ? 0 : -amountMinor },
    ],
  };
}

/** How many parameters `ledgerInserts` takes. */
export const ledgerParameterCount = 9;

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
      insert into ledger_postings (entry_id, line, book, account_id, amount_minor, balance_after_minor)
      select * from unnest(${parameter(3)}::uuid[], ${parameter(4)}::smallint[], ${parameter(5)}::text[],
        ${parameter(6)}::bigint[], ${parameter(7)}::bigint[], ${parameter(8)}::bigint[])
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
    lines.map(({ posting }) => (posting.book === 'customer' ? posting.accountId : null)),
    lines.map(({ posting }) => posting.amountMinor),
    lines.map(({ posting }) => (posting.book === 'customer' ? posting.balanceAfterMinor : null)),
  ];
}

const postStatement = `
  with ${ledgerInserts(1)}
  update accounts a set balance_minor = b.balance_minor
  from unnest($10::bigint[], $11::bigint[]) as b (id, balance_minor) where a.id = b.id`;

/**
 * Posts entries and sets the cached balances of their customers. The caller holds the row locks of those accounts and gives
 * the entries of each in order. A business key that is there already fails the statement: the fact was posted before.
 */
export async function postEntries(queries: Queries, entries: readonly LedgerEntry[]): Promise<void> {
  const balances = new Map<number, number>();
  for (const posting of entries.flatMap(({ postings }) => postings)) {
    if (posting.book === 'customer') balances.set(posting.accountId, posting.balanceAfterMinor);
  }
  await queries.query({
    name: 'ledger-post',
    text: postStatement,
    values: [...ledgerValues(entries), [...balances.keys()], [...balances.values()]],
  });
}
