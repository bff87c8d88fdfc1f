/** A cell of a CSV file. A number is written as its shortest decimal; null is an empty cell. */
export type CsvCell = string | number | null;

/**
 * Rows as CSV by RFC 4180: cells between commas, lines ended by CRLF, quoted where they must be. Text that a spreadsheet would
 * take for a formula gets an apostrophe before it, so that no name of an asset is ever carried out; numbers are left alone.
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
