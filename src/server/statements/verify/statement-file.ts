import { openCsv, checkPdf } from '../statement-seal.ts';
import { byteOrderMark, statementColumns, statementForm } from '../statement-csv.ts';
import { parseCsv } from '../../../lib/format/read-csv.ts';
import { attachmentOf } from './pdf-attachment.ts';

/** What a file says of itself, whether or not it was changed. */
export interface StatementFile {
  /** In words; none: it is as it was made. */
  faults: string[];
  /** Null where it cannot be told what statement it is. */
  said: SaidStatement | null;
}

export interface SaidStatement {
  customerNumber: string;
  from: string;
  until: string;
  madeAt: Date;
  /** Those of balances, entries and totals. */
  rows: string[][];
}

const faultWords = {
  'not-a-statement': 'is none of our statements, or its end is missing',
  checksum: 'was changed: its checksum is another one',
  seal: 'was not sealed by the key of this server, or was changed and given another checksum',
} as const;

/** Reads the file of a statement, CSV or PDF, and says whether it is as it was made with this key. */
export function readStatementFile(bytes: Buffer, key: Uint8Array): StatementFile {
  if (!bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))) return readCsv(bytes, key, 'The file');
  const fault = checkPdf(bytes, key);
  const faults =
    fault === null
      ? []
      : [`The PDF ${fault === 'seal' ? 'was changed, or not sealed by the key of this server' : faultWords[fault]}.`];
  const attached = attachmentOf(bytes);
  if (!attached) return { faults: [...faults, 'The PDF carries no file with its entries.'], said: null };
  const { faults: more, said } = readCsv(attached, key, 'The file that the PDF carries');
  return { faults: [...faults, ...more], said };
}

function readCsv(bytes: Buffer, key: Uint8Array, name: string): StatementFile {
  const opened = openCsv(bytes, key);
  const said = saidOf(parseCsv(bytes.toString('utf8')));
  const isKnown = said !== null || 'fault' in opened;
  if ('fault' in opened) return { faults: [`${name} ${faultWords[opened.fault]}.`], said };
  return { faults: isKnown ? [] : [`${name} is of a form that is not known here.`], said };
}

function saidOf([head, ...rows]: string[][]): SaidStatement | null {
  if (head?.join().replace(byteOrderMark, '') !== statementColumns.join()) return null;
  const about = new Map(rows.filter(([record]) => record === 'about').map((row) => [row[4], row[5] ?? '']));
  const [customerNumber, from, until] = ['customer_number', 'from', 'until'].map((name) => about.get(name) ?? '');
  const madeAt = new Date(about.get('made_at') ?? '');
  if (about.get('form') !== statementForm || !customerNumber || !from || !until || Number.isNaN(madeAt.getTime()))
    return null;
  return { customerNumber, from, until, madeAt, rows: rows.filter(isCompared) };
}

const comparedRecords = new Set(['opening', 'line', 'posting', 'total', 'closing']);

/** Whether a row says something that stands in the ledger. */
export function isCompared([record = '']: readonly string[]): boolean {
  return comparedRecords.has(record);
}
