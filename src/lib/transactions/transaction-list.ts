import type { Transaction } from '../contract/accounts/account-entities.ts';
import { csvOf } from '../format/csv.ts';
import { transactionGroupOf } from './transaction-types.ts';
import type { TransactionGroup } from './transaction-types.ts';

/** The customer's list of transactions: how long it gets, its order, and the list as a file. */

/** The most transactions that a customer's list has, the newest: years of one who pays in daily. */
export const mostTransactions = 5_000;

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
 * Transactions in an order, as a new list. `nameOf` gives the words that a reader sees of a type or status: these are
 * what is sorted by. What is alike stays newest first.
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

/** The columns of the file, by the contract's names: the same for every reader. */
const csvColumns = [
  'transaction_id',
  'created_at',
  'transaction_type_id',
  'transaction_type',
  'transaction_status',
  'stage',
  'amount',
] as const satisfies readonly (keyof Transaction)[];

/**
 * Transactions as a CSV file with a header, in the order in which they are given. Amounts in major units of `currency`
 * with two decimals, instants ISO 8601 in UTC, types, statuses and stages in English.
 */
export function transactionsCsv(transactions: readonly Transaction[], currency: string): string {
  const rows = transactions.map((one) => [
    ...csvColumns.map((column) => (column === 'amount' ? one.amount.toFixed(2) : one[column])),
    currency,
  ]);
  return csvOf([[...csvColumns, 'currency'], ...rows]);
}
