/** A cell of a CSV file. A number is written as its shortest decimal; null is an empty cell. */
export type CsvCell = string | number | null;

/**
 * Rows as CSV by RFC 4180: cells between commas, lines ended by CRLF, quoted where they must be. Text that a
 * spreadsheet would take for a formula gets an apostrophe before it, so that no name of an asset is ever carried out;
 * numbers are left alone.
 */
export function csvOf(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}

const formulaStart = /^[=+\-@\t\r\n]/;
const plainNumber = /^-?\d+(\.\d+)?$/;
const mustBeQuoted = /[",\r\n]/;

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = formulaStart.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell;
  return mustBeQuoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One record of a CSV file: its values, and the line of the file that it begins on. */
export interface CsvRecord {
  line: number;
  values: string[];
}

const separators = [',', ';', '\t'] as const;

/** The separator that a header line uses most, outside of quotes; a comma where there is none. */
export function separatorOf(header: string): string {
  const bare = header.replaceAll(/"[^"]*"/g, '');
  const counts = separators.map((separator) => bare.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ',';
}

/**
 * The records of a CSV text that comes in pieces, as RFC 4180 has them, with whatever separator its first line uses.
 * Lines end by LF, CR LF or a CR alone. A byte order mark and empty lines are skipped; a quote that never ends takes
 * the rest of the text.
 */
export async function* readCsv(pieces: AsyncIterable<string>): AsyncGenerator<CsvRecord> {
  let waiting = '';
  let reader: ReturnType<typeof createReader> | undefined;
  for await (const piece of pieces) {
    waiting += piece;
    if (!reader) {
      // The whole header has to be there to be looked at.
      if (!/[\r\n]/.test(waiting)) continue;
      reader = createReader(separatorOf(firstLine(waiting)));
      waiting = waiting.replace(/^\uFEFF/, '');
    }
    yield* reader.take(waiting);
    waiting = '';
  }
  reader ??= createReader(separatorOf(firstLine(waiting)));
  yield* reader.take(waiting.replace(/^\uFEFF/, ''));
  yield* reader.end();
}

const firstLine = (text: string) => text.split(/[\r\n]/, 1)[0] ?? '';

/** The values of each record of a CSV text that is whole, with commas between them. */
export function parseCsv(text: string): string[][] {
  const reader = createReader(',');
  return [...reader.take(text.replace(/^\uFEFF/, '')), ...reader.end()].map(({ values }) => values);
}

type Inside = 'value' | 'quotes' | 'quote in quotes';

function createReader(separator: string) {
  let inside: Inside = 'value';
  let value = '';
  let values: string[] = [];
  let line = 1;
  let begunOn = 1;
  let isAfterReturn = false;

  function* endRecord(): Generator<CsvRecord> {
    const record = { line: begunOn, values: [...values, value] };
    if (record.values.length > 1 || value.trim() !== '') yield record;
    values = [];
    value = '';
    begunOn = line;
  }

  function* take(text: string): Generator<CsvRecord> {
    for (const sign of text) {
      // Of CR LF the CR has ended the line already.
      const isSecondHalf = sign === '\n' && isAfterReturn;
      isAfterReturn = sign === '\r';
      const isLineEnd = isAfterReturn || (sign === '\n' && !isSecondHalf);
      if (isLineEnd) line += 1;
      if (inside === 'quotes') {
        if (sign === '"') inside = 'quote in quotes';
        else value += sign;
        continue;
      }
      if (sign === '"') {
        // Twice inside of quotes it stands for itself.
        if (inside === 'quote in quotes') value += sign;
        inside = 'quotes';
        continue;
      }
      inside = 'value';
      if (sign === separator) {
        values.push(value);
        value = '';
      } else if (isLineEnd) yield* endRecord();
      else if (!isSecondHalf) value += sign;
    }
  }

  return { take, end: endRecord };
}
