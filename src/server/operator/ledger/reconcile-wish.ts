import type { Read } from '../command/command-area.ts';
import { readArguments } from '../command/read-arguments.ts';
import type { ColumnName } from './provider-lines.ts';
import { columnNames, usualPaidWords } from './provider-lines.ts';
import type { Moment, ValueFormats } from '../../../lib/format/read-values.ts';
import { readMoment } from '../../../lib/format/read-values.ts';

/** Which file is held against which provider's payments, and how it is to be read. */
export interface ReconcileWish {
  provider: string;
  file: string;
  columns: ReadonlyMap<ColumnName, string>;
  formats: ValueFormats;
  paidWords: ReadonlySet<string>;
  period: Moment | null;
}

const options = {
  provider: { type: 'string' },
  columns: { type: 'string', default: '' },
  unit: { type: 'string', default: 'major' },
  decimal: { type: 'string' },
  dates: { type: 'string' },
  paid: { type: 'string', default: usualPaidWords },
  from: { type: 'string' },
  until: { type: 'string' },
} as const;

/** What is typed behind `operator ledger reconcile`. */
export function readReconcileWish(args: readonly string[]): Read<ReconcileWish> {
  const read = readArguments(args, options);
  if (!read.ok) return read;
  if (args.length === 0) return { ok: false, why: null };
  const { provider, paid, ...said } = read.values;
  const [file, more] = read.positionals;
  if (!provider) return refuse('--provider is missing.');
  if (!file) return refuse('The file is missing.');
  if (more !== undefined) return refuse(`It takes one file, and no ${more}.`);
  const columns = readColumns(said.columns);
  if (!columns) return refuse(`--columns names ${columnNames.join(', ')}, as in id=order,amount=gross.`);
  const formats = readFormats(said);
  if (typeof formats === 'string') return refuse(formats);
  const period = readPeriod(said);
  if (period === undefined) return refuse('--from and --until are days, as in 2026-11-02, the first one first.');
  const paidWords = new Set(paid.split(',').map((word) => word.trim().toLowerCase()));
  return { ok: true, wish: { provider, file, columns, formats, paidWords, period } };
}

const refuse = (why: string) => ({ ok: false, why }) as const;

function readColumns(said: string): Map<ColumnName, string> | null {
  const pairs = said.split(',').filter((pair) => pair !== '');
  const columns = new Map<ColumnName, string>();
  for (const pair of pairs) {
    const [name = '', title = ''] = pair.split('=', 2).map((part) => part.trim());
    const known = columnNames.find((column) => column === name);
    if (!known || title === '') return null;
    columns.set(known, title);
  }
  return columns;
}

interface SaidFormats {
  unit: string;
  decimal?: string | undefined;
  dates?: string | undefined;
}

/** In words what is none. */
function readFormats({ unit, decimal, dates }: SaidFormats): ValueFormats | string {
  if (unit !== 'major' && unit !== 'minor') return '--unit is major or minor.';
  if (decimal !== undefined && decimal !== 'point' && decimal !== 'comma') return '--decimal is point or comma.';
  if (dates !== undefined && dates !== 'dmy' && dates !== 'mdy') return '--dates is dmy or mdy.';
  return { unit, decimal: decimal ?? null, dates: dates ?? null };
}

/** Both days are in it. Undefined where a day is none. */
function readPeriod({ from, until }: { from?: string; until?: string }): Moment | null | undefined {
  if (from === undefined && until === undefined) return null;
  const [first, last] = [from, until].map((day) => (day === undefined ? 'open' : readMoment(day, null)));
  if (!first || !last) return undefined;
  const fromMs = first === 'open' ? -Infinity : first.fromMs;
  const untilMs = last === 'open' ? Infinity : last.untilMs;
  return fromMs <= untilMs ? { fromMs, untilMs } : undefined;
}
