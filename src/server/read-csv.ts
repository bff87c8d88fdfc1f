import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { parse as parseWhole } from 'csv-parse/sync';

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

const form = {
  bom: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  // A quote inside a value without quotes is a part of the value, as in: 5" screen.
  relax_quotes: true,
  // The only error left is a quote that is never closed.
  skip_records_with_error: true,
};

/**
 * Reads the records of a CSV text that arrives in pieces, by RFC 4180, with the separator that its first line uses.
 * Lines end with LF, CR LF or a single CR. Skips a byte order mark, empty lines, and blanks around a value. A record
 * whose quote is never closed ends the output and has no values. No piece may end inside a surrogate pair.
 */
export async function* readCsv(pieces: AsyncIterable<string>): AsyncGenerator<CsvRecord> {
  const { header, all } = await takeHeader(pieces);
  const unclosed: unknown[] = [];
  const parser = parse({
    ...form,
    delimiter: separatorOf(header),
    trim: true,
    on_skip: (error) => void unclosed.push(error),
  });
  // If `pieces` throws, the loop below throws the same error.
  const records: AsyncIterable<string[]> = pipeline(Readable.from(all, { highWaterMark: 1 }), parser, () => undefined);
  let line = 1;
  for await (const values of records) {
    if (hasContent(values)) yield { line, values };
    // Counted here, because the parser counts CR LF inside quotes as two lines.
    line += 1 + (values.join().match(/\r\n|[\r\n]/g)?.length ?? 0);
  }
  if (unclosed.length > 0) yield { line, values: [] };
}

/**
 * Reads ahead to the end of the first line, which decides the separator. `all` yields every piece, including those read
 * here.
 */
async function takeHeader(pieces: AsyncIterable<string>) {
  const iterator = pieces[Symbol.asyncIterator]();
  let begin = '';
  while (!/[\r\n]/.test(begin)) {
    const piece = await iterator.next();
    if (piece.done) break;
    begin += piece.value;
  }
  async function* all() {
    yield begin;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { header: begin.split(/[\r\n]/, 1)[0] ?? '', all: all() };
}

/** Parses a complete comma-separated text; returns the values of each record. */
export function parseCsv(text: string): string[][] {
  return parseWhole(text, form).filter(hasContent);
}

const hasContent = (values: string[]) => values.length > 1 || values[0]?.trim() !== '';
