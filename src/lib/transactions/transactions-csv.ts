import type { Transaction } from '../contract/accounts/account-entities.ts';
import { csvOf } from '../format/csv.ts';

/** The columns, by the contract's names: the same for every reader. */
const columns = [
  'transaction_id',
  'created_at',
  'transaction_type_id',
  'transaction_type',
  'transaction_status',
  'stage',
  'amount',
] as const satisfies readonly (keyof Transaction)[];

/**
 * Transactions as a CSV file with a header, in the order in which they are given. Amounts in major units of `currency` with two
 * decimals, instants ISO 8601 in UTC, types, statuses and stages in English.
 */
export function transactionsCsv(transactions: readonly Transaction[], currency: string): string {
  const rows = transactions.map((one) => [
    ...columns.map((column) => (column === 'amount' ? one.amount.toFixed(2) : one[column])),
    currency,
  ]);
  return csvOf([[...columns, 'currency'], ...rows]);
}
