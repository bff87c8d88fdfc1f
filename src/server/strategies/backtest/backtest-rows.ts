import type { Candle } from '../../../lib/contract/entities.ts';
import type { Queries } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';
import type { CandleRange } from '../../market/candles-rows.ts';
import { loadCandles } from '../../market/candles-rows.ts';

/** Candles per page. A year of one-minute candles is too long to load at once. */
const pageCandles = 20_000;

const hasTable = statement('backtest-has-candles', `select to_regclass('candles') is not null as "isThere!"`);

/** Whether the table of candles exists: without it, the database was never initialised. */
export async function hasCandles(queries: Queries): Promise<boolean> {
  return (await hasTable.first(queries))?.isThere ?? false;
}

const spanOf = statement(
  'backtest-span',
  `select min(time) as first, max(time) as last from candles
   where feed = :feed and symbol = :symbol and resolution_seconds = :resolutionSeconds and time >= :from and time < :to`,
  { planned: 'afresh' },
);

/** Yields the stored candles at or after `from` and before `to` (unix seconds), oldest first. */
export async function* candlesOf(queries: Queries, range: Omit<CandleRange, 'limit'>): AsyncGenerator<Candle> {
  const { resolutionSeconds } = range;
  const { first = null, last = null } = (await spanOf.first(queries, range)) ?? {};
  if (first === null || last === null) return;
  const pageSeconds = pageCandles * resolutionSeconds;
  for (let from = first; from <= last; from += pageSeconds) {
    const to = Math.min(from + pageSeconds - 1, last);
    yield* await loadCandles(queries, { ...range, from, to, limit: pageCandles });
  }
}
