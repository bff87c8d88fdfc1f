import type { Transaction } from '../contract/accounts/account-entities.ts';
import { csvOf } from '../format/csv.ts';
import { transactionGroupOf } from './transaction-types.ts';
import type { TransactionGroup } from './transaction-types.ts';

/** A customer's list of transactions: its maximum length, its order, and its CSV file. */

/** The most transactions in a customer's list (the newest): enough for years of daily deposits. */
export const mostTransactions = 5_000;

/** What a list of transactions can be sorted by. */
export const transactionSorts = ['created_at', 'transaction_type_id', 'amount', 'transaction_status'] as const;
export type TransactionSort = (typeof transactionSorts)[number];

export interface TransactionChoice {
  sort: TransactionSort;
  order: 'asc' | 'desc';
}

/** The transactions of a group, in their original order. */
export function transactionsOf(all: readonly Transaction[], group: TransactionGroup): Transaction[] {
  return all.filter((one) => transactionGroupOf(one.transaction_type_id) === group);
}

/**
 * A sorted copy of transactions. Types and statuses are sorted by `nameOf`, the text that the reader sees. Transactions
 * with the same value are sorted newest first.
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

/** The columns of the file, named as in the contract: the same in every language. */
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
 * Transactions as a CSV file with a header, in the given order. Amounts in major units of `currency` with two decimals,
 * instants in ISO 8601 (UTC), types, statuses and stages in English.
 */
export function transactionsCsv(transactions: readonly Transaction[], currency: string): string {
  const rows = transactions.map((one) => [
    ...csvColumns.map((column) => (column === 'amount' ? one.amount.toFixed(2) : one[column])),
    currency,
  ]);
  return csvOf([[...csvColumns, 'currency'], ...rows]);
}
