import type { Candle } from '../../../lib/contract/entities.ts';
import type { Queries } from '../../db/database.ts';
import type { CandleRange } from '../../market/candles-rows.ts';
import { loadCandles } from '../../market/candles-rows.ts';

/** A year of minutes is loaded in pages of so many. */
const pageCandles = 20_000;

/** Whether the database was ever started: without its tables there is nothing to read. */
export async function hasCandles(queries: Queries): Promise<boolean> {
  const { rows } = await queries.query<{ exists: boolean }>(`select to_regclass('candles') is not null as exists`);
  return rows[0]?.exists ?? false;
}

const selectSpan = `
  select min(time) as first, max(time) as last from candles
  where feed = $1 and symbol = $2 and resolution_seconds = $3 and time >= $4 and time < $5`;

/** The stored candles from an instant on and before another (unix seconds), oldest first. */
export async function* candlesOf(queries: Queries, range: Omit<CandleRange, 'limit'>): AsyncGenerator<Candle> {
  const { feed, symbol, resolutionSeconds } = range;
  const values = [feed, symbol, resolutionSeconds, range.from, range.to];
  const { rows } = await queries.query<{ first: number | null; last: number | null }>(selectSpan, values);
  const { first = null, last = null } = rows[0] ?? {};
  if (first === null || last === null) return;
  const pageSeconds = pageCandles * resolutionSeconds;
  for (let from = first; from <= last; from += pageSeconds) {
    const to = Math.min(from + pageSeconds - 1, last);
    yield* await loadCandles(queries, { ...range, from, to, limit: pageCandles });
  }
}
