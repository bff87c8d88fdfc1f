import type { Transaction } from '../contract/accounts/account-entities.ts';
import type { TransactionGroup } from './transaction-types.ts';
import { transactionGroupOf } from './transaction-types.ts';

/** What a list of transactions can be put in order by. */
export const transactionSorts = ['created_at', 'transaction_type_id', 'amount', 'transaction_status'] as const;
export type TransactionSort = (typeof transactionSorts)[number];

export interface TransactionChoice {
  sort: TransactionSort;
  order: 'asc' | 'desc';
}

/** Those of a group, in the order in which they came. */
export function transactionsOf(all: readonly Transaction[], group: TransactionGroup): Transaction[] {
  return all.filter((one) => transactionGroupOf(one.transaction_type_id) === group);
}

/**
 * Transactions in an order, as a new list. `nameOf` gives the words that a reader sees of a type or status: these are what is
 * sorted by. What is alike stays newest first.
 */
export function sortTransactions(
  transactions: readonly Transaction[],
  { sort, order }: TransactionChoice,
  { nameOf, locale }: { nameOf: (transaction: Transaction, sort: TransactionSort) => string; locale: string },
): Transaction[] {
  const { compare: compareWords } = new Intl.Collator(locale);
  const sign = order === 'asc' ? 1 : -1;
  const compare = (one: Transaction, other: Transaction): number => {
    if (sort === 'amount') return one.amount - other.amount;
    if (sort === 'created_at') return compareInstants(one, other);
    return compareWords(nameOf(one, sort), nameOf(other, sort));
  };
  return transactions.toSorted((one, other) => sign * compare(one, other) || compareInstants(other, one));
}

function compareInstants(one: Transaction, other: Transaction): number {
  return Date.parse(one.created_at) - Date.parse(other.created_at);
}
