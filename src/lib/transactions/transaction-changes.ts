import type { Transaction } from '../contract/accounts/account-entities.ts';

/** A list that was loaded again, and what is new in it. */
export interface TransactionChanges {
  /** In the order of the new one. What is as it was is the same object as before. */
  transactions: readonly Transaction[];
  /** Those that came, or that are not as they were. */
  changed: readonly Transaction[];
}

/** Holds a list against the one from before. */
export function changesOf(before: readonly Transaction[], after: readonly Transaction[]): TransactionChanges {
  const known = new Map(before.map((one) => [one.transaction_id, one]));
  const transactions = after.map((one) => {
    const old = known.get(one.transaction_id);
    return old && isSame(old, one) ? old : one;
  });
  const kept = new Set(before);
  return { transactions, changed: transactions.filter((one) => !kept.has(one)) };
}

/** The rest of a transaction never changes, and its status not without its stage. */
function isSame(one: Transaction, other: Transaction): boolean {
  return one.stage === other.stage && one.amount === other.amount;
}
