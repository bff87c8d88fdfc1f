import type { Queries } from '../db/database.ts';
import type { SeedAsset, SeedCategory } from './asset-list.ts';
import type { CandleSeries } from './candle-history.ts';

/** Adds categories that are not there yet; what an operator has changed stays. */
export async function insertCategories(queries: Queries, categories: readonly SeedCategory[]): Promise<void> {
  const text = `insert into asset_categories (id, name, leverages)
    select id, name, string_to_array(leverages, ',')::int[] from unnest($1::int[], $2::text[], $3::text[]) as category (id, name, leverages)
    on conflict do nothing`;
  await queries.query(text, [
    categories.map(({ id }) => id),
    categories.map(({ name }) => name),
    categories.map(({ leverages }) => leverages.join(',')),
  ]);
}

/** Adds assets that are not there yet, in the order of the list; what an operator has changed stays. */
export async function insertAssets(queries: Queries, assets: readonly SeedAsset[]): Promise<void> {
  const text = `insert into assets
    (symbol, name, code, category_id, list_order, reference_rate, daily_volatility, quoted_spread, digits)
    select * from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::int[], $6::float8[], $7::float8[], $8::float8[], $9::int[])
    on conflict do nothing`;
  await queries.query(text, [
    assets.map(({ symbol }) => symbol),
    assets.map(({ name }) => name),
    assets.map(({ code }) => code),
    assets.map(({ categoryId }) => categoryId),
    assets.map((_, place) => place + 1),
    assets.map(({ referenceRate }) => referenceRate),
    assets.map(({ dailyVolatility }) => dailyVolatility),
    assets.map(({ quotedSpread }) => quotedSpread),
    assets.map(({ digits }) => digits),
  ]);
}

export interface AssetWithoutHistory {
  symbol: string;
  dailyVolatility: number;
  digits: number;
}

/** The assets that have no candle of this feed, by symbol: the order of the candles' key, which fills its index fastest. */
export async function loadAssetsWithoutHistory(queries: Queries, feed: string): Promise<AssetWithoutHistory[]> {
  const text = `select symbol, daily_volatility as "dailyVolatility", digits from assets
    where not exists (select from candles where candles.feed = $1 and candles.symbol = assets.symbol)
    order by symbol`;
  const { rows } = await queries.query<AssetWithoutHistory>(text, [feed]);
  return rows;
}

/** Adds the candles of one asset in one statement. */
export async function insertHistory(
  queries: Queries,
  { feed, symbol, series }: { feed: string; symbol: string; series: readonly CandleSeries[] },
): Promise<void> {
  const candles = series.flatMap((part) => part.candles);
  // Written as array literals here: the driver would escape half a million numbers one by one.
  const literal = (values: readonly number[]) => `{${values.join(',')}}`;
  await queries.query({
    name: 'seed-history',
    text: `insert into candles (feed, symbol, resolution_seconds, time, open, high, low, close)
      select $1, $2, * from unnest($3::int[], $4::bigint[], $5::float8[], $6::float8[], $7::float8[], $8::float8[])`,
    values: [
      feed,
      symbol,
      literal(series.flatMap((part) => part.candles.map(() => part.resolutionSeconds))),
      literal(candles.map(({ time }) => time)),
      literal(candles.map(({ open }) => open)),
      literal(candles.map(({ high }) => high)),
      literal(candles.map(({ low }) => low)),
      literal(candles.map(({ close }) => close)),
    ],
  });
}
