import { amountText, hundredthsText } from '../../lib/format/amount-text.ts';
import type { Moment, ValueFormats } from '../../lib/format/read-values.ts';
import type { Queries } from '../db/database.ts';
import type { CommandOutcome } from '../operator/outcome.ts';
import { readCsv } from '../read-csv.ts';
import type { Comparison, CurrencySum, Finding } from './compare-payments.ts';
import { comparePayments, verdicts } from './compare-payments.ts';
import type { KeptReport } from './our-payments-rows.ts';
import { loadOurPayments, loadProviderNames, loadReports } from './our-payments-rows.ts';
import type { OurPayment } from './payment-differences.ts';
import type { ColumnName, RowFormats, UsedColumns } from './read-provider-file.ts';
import { columnNames, findColumns, readRow, usedColumns } from './read-provider-file.ts';

/** The file, the provider to compare it with, and how to read it. */
export interface ReconcileOrder {
  provider: string;
  file: string;
  columns: ReadonlyMap<ColumnName, string>;
  formats: ValueFormats;
  paidWords: ReadonlySet<string>;
  period: Moment | null;
}

export interface ReconcileParts {
  database: Queries;
  /** The currency of the books, ISO 4217. */
  currency: string;
  /** Opens a file and yields its text in pieces. */
  open: (file: string) => AsyncIterable<string>;
}

/** Compares a file with our payments of the provider, and returns the outcome. The file is read as a stream. */
export async function reconcile(
  { database, currency, open }: ReconcileParts,
  order: ReconcileOrder,
): Promise<CommandOutcome> {
  const names = await loadProviderNames(database);
  if (!names.includes(order.provider)) {
    const others = names.length > 0 ? names.join(', ') : 'none';
    return refused(`There are no payments of a provider ${order.provider}. Providers: ${others}.`);
  }
  const ours = await loadOurPayments(database, { provider: order.provider, currency });
  const comparing = comparePayments(ours, { period: order.period, amountText: hundredthsText });
  let columns: UsedColumns;
  try {
    const used = await readRows(comparing, order, open(order.file));
    if (typeof used === 'string') return refused(used);
    columns = used;
  } catch (error) {
    // Errors of the file system have a code that begins with E; a bug has none.
    const { code } = error as NodeJS.ErrnoException;
    if (typeof code === 'string' && code.startsWith('E')) {
      return refused(`${order.file} cannot be read: ${code}`);
    }
    throw error;
  }
  const comparison = comparing.finish();
  await addReports(database, { provider: order.provider, ours, findings: comparison.findings });
  const data = comparisonData(order.provider, comparison, columns);
  return { ok: data.agrees, text: comparisonText(comparison, columns), data, isResult: true };
}

/** Adds possible reasons to each finding: what the provider reported, the outcome, and who credited it. */
async function addReports(
  database: Queries,
  { provider, ours, findings }: { provider: string; ours: readonly OurPayment[]; findings: readonly Finding[] },
): Promise<void> {
  const named = findings.filter(({ payment }) => payment !== '');
  if (named.length === 0) return;
  const byId = new Map(ours.map((one) => [one.transactionId, one]));
  const namesOf = ({ payment }: Finding) => [payment, byId.get(payment)?.reference ?? payment];
  const reports = await loadReports(database, { provider, names: [...new Set(named.flatMap(namesOf))] });
  for (const finding of named) {
    const names = new Set<string | null>(namesOf(finding));
    const own = reports.filter(({ transactionId, reference }) => names.has(transactionId) || names.has(reference));
    const isOf = own.find(({ payment }) => payment !== null)?.payment;
    if (finding.verdict === 'missing at us' && isOf)
      finding.reasons = [`this is another reference of our payment ${isOf}`];
    finding.reasons.push(...new Set(own.map(reportText)), ...creditText(byId.get(finding.payment)));
  }
}

function creditText(payment: OurPayment | undefined): string[] {
  const { creditedBy = null, note = null } = payment ?? {};
  return creditedBy === null ? [] : [`credited by ${creditedBy}${note === null ? '' : ` (${note})`}`];
}

function reportText({ said, amountMinor, currency, outcome }: KeptReport): string {
  return `reported ${said} ${amountText(amountMinor, currency)}, ${wordOf(outcome)}`;
}

const outcomeWords = new Map([
  ['hold', 'held'],
  ['credit', 'credited'],
  ['decline', 'declined'],
]);

const wordOf = (outcome: string | null) =>
  outcome === null ? 'not processed yet' : (outcomeWords.get(outcome) ?? outcome);

const refused = (text: string): CommandOutcome => ({ ok: false, text });

/** Reads all rows. Returns the columns that were found, or a text that says what is wrong with the file. */
async function readRows(
  { addRow }: Pick<ReturnType<typeof comparePayments>, 'addRow'>,
  { columns: named, formats, paidWords, file }: ReconcileOrder,
  pieces: AsyncIterable<string>,
): Promise<UsedColumns | string> {
  let heading: { formats: RowFormats; used: UsedColumns } | undefined;
  for await (const record of readCsv(pieces)) {
    if (heading) addRow(readRow(record, heading.formats));
    else {
      const columns = findColumns(record.values, named);
      if (typeof columns === 'string') return columns;
      heading = { formats: { ...formats, columns, paidWords }, used: usedColumns(record.values, columns) };
    }
  }
  return heading?.used ?? `${file} is empty.`;
}

/**
 * Writes the comparison: the columns that were used, one line for each finding, the number of each verdict, and the
 * totals of both sides.
 */
export function comparisonText({ counts, sums, findings }: Comparison, columns: UsedColumns): string {
  const counted = verdicts.map((verdict) => `${verdict.padEnd(24)}${counts[verdict]}`);
  const verdict = findings.length === 0 ? 'Both sides agree.' : 'The two sides DO NOT agree.';
  return [columnsText(columns), ...findings.map(findingText), ...counted, ...sums.map(sumText), verdict].join('\n');
}

/** Writes the columns in the form of the option `--columns`. */
function columnsText(columns: UsedColumns): string {
  const used = columnNames.flatMap((name) => (columns[name] === undefined ? [] : [`${name}=${columns[name]}`]));
  const others = columnNames.filter((name) => columns[name] === undefined);
  return `Columns: ${used.join(', ')}${others.length > 0 ? `; none for ${others.join(', ')}` : ''}`;
}

function findingText({ verdict, line, payment, reasons }: Finding): string {
  const where = line === null ? 'not in the file' : `line ${line}`;
  return [verdict, where, payment, reasons.join('; ')].filter((part) => part !== '').join('  ');
}

function sumText({ currency, theirsMinor, oursMinor }: CurrencySum): string {
  const [theirs, ours, difference] = [theirsMinor, oursMinor, theirsMinor - oursMinor].map((minor) =>
    hundredthsText(minor, currency),
  );
  return `${theirs} at the provider, ${ours} in the books, difference ${difference}`;
}

/** The comparison as data for programs; money is in minor units. */
export function comparisonData(provider: string, { counts, sums, findings }: Comparison, columns: UsedColumns) {
  return { provider, agrees: findings.length === 0, columns, counts, sums, findings };
}
