import type { CsvCell } from '../../lib/format/csv.ts';
import { csvOf } from '../../lib/format/csv.ts';
import { toMajor } from '../../lib/money.ts';
import type { Translate } from '../../lib/i18n/translate.ts';
import type { CustomerBook } from '../ledger/rules/customer-funds.ts';
import type { Statement, StatementFunds, StatementRow } from './statement.ts';
import { totalOf } from './statement.ts';
import { kindText, rowText } from './statement-words.ts';

/**
 * The columns. `record` is the kind of row: `about` is a fact about the statement, `opening` and `closing` are what a
 * book holds, `line` is a ledger entry, `posting` is its effect on one book, and `total` is the sum of all lines of a
 * kind.
 */
export const statementColumns = [
  ...['record', 'number', 'recorded_at', 'entry', 'reference', 'description', 'book', 'amount', 'before', 'after'],
  'currency',
] as const;

/** Tells spreadsheets that the file is UTF-8. */
export const byteOrderMark = '\uFEFF';

/** The version of the file's format. `verifyStatement` reads only this version. */
export const statementFormatVersion = '1';

type Row = Partial<
  Record<'record' | 'number' | 'recordedAt' | 'entry' | 'reference' | 'description' | 'book', string>
> & {
  amount?: number;
  before?: number;
  after?: number;
};

/**
 * Returns a statement as CSV, without its seal. Money is in major units with two decimals; instants are ISO 8601 in
 * UTC. Only descriptions are in the reader's language; everything else is the same for every reader.
 */
export function statementCsv(statement: Statement, t: Translate): string {
  const { head, opening, rows: moves, totals, closing } = statement;
  const cells = (row: Row) => cellsOf(row, head.currency);
  const rows = [
    [...statementColumns],
    ...aboutRows(statement).map(([reference, description]) => cells({ record: 'about', reference, description })),
    ...fundsRows('opening', opening).map(cells),
    ...moves.flatMap((one, index) => postingRows(one, index + 1, rowText(t, one))).map(cells),
    ...totals.map(({ kind, count, amountMinor }) =>
      cells({
        ...{ record: 'total', number: String(count), reference: kind, description: kindText(t, kind) },
        amount: amountMinor,
      }),
    ),
    ...fundsRows('closing', closing).map(cells),
  ];
  return byteOrderMark + csvOf(rows);
}

function aboutRows({ head, rows }: Statement): [string, string][] {
  return [
    ['form', statementFormatVersion],
    ['broker', head.broker.name],
    ['company', head.broker.company],
    ['customer', head.customer],
    ['customer_number', head.customerNumber],
    ['from', head.from],
    ['until', head.until],
    ['made_at', head.madeAt.toISOString()],
    ['currency', head.currency],
    ['lines', String(rows.length)],
  ];
}

function fundsRows(record: 'opening' | 'closing', funds: StatementFunds): Row[] {
  const books = Object.entries(funds) as [CustomerBook, number][];
  return [
    ...books.map(([book, after]): Row => ({ record, book, after })),
    { record, book: 'total', after: totalOf(funds) },
  ];
}

function postingRows(
  { id: entry, businessKey: reference, ...one }: StatementRow,
  index: number,
  description: string,
): Row[] {
  const known = { number: String(index), recordedAt: one.recordedAt.toISOString(), entry, reference };
  const { amountMinor: amount, afterMinor: after } = one;
  return [
    { record: 'line', ...known, description, amount, before: after - amount, after },
    ...one.postings.map(({ book, amountMinor, afterMinor }): Row => {
      return {
        record: 'posting',
        ...known,
        book,
        amount: amountMinor,
        before: afterMinor - amountMinor,
        after: afterMinor,
      };
    }),
  ];
}

function cellsOf(row: Row, currency: string): CsvCell[] {
  const money = [row.amount, row.before, row.after];
  const texts = [row.record, row.number, row.recordedAt, row.entry, row.reference, row.description, row.book];
  const hasMoney = money.some((minor) => minor !== undefined);
  return [...texts.map((text) => text ?? null), ...money.map(moneyText), hasMoney ? currency : null];
}

function moneyText(minor: number | undefined): string | null {
  return minor === undefined ? null : toMajor(minor).toFixed(2);
}
