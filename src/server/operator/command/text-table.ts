import type { CommandOutcome } from './operate.ts';

/** A column of a table, as a person reads it. */
export interface TableColumn<Row> {
  title: string;
  of: (row: Row) => string;
  /** Amounts stand one below the other. */
  isRight?: boolean;
}

/**
 * Rows as lines of padded columns below a header. `below`: further lines for a row, set in. What comes from customers may be in it: a
 * line break in a cell is a blank.
 */
export function writeTable<Row>(
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
  below: (row: Row) => readonly string[] = () => [],
): string {
  const head = columns.map(({ title }) => title);
  const cells = rows.map((row) => columns.map(({ of }) => oneLine(of(row))));
  const widths = columns.map((_, at) => Math.max(...[head, ...cells].map((line) => widthOf(line[at] ?? ''))));
  const write = (line: readonly string[]) =>
    line
      .map((cell, at) => padded(cell, widths[at] ?? 0, columns[at]?.isRight === true))
      .join('  ')
      .trimEnd();
  const lines = rows.flatMap((row, at) => [
    write(cells[at] ?? []),
    ...below(row).map((more) => `    ${oneLine(more)}`),
  ]);
  return [write(head), ...lines].join('\n');
}

/** Rows as a table, and as they are for programs. */
export function tableOutcome<Row>(
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
  below?: (row: Row) => readonly string[],
): CommandOutcome {
  return { ok: true, text: rows.length > 0 ? writeTable(columns, rows, below) : 'There are none.', data: rows };
}

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' });
const widthOf = (text: string) => Array.from(segments.segment(text)).length;

function padded(text: string, width: number, isRight: boolean): string {
  const blanks = ' '.repeat(Math.max(0, width - widthOf(text)));
  return isRight ? blanks + text : text + blanks;
}

/** What was written over several lines, in one. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** An instant as an operator reads it, in UTC. */
export function whenText(at: Date | string): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}
