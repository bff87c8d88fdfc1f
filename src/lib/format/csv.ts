/** A cell of a CSV file. A number is written as its shortest decimal; null is an empty cell. */
export type CsvCell = string | number | null;

/**
 * Rows as CSV by RFC 4180: commas between cells, CRLF after each row, quotes where necessary. Text that a spreadsheet
 * would read as a formula gets an apostrophe in front, so that it is never executed; numbers are not changed.
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
