import type { Candle } from '../../lib/contract/entities.ts';
import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';

/** A candle with its symbol and resolution. */
export interface StoredCandle {
  symbol: string;
  resolutionSeconds: number;
  candle: Candle;
}

const ofRange = statement(
  'load-candles',
  `select time, open, high, low, close from candles
   where feed = :feed and symbol = :symbol and resolution_seconds = :resolutionSeconds and time between :from and :to
   order by time desc limit :limit`,
);

export interface CandleRange {
  feed: string;
  symbol: string;
  resolutionSeconds: number;
  /** Unix seconds, both inclusive. */
  from: number;
  to: number;
  limit: number;
}

/** The newest candles of a range, oldest first. */
export async function loadCandles(queries: Queries, range: CandleRange): Promise<Candle[]> {
  return (await ofRange.rows(queries, range)).reverse();
}

/** The first and last time of a series, unix seconds. */
export interface CandleSpan {
  first: number;
  last: number;
}

const spanOf = statement(
  'load-candle-span',
  `select min(time) as first, max(time) as last from candles
   where feed = :feed and symbol = :symbol and resolution_seconds = :resolutionSeconds`,
);

/** Loads the span of a series; null if nothing of it is stored. */
export async function loadCandleSpan(
  queries: Queries,
  series: Pick<CandleRange, 'feed' | 'symbol' | 'resolutionSeconds'>,
): Promise<CandleSpan | null> {
  const { first = null, last = null } = (await spanOf.first(queries, series)) ?? {};
  return first === null || last === null ? null : { first, last };
}

const ofBuckets = statement(
  'candles-of-buckets',
  `select candle.symbol, candle.resolution_seconds as "resolutionSeconds",
     candle.time, candle.open, candle.high, candle.low, candle.close
   from unnest(:symbols::text[]) as wanted (symbol)
   cross join unnest(:resolutions::integer[], :times::bigint[]) as bucket (resolution_seconds, time)
   join candles candle on candle.feed = :feed and candle.symbol = wanted.symbol
     and candle.resolution_seconds = bucket.resolution_seconds and candle.time = bucket.time`,
  { planned: 'afresh' },
);

export interface CandleBuckets {
  feed: string;
  symbols: readonly string[];
  /** One bucket of each resolution: its start in unix seconds. */
  buckets: readonly { resolutionSeconds: number; time: number }[];
}

/** The stored candles of certain buckets. */
export async function loadCandlesAt(queries: Queries, wanted: CandleBuckets): Promise<StoredCandle[]> {
  const resolutions = wanted.buckets.map((bucket) => bucket.resolutionSeconds);
  const times = wanted.buckets.map((bucket) => bucket.time);
  const { feed, symbols } = wanted;
  const rows = await ofBuckets.rows(queries, { feed, symbols, resolutions, times });
  return rows.map(({ symbol, resolutionSeconds, ...candle }) => ({ symbol, resolutionSeconds, candle }));
}

const lastCloses = statement(
  'candles-last-closes',
  `select wanted.symbol as "symbol!", last.close from unnest(:symbols::text[]) as wanted (symbol)
   cross join lateral (
     select close from candles where feed = :feed and symbol = wanted.symbol and resolution_seconds = 60
     order by time desc limit 1
   ) last`,
  { planned: 'afresh' },
);

/** The newest close (bid) of each symbol that has candles of this feed. */
export async function loadLastCloses(
  queries: Queries,
  wanted: { feed: string; symbols: readonly string[] },
): Promise<Map<string, number>> {
  const rows = await lastCloses.rows(queries, wanted);
  return new Map(rows.map((row) => [row.symbol, row.close]));
}

const save = statement(
  'save-candles',
  `insert into candles (feed, symbol, resolution_seconds, time, open, high, low, close)
   select :feed, * from unnest(:symbols::text[], :resolutions::integer[], :times::bigint[], :opens::float8[], :highs::float8[],
     :lows::float8[], :closes::float8[])
   on conflict (feed, symbol, resolution_seconds, time)
   do update set high = excluded.high, low = excluded.low, close = excluded.close`,
);

/** Writes candles, each replacing the stored one of its bucket. No bucket may occur twice. */
export async function saveCandles(queries: Queries, feed: string, stored: readonly StoredCandle[]): Promise<void> {
  if (stored.length === 0) return;
  const candles = stored.map((row) => row.candle);
  await save.write(queries, {
    feed,
    symbols: stored.map((row) => row.symbol),
    resolutions: stored.map((row) => row.resolutionSeconds),
    times: candles.map((candle) => candle.time),
    opens: candles.map((candle) => candle.open),
    highs: candles.map((candle) => candle.high),
    lows: candles.map((candle) => candle.low),
    closes: candles.map((candle) => candle.close),
  });
}
