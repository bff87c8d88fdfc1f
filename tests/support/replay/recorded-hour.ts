import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createSeededRandom, gaussian } from '../../../src/server/market/random.ts';

/** A row of a file of quotes. */
export interface Line {
  /** Milliseconds since the first row. */
  offsetMs: number;
  symbol: string;
  bid: number;
  ask: number;
}

/** The recorded hour, with the faults of a real feed; undefined if this machine does not have it. */
export const recordedHour = ((file) => (existsSync(file) ? file : undefined))('../shared/market-data/hour.csv.gz');

/** The rows of a file, read without the product's own reader. */
export function readLines(file: string): Line[] {
  const [, ...rows] = gunzipSync(readFileSync(file)).toString('latin1').trim().split('\n');
  const lines = rows.map((row) => {
    const [offset, symbol = '', bid, ask] = row.trim().split(',');
    return { offsetMs: Number(offset), symbol, bid: Number(bid), ask: Number(ask) };
  });
  const firstMs = lines[0]?.offsetMs ?? 0;
  return lines.map((line) => ({ ...line, offsetMs: line.offsetMs - firstMs }));
}

/** Symbol, first mid, half the spread, decimals, milliseconds between quotes. */
const madeAssets = [
  ['BTCUSD', 7060, 0.01, 2, 5_000],
  ['ETHUSD', 384.3, 0.01, 2, 5_000],
  ['LTCUSD', 121, 0.01, 2, 5_000],
  ['EURUSD', 1.38613, 0.00001, 5, 500],
  ['NZDUSD', 0.86545, 0.00003, 5, 500],
  ['XAUUSD', 1292.7, 0.13, 3, 200],
  ['AAPL', 644.2, 0.08, 2, 15_000],
  ['SPY', 166.3, 0.01, 2, 15_000],
  ['DE30EUR', 11_443, 0.8, 1, 15_000],
] as const;

const madeMs = 3_600_000;

/**
 * Writes an hour of generated quotes with every fault of real feeds: crossed, zero and unreadable quotes, slips to half
 * the price, and gaps. Each asset gaps by 2 % once, and one by 15 %, which only its third quote confirms.
 */
export async function makeHour(folder: string): Promise<string> {
  const rows = madeAssets.flatMap(([symbol, first, half, digits, everyMs], index) => {
    const random = createSeededRandom(index + 1);
    let mid = first;
    return Array.from({ length: madeMs / everyMs }, (_, step) => {
      const offsetMs = 43_200_000 + step * everyMs + index;
      const share = (step * everyMs) / madeMs;
      mid *= 1 + 0.00006 * Math.sqrt(everyMs / 200) * gaussian(random);
      if (share === 0.5) mid *= index % 2 === 0 ? 0.98 : 1.02;
      if (share === 0.75 && symbol === 'LTCUSD') mid *= 0.85;
      const draw = random();
      const [slip, crossed] = [draw < 0.001 ? 0.5 : 1, draw > 0.98 ? -1 : 1];
      const [bid, ask] = [-half, half].map((side) => (mid * slip + crossed * side).toFixed(digits));
      const spoiled = draw > 0.49 && draw < 0.491 ? ['0', 'rubbish'][step % 2] : bid;
      return { offsetMs, row: `${offsetMs},${symbol},${String(spoiled)},${String(ask)}` };
    });
  });
  rows.sort((a, b) => a.offsetMs - b.offsetMs);
  const file = join(folder, 'made-hour.csv.gz');
  await writeFile(file, gzipSync(['ms_of_day,symbol,bid,ask', ...rows.map(({ row }) => row)].join('\n')));
  return file;
}
