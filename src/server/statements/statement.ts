import { shortNumber } from '../../lib/transactions/transaction-types.ts';
import type { CustomerBook } from '../ledger/rules/customer-funds.ts';

/** The content of a statement. All money in minor units. */

export type StatementFunds = Readonly<Record<CustomerBook, number>>;

/** A posting of an entry on one of the customer's books. */
export interface StatementPosting {
  book: CustomerBook;
  amountMinor: number;
  /** What the book holds after it. */
  afterMinor: number;
}

/** The customer's part of a ledger entry. */
export interface StatementEntry {
  id: string;
  businessKey: string;
  recordedAt: Date;
  postings: readonly StatementPosting[];
  /** The type of its transaction; null if it has none. */
  typeId: number | null;
  /** The symbol of its position; null if it has none. */
  symbol: string | null;
  direction: 'buy' | 'sell' | null;
  /** How the withdrawal ended whose reserve it released; null if it released none. */
  outcome: 'declined' | 'cancelled' | null;
}

export interface StatementRow extends StatementEntry {
  /** The kind of fact: the beginning of its business key. */
  kind: string;
  /** The change of the customer's total, including reserves; zero if money only moved between books. */
  amountMinor: number;
  /** The customer's total after it, including reserves. */
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
  /** The company behind it, and the lines of its postal address. */
  company: string;
  address: readonly string[];
}

/** The customer and the period of a statement; what the reader sees as text. */
export interface StatementHead {
  broker: StatementBroker;
  customer: string;
  /** The number by which the broker refers to the customer. */
  customerNumber: string;
  /** Days in UTC, both inclusive. */
  from: string;
  until: string;
  /** Nothing that was recorded later is included. */
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
 * What is read of an account for a statement: the books before the period, the entries in it, and the books at its end.
 */
export interface StatementFacts {
  head: StatementHead;
  opening: StatementFunds;
  entries: readonly StatementEntry[];
  /** From a separate sum in the database, so that missing lines would be noticed. */
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

/** The balance as screens show it: what can be traded with. */
export function balanceOf(funds: StatementFunds): number {
  return totalOf(funds) - funds.customer_reserved;
}

/**
 * The number that screens show for the subject of an entry; empty if it has none. The business key contains the whole
 * of it.
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
 * The statement of entries that are in order. Throws if opening, lines and closing do not agree: a wrong statement must
 * not be issued.
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
 * The most entries whose recorded order may differ from the order of posting: those of one commit, or of two that
 * overlapped.
 */
const longestLookahead = 64;

/**
 * Sorts entries from the order of recording into the order of posting: each continues from what the one before it left
 * in its books. Entries of the same instant have no other order. If none continues, the oldest comes next, so that
 * nothing is left out.
 */
export function orderEntries(opening: StatementFunds, sorted: readonly StatementEntry[]): StatementEntry[] {
  const held: Record<CustomerBook, number> = { ...opening };
  const waiting: StatementEntry[] = [];
  const ordered: StatementEntry[] = [];
  let next = 0;
  while (ordered.length < sorted.length) {
    while (waiting.length < longestLookahead && next < sorted.length) waiting.push(sorted[next++] as StatementEntry);
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
