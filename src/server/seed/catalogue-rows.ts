import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';
import type { SeedAsset, SeedCategory } from './asset-list.ts';
import type { CandleSeries } from './candle-history.ts';

const seedCategories = statement(
  'seed-categories',
  `insert into asset_categories (id, name, leverages)
   select id, name, string_to_array(leverages, ',')::int[]
   from unnest(:ids::int[], :names::text[], :leverages::text[]) as category (id, name, leverages)
   on conflict do nothing`,
  { planned: 'afresh' },
);

/** Adds missing categories; existing ones keep what an operator has changed. */
export async function insertCategories(queries: Queries, categories: readonly SeedCategory[]): Promise<void> {
  await seedCategories.write(queries, {
    ids: categories.map(({ id }) => id),
    names: categories.map(({ name }) => name),
    leverages: categories.map(({ leverages }) => leverages.join(',')),
  });
}

const seedAssets = statement(
  'seed-assets',
  `insert into assets
     (symbol, name, code, category_id, list_order, reference_rate, daily_volatility, quoted_spread, digits)
   select * from unnest(:symbols::text[], :names::text[], :codes::text[], :categoryIds::int[], :listOrders::int[],
     :referenceRates::float8[], :dailyVolatilities::float8[], :quotedSpreads::float8[], :digits::int[])
   on conflict do nothing`,
  { planned: 'afresh' },
);

/** Adds missing assets, in the order of the list; existing ones keep what an operator has changed. */
export async function insertAssets(queries: Queries, assets: readonly SeedAsset[]): Promise<void> {
  await seedAssets.write(queries, {
    symbols: assets.map(({ symbol }) => symbol),
    names: assets.map(({ name }) => name),
    codes: assets.map(({ code }) => code),
    categoryIds: assets.map(({ categoryId }) => categoryId),
    listOrders: assets.map((_, index) => index + 1),
    referenceRates: assets.map(({ referenceRate }) => referenceRate),
    dailyVolatilities: assets.map(({ dailyVolatility }) => dailyVolatility),
    quotedSpreads: assets.map(({ quotedSpread }) => quotedSpread),
    digits: assets.map(({ digits }) => digits),
  });
}

export interface AssetWithoutHistory {
  symbol: string;
  dailyVolatility: number;
  digits: number;
}

const assetsWithoutHistory = statement(
  'seed-assets-without-history',
  `select symbol, daily_volatility as "dailyVolatility", digits from assets
   where not exists (select from candles where candles.feed = :feed and candles.symbol = assets.symbol)
   order by symbol`,
  { planned: 'afresh' },
);

/**
 * The assets that have no candle of this feed, sorted by symbol: inserting in the order of the candles' primary key
 * fills its index fastest.
 */
export function loadAssetsWithoutHistory(queries: Queries, feed: string): Promise<AssetWithoutHistory[]> {
  return assetsWithoutHistory.rows(queries, { feed });
}

const seedHistory = statement(
  'seed-history',
  `insert into candles (feed, symbol, resolution_seconds, time, open, high, low, close)
   select :feed, :symbol, * from unnest(:resolutions::text::int[], :times::text::bigint[], :opens::text::float8[],
     :highs::text::float8[], :lows::text::float8[], :closes::text::float8[])`,
);

/** Adds the candles of one asset in one statement. */
export async function insertHistory(
  queries: Queries,
  { feed, symbol, series }: { feed: string; symbol: string; series: readonly CandleSeries[] },
): Promise<void> {
  const candles = series.flatMap((part) => part.candles);
  // Array literals are built here, because the driver would escape half a million numbers one by one.
  const literal = (values: readonly number[]) => `{${values.join(',')}}`;
  await seedHistory.write(queries, {
    feed,
    symbol,
    resolutions: literal(series.flatMap((part) => part.candles.map(() => part.resolutionSeconds))),
    times: literal(candles.map(({ time }) => time)),
    opens: literal(candles.map(({ open }) => open)),
    highs: literal(candles.map(({ high }) => high)),
    lows: literal(candles.map(({ low }) => low)),
    closes: literal(candles.map(({ close }) => close)),
  });
}
