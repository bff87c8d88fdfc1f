import { inflateSync } from 'node:zlib';
import { brand } from '../../brand.ts';
import { periodFault } from '../../lib/transactions/statement-period.ts';
import type { Database } from '../db/database.ts';
import { parseCsv } from '../read-csv.ts';
import { readFacts } from './read-facts.ts';
import { byteOrderMark, statementColumns, statementCsv, statementFormatVersion } from './statement-csv.ts';
import { findStatementAccount } from './statement-rows.ts';
import { checkPdf, openCsv } from './statement-seal.ts';
import { statementWords } from './statement-words.ts';
import type { StatementFacts, StatementFunds } from './statement.ts';
import { orderEntries, statementOf } from './statement.ts';

export interface StatementVerdict {
  /** Whether the statement is unchanged and agrees with the ledger. */
  ok: boolean;
  /** What the check found, in sentences. */
  findings: string[];
}

/**
 * Entries recorded up to this long before a statement was made may be missing from it, because they were committed only
 * afterwards.
 */
const longestCommitMs = 60_000;
/** The column with texts in the reader's language. It is not compared, because the ledger does not contain them. */
const wordColumn = 5;

/**
 * Checks whether a statement, CSV or PDF, is unchanged and still agrees with the ledger; reports the first row that
 * differs.
 */
export async function verifyStatement(
  { database, key }: { database: Database; key: Uint8Array },
  bytes: Buffer,
): Promise<StatementVerdict> {
  const { faults, said } = readStatementFile(bytes, key);
  const made = faults.length > 0 ? faults : ['The file is unchanged.'];
  const compared = said ? await compareWithLedger(database, said) : { ok: false, findings: [] };
  return { ok: faults.length === 0 && compared.ok, findings: [...made, ...compared.findings] };
}

async function compareWithLedger(database: Database, said: StatementContent): Promise<StatementVerdict> {
  const { customerNumber, from, until, madeAt } = said;
  const accountId = await findStatementAccount(database, customerNumber);
  if (accountId === undefined) return differs(`There is no customer with the number ${customerNumber}.`);
  if (periodFault({ from, until }, madeAt.getTime()))
    return differs(`No statement can be made from ${from} until ${until}.`);
  // The broker is irrelevant here: it is only in rows that are not compared.
  const broker = { name: brand.name, company: '', address: [] };
  const read = await readFacts(database, { accountId, from, until, madeAt, broker, currency: brand.currency });
  if (!read.ok) return differs('The ledger has more entries in this period than a statement can hold.');
  const { facts, late } = withoutLate(read.facts, said);
  const csv = statementCsv(statementOf(facts), statementWords('en'));
  const ledger = parseCsv(csv).filter(isCompared).map(withoutWords);
  const rows = said.rows.map(withoutWords);
  const findings =
    late > 0 ? [`${late} of the ledger’s entries were posted while it was created and are not in it.`] : [];
  const at = Array.from({ length: Math.max(rows.length, ledger.length) }, (_, index) => index).find(
    (index) => rows[index]?.join() !== ledger[index]?.join(),
  );
  if (at === undefined) return { ok: true, findings: ['It agrees with the ledger.', ...findings] };
  const first = `The first row that differs from the ledger: the file says ${shown(rows[at])}, the ledger ${shown(ledger[at])}.`;
  return differs(first, ...findings);
}

function differs(...findings: string[]): StatementVerdict {
  return { ok: false, findings: ['It DOES NOT agree with the ledger.', ...findings] };
}

/** Returns the facts without the entries that were posted while the file was made and are not in it. */
function withoutLate(
  facts: StatementFacts,
  { madeAt, rows }: StatementContent,
): { facts: StatementFacts; late: number } {
  const fileIds = new Set(rows.filter(([record]) => record === 'line').map((row) => row[3]));
  const isLate = ({ id, recordedAt }: StatementFacts['entries'][number]) =>
    !fileIds.has(id) && recordedAt.getTime() > madeAt.getTime() - longestCommitMs;
  const late = facts.entries.filter(isLate);
  if (late.length === 0) return { facts, late: 0 };
  const closing: Record<keyof StatementFunds, number> = { ...facts.closing };
  for (const { book, amountMinor } of late.flatMap(({ postings }) => postings)) closing[book] -= amountMinor;
  const entries = orderEntries(
    facts.opening,
    facts.entries.filter((entry) => !isLate(entry)),
  );
  return { facts: { ...facts, entries, closing }, late: late.length };
}

