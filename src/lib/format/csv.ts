/** A cell of a CSV file. A number is written as its shortest decimal; null is an empty cell. */
export type CsvCell = string | number | null;

/**
 * Rows as CSV by RFC 4180: commas between cells, CRLF after each row, quotes where necessary. Text that a spreadsheet
 * would read as a formula gets an apostrophe in front, so that no asset name is ever executed; numbers stay as they
 * are.
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

/** One record of a CSV file: its values, and the line of the file on which it begins. */
export interface CsvRecord {
  line: number;
  values: string[];
}

const separators = [',', ';', '\t'] as const;

/** The separator that occurs most in a header line, outside of quotes; a comma if there is none. */
export function separatorOf(header: string): string {
  const bare = header.replaceAll(/"[^"]*"/g, '');
  const counts = separators.map((separator) => bare.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ',';
}

/**
 * Reads the records of a CSV text that arrives in pieces, by RFC 4180, with the separator that its first line uses.
 * Lines end with LF, CR LF or a single CR. Skips a byte order mark and empty lines; an unclosed quote runs to the end
 * of the text.
 */
export async function* readCsv(pieces: AsyncIterable<string>): AsyncGenerator<CsvRecord> {
  let waiting = '';
  let reader: ReturnType<typeof createReader> | undefined;
  for await (const piece of pieces) {
    waiting += piece;
    if (!reader) {
      // The separator can only be found once the whole header has arrived.
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

/** The records of a complete CSV text with commas, each as its values. */
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
      // In CR LF, the CR has already ended the line.
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
        // A doubled quote inside quotes is a literal quote.
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
