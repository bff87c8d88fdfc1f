import type { Candle } from '../../lib/contract/entities.ts';
import type { Queries } from '../db/database.ts';

/** A candle and the history that it belongs to. */
export interface StoredCandle {
  symbol: string;
  resolutionSeconds: number;
  candle: Candle;
}

const selectCandles = `
  select time, open, high, low, close from candles
  where feed = $1 and symbol = $2 and resolution_seconds = $3 and time between $4 and $5
  order by time desc limit $6`;

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
  const { feed, symbol, resolutionSeconds, from, to, limit } = range;
  const values = [feed, symbol, resolutionSeconds, from, to, limit];
  const { rows } = await queries.query<Candle>({ name: 'load-candles', text: selectCandles, values });
  return rows.reverse();
}

/** Where a series begins and ends, unix seconds. */
export interface CandleSpan {
  first: number;
  last: number;
}

const selectSpan = `
  select min(time) as first, max(time) as last from candles where feed = $1 and symbol = $2 and resolution_seconds = $3`;

/** Null where nothing of the series is stored. */
export async function loadCandleSpan(
  queries: Queries,
  { feed, symbol, resolutionSeconds }: Pick<CandleRange, 'feed' | 'symbol' | 'resolutionSeconds'>,
): Promise<CandleSpan | null> {
  const values = [feed, symbol, resolutionSeconds];
  const { rows } = await queries.query<CandleSpan | { first: null; last: null }>({
    name: 'load-candle-span',
    text: selectSpan,
    values,
  });
  const [span] = rows;
  return span && span.first !== null ? span : null;
}

const selectCandlesAt = `
  select candle.symbol, candle.resolution_seconds as "resolutionSeconds",
    candle.time, candle.open, candle.high, candle.low, candle.close
  from unnest($2::text[]) as wanted (symbol)
  cross join unnest($3::integer[], $4::bigint[]) as bucket (resolution_seconds, time)
  join candles candle on candle.feed = $1 and candle.symbol = wanted.symbol
    and candle.resolution_seconds = bucket.resolution_seconds and candle.time = bucket.time`;

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
  const values = [wanted.feed, wanted.symbols, resolutions, times];
  const { rows } = await queries.query<Candle & Omit<StoredCandle, 'candle'>>(selectCandlesAt, values);
  return rows.map(({ symbol, resolutionSeconds, ...candle }) => ({ symbol, resolutionSeconds, candle }));
}

const selectLastCloses = `
  select wanted.symbol, last.close from unnest($2::text[]) as wanted (symbol)
  cross join lateral (
    select close from candles where feed = $1 and symbol = wanted.symbol and resolution_seconds = 60
    order by time desc limit 1
  ) last`;

/** The newest close (bid) of each symbol that has candles of this feed. */
export async function loadLastCloses(
  queries: Queries,
  { feed, symbols }: { feed: string; symbols: readonly string[] },
): Promise<Map<string, number>> {
  const { rows } = await queries.query<{ symbol: string; close: number }>(selectLastCloses, [feed, symbols]);
  return new Map(rows.map((row) => [row.symbol, row.close]));
}

const upsertCandles = `
  insert into candles (feed, symbol, resolution_seconds, time, open, high, low, close)
  select $1, * from unnest($2::text[], $3::integer[], $4::bigint[], $5::float8[], $6::float8[], $7::float8[], $8::float8[])
  on conflict (feed, symbol, resolution_seconds, time)
  do update set high = excluded.high, low = excluded.low, close = excluded.close`;

/** Writes candles, each of which replaces what its bucket held. No bucket may come twice. */
export async function saveCandles(queries: Queries, feed: string, stored: readonly StoredCandle[]): Promise<void> {
  if (stored.length === 0) return;
  const candles = stored.map((row) => row.candle);
  const values = [
    feed,
    stored.map((row) => row.symbol),
    stored.map((row) => row.resolutionSeconds),
    candles.map((candle) => candle.time),
    candles.map((candle) => candle.open),
    candles.map((candle) => candle.high),
    candles.map((candle) => candle.low),
    candles.map((candle) => candle.close),
  ];
  await queries.query({ name: 'save-candles', text: upsertCandles, values });
}