function withoutWords(row: readonly string[]): string[] {
  return row.filter((_, column) => column !== wordColumn);
}

function shown(row: readonly string[] | undefined): string {
  return row ? `“${row.filter((cell) => cell !== '').join(' ')}”` : 'nothing';
}

/** The content of a file, whether or not it was changed. */
export interface StatementFile {
  /** Sentences; empty if the file is unchanged. */
  faults: string[];
  /** Null if the statement cannot be identified. */
  said: StatementContent | null;
}

interface StatementContent {
  customerNumber: string;
  from: string;
  until: string;
  madeAt: Date;
  /** The rows with balances, entries and totals. */
  rows: string[][];
}

const faultWords = {
  'not-a-statement': 'is not one of our statements, or its end is missing',
  checksum: 'was changed: its checksum does not match',
  seal: 'was not sealed with this server’s key, or was changed and given a new checksum',
} as const;

/** Reads the file of a statement, CSV or PDF, and checks that it is unchanged since it was sealed with this key. */
export function readStatementFile(bytes: Buffer, key: Uint8Array): StatementFile {
  if (!bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))) return readCsv(bytes, key, 'The file');
  const fault = checkPdf(bytes, key);
  const faults =
    fault === null
      ? []
      : [`The PDF ${fault === 'seal' ? 'was changed, or was not sealed with this server’s key' : faultWords[fault]}.`];
  const attached = attachmentOf(bytes);
  if (!attached) return { faults: [...faults, 'The PDF has no attached file with its entries.'], said: null };
  const { faults: more, said } = readCsv(attached, key, 'The file attached to the PDF');
  return { faults: [...faults, ...more], said };
}

function readCsv(bytes: Buffer, key: Uint8Array, name: string): StatementFile {
  const opened = openCsv(bytes, key);
  const said = contentOf(parseCsv(bytes.toString('utf8')));
  const isKnown = said !== null || 'fault' in opened;
  if ('fault' in opened) return { faults: [`${name} ${faultWords[opened.fault]}.`], said };
  return { faults: isKnown ? [] : [`${name} has a format that this server does not know.`], said };
}

function contentOf([head, ...rows]: string[][]): StatementContent | null {
  if (head?.join().replace(byteOrderMark, '') !== statementColumns.join()) return null;
  const about = new Map(rows.filter(([record]) => record === 'about').map((row) => [row[4], row[5] ?? '']));
  const [customerNumber, from, until] = ['customer_number', 'from', 'until'].map((name) => about.get(name) ?? '');
  const madeAt = new Date(about.get('made_at') ?? '');
  if (
    about.get('form') !== statementFormatVersion ||
    !customerNumber ||
    !from ||
    !until ||
    Number.isNaN(madeAt.getTime())
  )
    return null;
  return { customerNumber, from, until, madeAt, rows: rows.filter(isCompared) };
}

const comparedRecords = new Set(['opening', 'line', 'posting', 'total', 'closing']);

/** Whether the row contains data that can be compared with the ledger. */
function isCompared([record = '']: readonly string[]): boolean {
  return comparedRecords.has(record);
}

/** Longer than any statement. Limits what an attachment may expand to in memory. */
const longestBytes = 256 * 1024 * 1024;

const header = /\/Type \/EmbeddedFile\b[^]{0,600}?\/Length (\d+)\s([^]{0,120}?)>>\s*stream\r?\n/;

/** Extracts the CSV file that is attached to one of our PDFs; null if it is missing or unreadable. */
export function attachmentOf(pdf: Buffer): Buffer | null {
  const found = header.exec(pdf.toString('latin1'));
  if (!found) return null;
  const start = found.index + found[0].length;
  const bytes = pdf.subarray(start, start + Number(found[1]));
  if (!found[2]?.includes('/FlateDecode')) return bytes;
  try {
    return inflateSync(bytes, { maxOutputLength: longestBytes });
  } catch {
    return null;
  }
}
