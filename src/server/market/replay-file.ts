import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

/** The quotes of a file in columns: half a million of them take 11 MB. */
export interface ReplayQuotes {
  symbols: string[];
  count: number;
  /** Milliseconds of the day, never decreasing. */
  offsetsMs: Float64Array;
  /** Indexes into `symbols`. */
  symbolIndexes: Uint16Array;
  bids: Float64Array;
  asks: Float64Array;
}

const firstCapacity = 65_536;
/** As many symbols as 16-bit indexes can distinguish. */
const maximumSymbols = 65_536;

function createColumns(capacity: number) {
  return {
    offsetsMs: new Float64Array(capacity),
    symbolIndexes: new Uint16Array(capacity),
    bids: new Float64Array(capacity),
    asks: new Float64Array(capacity),
  };
}

/** Collects rows into columns that double when they are full. */
function createCollector() {
  const indexes = new Map<string, number>();
  let columns = createColumns(firstCapacity);
  let count = 0;

  function grow(): void {
    const grown = createColumns(count * 2);
    grown.offsetsMs.set(columns.offsetsMs);
    grown.symbolIndexes.set(columns.symbolIndexes);
    grown.bids.set(columns.bids);
    grown.asks.set(columns.asks);
    columns = grown;
  }

  function indexOf(symbol: string): number {
    const known = indexes.get(symbol);
    if (known !== undefined) return known;
    if (indexes.size === maximumSymbols) throw new Error(`more than ${maximumSymbols} symbols`);
    indexes.set(symbol, indexes.size);
    return indexes.size - 1;
  }

  /**
   * Adds a line. A number that cannot be parsed becomes NaN, so that the quote book drops and counts the quote. A line
   * without a time is skipped.
   */
  function add(line: string): void {
    const [offset, symbol, bid, ask] = line.split(',');
    const offsetMs = offset ? Number(offset) : NaN;
    if (!Number.isFinite(offsetMs) || !symbol) return;
    if (count === columns.bids.length) grow();
    columns.offsetsMs[count] = Math.max(offsetMs, columns.offsetsMs[count - 1] ?? 0);
    columns.symbolIndexes[count] = indexOf(symbol);
    columns.bids[count] = parseRate(bid);
    columns.asks[count] = parseRate(ask);
    count++;
  }

  return { add, finish: (): ReplayQuotes => ({ ...columns, count, symbols: [...indexes.keys()] }) };
}

function parseRate(text: string | undefined): number {
  return text?.trim() ? Number(text) : NaN;
}

/**
 * Reads a file of lines `ms_of_day,symbol,bid,ask`, gzipped if the name ends in `.gz`. Lines that do not begin with a
 * number, such as a header, are skipped. Throws an error that names the file if it cannot be read or holds no quote.
 */
export async function readReplayFile(file: string): Promise<ReplayQuotes> {
  const collector = createCollector();
  async function collect(chunks: AsyncIterable<Buffer>): Promise<void> {
    let rest = '';
    for await (const chunk of chunks) {
      const lines = (rest + chunk.toString('latin1')).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) collector.add(line);
    }
    collector.add(rest);
  }
  try {
    const source = createReadStream(file);
    await (file.endsWith('.gz') ? pipeline(source, createGunzip(), collect) : pipeline(source, collect));
  } catch (error) {
    throw new Error(`The replay file ${file} cannot be read: ${String(error)}`, { cause: error });
  }
  const quotes = collector.finish();
  if (quotes.count === 0) throw new Error(`The replay file ${file} holds no quotes (ms_of_day,symbol,bid,ask)`);
  return quotes;
}
