import { shortNumber } from '../../lib/transactions/transaction-types.ts';
import type { CustomerBook } from '../ledger/rules/customer-funds.ts';

/** What stands in a statement. All money in minor units. */

export type StatementFunds = Readonly<Record<CustomerBook, number>>;

/** A line of an entry on one of the customer's books. */
export interface StatementPosting {
  book: CustomerBook;
  amountMinor: number;
  /** What the book holds after it. */
  afterMinor: number;
}

/** An entry of the ledger, as far as it is the customer's. */
export interface StatementEntry {
  id: string;
  businessKey: string;
  recordedAt: Date;
  postings: readonly StatementPosting[];
  /** Of the transaction that it is of; null where it is of none. */
  typeId: number | null;
  /** Of the position that it is of; null where it is of none. */
  symbol: string | null;
  direction: 'buy' | 'sell' | null;
  /** How the withdrawal ended whose reserve it released; null where it released none. */
  outcome: 'declined' | 'cancelled' | null;
}

export interface StatementLine extends StatementEntry {
  /** What kind of fact it is: the beginning of its business key. */
  kind: string;
  /** What the customer has more by it, with reserves; zero where money only went from one book to another. */
  amountMinor: number;
  /** What the customer has after it, with reserves. */
  afterMinor: number;
}

export interface StatementTotal {
  kind: string;
  count: number;
  amountMinor: number;
}

/** Who makes a statement. */
export interface StatementBroker {
  /** Of the brand. */
  name: string;
  /** The company behind it, and the lines of its postal address. */
  company: string;
  address: readonly string[];
}

/** Whose and of when; what the reader sees as text. */
export interface StatementHead {
  broker: StatementBroker;
  customer: string;
  /** What the broker calls the customer by. */
  customerNumber: string;
  /** Days in UTC, both included. */
  from: string;
  until: string;
  /** Nothing that was recorded later stands in it. */
  madeAt: Date;
  /** ISO 4217. */
  currency: string;
}

export interface Statement {
  head: StatementHead;
  opening: StatementFunds;
  lines: readonly StatementLine[];
  totals: readonly StatementTotal[];
  closing: StatementFunds;
}

/** What is read of an account for a statement: before the period, in it, and what the books hold at its end. */
export interface StatementFacts {
  head: StatementHead;
  opening: StatementFunds;
  entries: readonly StatementEntry[];
  /** By a sum of its own in the database, so that lines that were left out would be found. */
  closing: StatementFunds;
}

export const noStatementFunds: StatementFunds = {
  customer: 0,
  customer_bonus: 0,
  customer_credit: 0,
  customer_reserved: 0,
};

/** All that a customer has, with what waits to be paid out. */
export function totalOf(funds: StatementFunds): number {
  return Object.values(funds).reduce((sum, held) => sum + held, 0);
}

/** What screens show as the balance: what can be traded with. */
export function balanceOf(funds: StatementFunds): number {
  return totalOf(funds) - funds.customer_reserved;
}

/**
 * The number that screens show of what an entry is about; empty where it is about nothing that has one. The whole of it
 * is in the business key.
 */
export function shownNumber(businessKey: string): string {
  const id = /:([0-9a-f]{8}-[0-9a-f-]{27})$/.exec(businessKey)?.[1];
  return id === undefined ? '' : shortNumber(id);
}

/** The kind of fact that a business key names: `close:<position>` is a `close`. */
export function kindOf(businessKey: string): string {
  return businessKey.split(':', 1)[0] ?? '';
}

/**
 * The statement of entries that are in order. Throws where what was before, the lines and what is after do not agree: a
 * statement that is wrong must not be made.
 */
export function statementOf({ head, opening, entries, closing }: StatementFacts): Statement {
  const held: Record<CustomerBook, number> = { ...opening };
  const totals = new Map<string, StatementTotal>();
  const lines = entries.map((entry): StatementLine => {
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
  return { head, opening, lines, totals: [...totals.values()], closing };
}

/**
 * So many entries may have been recorded in another order than the one in which they were posted: those of one commit,
 * or of two that met.
 */
const longestLook = 64;

/**
 * Puts entries, sorted by when they were recorded, into the order in which they were posted: each goes on from what the
 * one before it left in its books. Entries of one instant have no other order. Where none goes on, the oldest comes
 * next: nothing is left out.
 */
export function orderEntries(opening: StatementFunds, sorted: readonly StatementEntry[]): StatementEntry[] {
  const held: Record<CustomerBook, number> = { ...opening };
  const waiting: StatementEntry[] = [];
  const ordered: StatementEntry[] = [];
  let next = 0;
  while (ordered.length < sorted.length) {
    while (waiting.length < longestLook && next < sorted.length) waiting.push(sorted[next++] as StatementEntry);
    const found = waiting.findIndex((entry) => goesOn(entry, held));
    const [entry] = waiting.splice(Math.max(0, found), 1) as [StatementEntry];
    for (const { book, afterMinor } of entry.postings) held[book] = afterMinor;
    ordered.push(entry);
  }
  return ordered;
}

function goesOn({ postings }: StatementEntry, held: StatementFunds): boolean {
  return postings.every(({ book, amountMinor, afterMinor }) => held[book] === afterMinor - amountMinor);
}
