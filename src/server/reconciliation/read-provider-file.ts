import type { Moment, ValueFormats } from '../../lib/format/read-values.ts';
import { readAmount, readMoment } from '../../lib/format/read-values.ts';
import type { CsvRecord } from '../read-csv.ts';

/** The columns that a provider's file may have for a payment. */
export const columnNames = ['id', 'reference', 'amount', 'currency', 'status', 'date'] as const;
export type ColumnName = (typeof columnNames)[number];

/** The values in one row of a provider's file. */
export interface ProviderRow {
  line: number;
  /** Our id of the payment; empty if there is none. */
  id: string;
  /** The provider's reference for the payment; empty if there is none. */
  reference: string;
  /** Negative: it was paid out or returned. */
  amountMinor: number;
  /** ISO 4217; null: the file does not say. */
  currency: string | null;
  isPaid: boolean;
  at: Moment | null;
}

export interface UnreadableRow {
  line: number;
  /** Says what cannot be read. */
  why: string;
}

/**
 * The usual titles of columns in lower case, for columns that the operator does not name. Whether an `id` is ours or
 * the provider's is unknown, so it may be both.
 */
const usualNames: Readonly<Record<ColumnName, readonly string[]>> = {
  id: ['transaction_id', 'order_id', 'client_reference_id', 'merchant_reference', 'order', 'our_id', 'id'],
  reference: ['reference', 'payment_id', 'provider_reference', 'charge_id', 'checkout session id', 'id'],
  amount: ['amount', 'gross', 'value', 'betrag', 'importo', 'importe'],
  currency: ['currency', 'ccy', 'währung', 'valuta', 'moneda'],
  status: ['status', 'state'],
  date: [
    'date',
    'created',
    'created_at',
    'paid_at',
    'created (utc)',
    'created date (utc)',
    'time',
    'datum',
    'data',
    'fecha',
  ],
};

/** Statuses that mean that money has come, unless the operator names others. */
export const usualPaidWords = 'paid,succeeded,success,successful,completed,complete,approved,captured,settled,ok';

/** Statuses that mean that a negative amount was returned, whichever statuses mean that money has come. */
const refundWords: ReadonlySet<string> = new Set(['refund', 'refunded']);

export type Columns = Readonly<Partial<Record<ColumnName, number>>>;

/** The titles in the file of the columns that were found. */
export type UsedColumns = Readonly<Partial<Record<ColumnName, string>>>;

export function usedColumns(header: readonly string[], columns: Columns): UsedColumns {
  const titleAt = (index: number | undefined) => (index === undefined ? undefined : header[index]?.trim());
  return Object.fromEntries(
    columnNames.flatMap((name) => {
      const title = titleAt(columns[name]);
      return title === undefined ? [] : [[name, title]];
    }),
  );
}

/** Finds the columns in the header; if one is missing, returns a text that says which. */
export function findColumns(header: readonly string[], named: ReadonlyMap<ColumnName, string>): Columns | string {
  const titles = header.map((title) => title.trim().toLowerCase());
  const indexes: Partial<Record<ColumnName, number>> = {};
  for (const name of columnNames) {
    const title = named.get(name);
    const candidates = title === undefined ? usualNames[name] : [title.toLowerCase()];
    const index = candidates.map((candidate) => titles.indexOf(candidate)).find((found) => found !== -1);
    if (index !== undefined) indexes[name] = index;
    else if (title !== undefined) return `There is no column ${title}. The file has ${header.join(', ')}.`;
  }
  if (indexes.amount === undefined) return `Which column is the amount? The file has ${header.join(', ')}.`;
  if (indexes.id !== undefined || indexes.reference !== undefined) return indexes;
  return `Which column names the payment (id: ours, reference: the provider's)? The file has ${header.join(', ')}.`;
}

export interface RowFormats extends ValueFormats {
  columns: Columns;
  /** In lower case. */
  paidWords: ReadonlySet<string>;
}

/** Reads a row. If there is no column for the status, every row counts as paid. */
export function readRow(record: CsvRecord, formats: RowFormats): ProviderRow | UnreadableRow {
  const { columns, paidWords, dates } = formats;
  const { line } = record;
  const valueOf = (name: ColumnName) => {
    const index = columns[name];
    return index === undefined ? undefined : (record.values[index] ?? '').trim();
  };
  const [id = '', reference = ''] = [valueOf('id'), valueOf('reference')];
  if (id === '' && reference === '') return { line, why: 'it names no payment' };
  const amount = valueOf('amount') ?? '';
  const amountMinor = readAmount(amount, formats);
  if (amountMinor === null) return { line, why: `the amount ${amount || '(empty)'} is unreadable or ambiguous` };
  const date = valueOf('date');
  const at = date ? readMoment(date, dates) : null;
  if (date && !at) return { line, why: `the date ${date} is unreadable or ambiguous` };
  const status = valueOf('status')?.toLowerCase();
  const isPaid = status === undefined || paidWords.has(status) || (amountMinor < 0 && refundWords.has(status));
  return { line, id, reference, amountMinor, currency: valueOf('currency')?.toUpperCase() || null, isPaid, at };
}
