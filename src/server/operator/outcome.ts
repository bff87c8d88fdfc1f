/** What a command of the operator returns: what to print, and whether it succeeded. */
export interface CommandOutcome {
  ok: boolean;
  text: string;
  /**
   * The result for programs: anything that JSON can express, with money in minor units. If undefined, programs get the
   * text.
   */
  data?: unknown;
  /** Whether to print to standard output even if `ok` is false, because the outcome is a result that programs read. */
  isResult?: boolean;
  /** Whether the command line was not understood. */
  isMisread?: boolean;
  /** Whether the text is already JSON. */
  isJson?: boolean;
}

/**
 * Characters that are replaced in output: texts of customers and providers must not control a terminal or reverse the
 * order of text.
 */
const steering = /[^\P{Cc}\n\t]|\p{Bidi_Control}/gu;

/** Prints an outcome and sets the process's exit code. */
export function report(outcome: CommandOutcome): void {
  const { ok, isResult = ok } = outcome;
  (isResult ? process.stdout : process.stderr).write(shownText(outcome));
  process.exitCode = exitCodeOf(outcome);
}

/** The text as it is printed, without characters that would steer a terminal. */
export const shownText = ({ text }: CommandOutcome): string => `${text.replaceAll(steering, '\uFFFD')}\n`;

/** The exit code: 0 done, 1 refused or a bad result, 2 not understood. */
export function exitCodeOf({ ok, isMisread = false }: CommandOutcome): number {
  return ok ? 0 : isMisread ? 2 : 1;
}

/** Converts an outcome to JSON for programs: always one object. Money is in minor units, instants are ISO 8601. */
export function inJson({ ok, text, data, isResult = ok, ...outcome }: CommandOutcome): CommandOutcome {
  const isData = isResult || data !== undefined;
  const said = isData ? { ok, data: data ?? { text } } : { ok, why: text };
  return { ...outcome, ok, text: JSON.stringify(said, null, 2), isResult: true, isJson: true };
}

/** A column of a table for people. */
export interface TableColumn<Row> {
  title: string;
  of: (row: Row) => string;
  /** Aligned right, as amounts are. */
  isRight?: boolean;
}

/**
 * Writes rows as lines of padded columns below a header. `below` gives further, indented lines for a row. Line breaks
 * in cells become blanks, because cells may contain texts of customers.
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

/** An outcome with the rows as a table, and as data for programs. */
export function tableOutcome<Row>(
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
  below?: (row: Row) => readonly string[],
): CommandOutcome {
  return { ok: true, text: rows.length > 0 ? writeTable(columns, rows, below) : 'None found.', data: rows };
}

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' });
const widthOf = (text: string) => Array.from(segments.segment(text)).length;

function padded(text: string, width: number, isRight: boolean): string {
  const blanks = ' '.repeat(Math.max(0, width - widthOf(text)));
  return isRight ? blanks + text : text + blanks;
}

/** Joins the lines of a text into one. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Formats an instant for operators: to the minute, in UTC. */
export function whenText(at: Date | string): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}
