import type { CustomerBook } from '../ledger/rules/customer-funds.ts';
import type { StatementEntry, StatementFunds } from './statement.ts';

/** So many entries may have been recorded in another order than the one in which they were posted: those of one commit, or of two that met. */
const longestLook = 64;

/**
 * Puts entries, sorted by when they were recorded, into the order in which they were posted: each goes on from what the one before it left
 * in its books. Entries of one instant have no other order. Where none goes on, the oldest comes next: nothing is left out.
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
