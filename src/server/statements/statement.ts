import { shortNumber } from '../../lib/transactions/transaction-types.ts';
import type { CustomerBook } from '../ledger/rules/customer-funds.ts';

/** The content of a statement. All money is in minor units. */

export type StatementFunds = Readonly<Record<CustomerBook, number>>;

/** A posting of an entry on one of the customer's books. */
export interface StatementPosting {
  book: CustomerBook;
  amountMinor: number;
  /** What the book holds after this posting. */
  afterMinor: number;
}

/** The customer's part of a ledger entry. */
export interface StatementEntry {
  id: string;
  businessKey: string;
  recordedAt: Date;
  postings: readonly StatementPosting[];
  /** The type of the entry's transaction; null if it has none. */
  typeId: number | null;
  /** The symbol of the entry's position; null if it has none. */
  symbol: string | null;
  direction: 'buy' | 'sell' | null;
  /** If the entry released the reserve of a withdrawal, how that withdrawal ended; otherwise null. */
  outcome: 'declined' | 'cancelled' | null;
}

export interface StatementRow extends StatementEntry {
  /** The kind of entry: the beginning of its business key. */
  kind: string;
  /** The change of the customer's total, including reserves; zero if money only moved between books. */
  amountMinor: number;
  /** The customer's total after the entry, including reserves. */
  afterMinor: number;
}

export interface StatementTotal {
  kind: string;
  count: number;
  amountMinor: number;
}

/** The issuer of a statement. */
export interface StatementBroker {
  /** The brand's name. */
  name: string;
  /** The company behind the brand; `address` is its postal address, line by line. */
  company: string;
  address: readonly string[];
}

/** The broker, the customer and the period of a statement, as the reader sees them. */
export interface StatementHead {
  broker: StatementBroker;
  customer: string;
  /** The number by which the broker refers to the customer. */
  customerNumber: string;
  /** Days in UTC, both inclusive. */
  from: string;
  until: string;
  /** When the statement was made. Entries recorded later are not included. */
  madeAt: Date;
  /** ISO 4217. */
  currency: string;
}

export interface Statement {
  head: StatementHead;
  opening: StatementFunds;
  rows: readonly StatementRow[];
  totals: readonly StatementTotal[];
  closing: StatementFunds;
}

/**
 * The data from which a statement is made: what the books held before the period, its entries, and what the books held
 * at its end.
 */
export interface StatementFacts {
  head: StatementHead;
  opening: StatementFunds;
  entries: readonly StatementEntry[];
  /** Summed separately in the database, so missing entries are noticed. */
  closing: StatementFunds;
}

export const noStatementFunds: StatementFunds = {
  customer: 0,
  customer_bonus: 0,
  customer_credit: 0,
  customer_reserved: 0,
};

/** Everything that a customer has, including reserves. */
export function totalOf(funds: StatementFunds): number {
  return Object.values(funds).reduce((sum, held) => sum + held, 0);
}

/** The balance as screens show it, which the customer can trade with. */
export function balanceOf(funds: StatementFunds): number {
  return totalOf(funds) - funds.customer_reserved;
}

/**
 * The short number that screens show for the position or transaction of an entry; empty if it has neither. The business
 * key contains the full id.
 */
export function shownNumber(businessKey: string): string {
  const id = /:([0-9a-f]{8}-[0-9a-f-]{27})$/.exec(businessKey)?.[1];
  return id === undefined ? '' : shortNumber(id);
}

/** The kind of a business key, the part before the first colon: `close` for `close:<position>`. */
export function kindOf(businessKey: string): string {
  return businessKey.split(':', 1)[0] ?? '';
}

/**
 * Makes a statement from entries in the order of posting. Throws if the opening balances and the entries do not add up
 * to the closing balances: a wrong statement must not be issued.
 */
export function statementOf({ head, opening, entries, closing }: StatementFacts): Statement {
  const held: Record<CustomerBook, number> = { ...opening };
  const totals = new Map<string, StatementTotal>();
  const rows = entries.map((entry): StatementRow => {
    let amountMinor = 0;
    for (const posting of entry.postings) {
      held[posting.book] += posting.amountMinor;
      amountMinor += posting.amountMinor;
    }
    const kind = kindOf(entry.businessKey);
    const total = totals.get(kind) ?? { kind, count: 0, amountMinor: 0 };
    totals.set(kind, { kind, count: total.count + 1, amountMinor: total.amountMinor + amountMinor });
    return { ...entry, kind, amountMinor, afterMinor: totalOf(held) };
  });
  for (const book of Object.keys(closing) as CustomerBook[])
    if (held[book] !== closing[book])
      throw new Error(
        `The lines of a statement come to ${held[book]} in the book ${book}, which holds ${closing[book]}`,
      );
  return { head, opening, rows, totals: [...totals.values()], closing };
}

/**
 * How far, in entries, the order of recording may differ from the order of posting: by the entries of one commit, or of
 * two overlapping commits.
 */
const longestLookahead = 64;

/**
 * Sorts entries, given in the order of recording, into the order of posting: each entry starts from what the entries
 * before it left in its books. Entries of the same instant cannot be ordered in any other way. If no entry fits, the
 * oldest comes next, so no entry is lost.
 */
export function orderEntries(opening: StatementFunds, sorted: readonly StatementEntry[]): StatementEntry[] {
  const held: Record<CustomerBook, number> = { ...opening };
  const waiting: StatementEntry[] = [];
  const ordered: StatementEntry[] = [];
  let next = 0;
  while (ordered.length < sorted.length) {
    while (waiting.length < longestLookahead && next < sorted.length) waiting.push(sorted[next++] as StatementEntry);
    const found = waiting.findIndex((entry) => startsFrom(entry, held));
    const [entry] = waiting.splice(Math.max(0, found), 1) as [StatementEntry];
    for (const { book, afterMinor } of entry.postings) held[book] = afterMinor;
    ordered.push(entry);
  }
  return ordered;
}

function startsFrom({ postings }: StatementEntry, held: StatementFunds): boolean {
  return postings.every(({ book, amountMinor, afterMinor }) => held[book] === afterMinor - amountMinor);
}
