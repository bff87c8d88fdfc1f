import type { Queries } from '../../db/database.ts';

export interface NewAsset {
  symbol: string;
  name: string;
  code: string;
  categoryId: number;
  referenceRate: number;
  dailyVolatility: number;
  quotedSpread: number;
  digits: number;
}

/** Puts an asset at the end of the market list; false where there is one of this symbol. */
export async function insertAsset(queries: Queries, asset: NewAsset): Promise<boolean> {
  const { symbol, name, code, categoryId, referenceRate, dailyVolatility, quotedSpread, digits } = asset;
  const { rowCount } = await queries.query({
    name: 'operator-asset-insert',
    text: `insert into assets (symbol, name, code, category_id, list_order, reference_rate, daily_volatility, quoted_spread, digits)
           select $1, $2, $3, $4, coalesce(max(list_order), 0) + 1, $5, $6, $7, $8 from assets
           on conflict (symbol) do nothing`,
    values: [symbol, name, code, categoryId, referenceRate, dailyVolatility, quotedSpread, digits],
  });
  return rowCount === 1;
}

/** The spread as a fraction of the rate, until the end of the database transaction; undefined where there is no such asset. */
export async function lockSpread(queries: Queries, symbol: string): Promise<number | undefined> {
  const { rows } = await queries.query<{ spread: number }>({
    name: 'operator-asset-lock',
    text: 'select quoted_spread as spread from assets where symbol = $1 for no key update',
    values: [symbol],
  });
  return rows[0]?.spread;
}

export async function updateSpread(queries: Queries, symbol: string, spread: number): Promise<void> {
  await queries.query({
    name: 'operator-asset-spread',
    text: 'update assets set quoted_spread = $2 where symbol = $1',
    values: [symbol, spread],
  });
}

/** The leverages of a category, until the end of the database transaction; undefined where there is no such category. */
export async function lockLeverages(queries: Queries, category: string): Promise<number[] | undefined> {
  const { rows } = await queries.query<{ leverages: number[] }>({
    name: 'operator-category-lock',
    text: 'select leverages from asset_categories where name = $1 for no key update',
    values: [category],
  });
  return rows[0]?.leverages;
}

/** The accounts with leverages of their own in a category, until the end of the database transaction; in the order of ids, as everybody locks several. */
export async function lockChoosers(queries: Queries, category: string): Promise<void> {
  await queries.query({
    name: 'operator-category-choosers',
    text: 'select id from accounts where jsonb_exists(custom_leverage, $1) order by id for no key update',
    values: [category],
  });
}

/**
 * Sets the leverages of a category. What customers may choose of it is kept by places in the list: each keeps those of its leverages that
 * there are still, at their new places. Returns the accounts that this changed.
 */
export async function updateLeverages(
  queries: Queries,
  { category, before, next }: { category: string; before: readonly number[]; next: readonly number[] },
): Promise<number[]> {
  await queries.query({
    name: 'operator-category-leverages',
    text: 'update asset_categories set leverages = $2 where name = $1',
    values: [category, next],
  });
  const { rows } = await queries.query<{ id: number }>({
    name: 'operator-category-customers',
    text: `update accounts a set custom_leverage = jsonb_set(a.custom_leverage, array[$1::text], coalesce((
             select jsonb_agg(n.place - 1 order by n.place)
             from jsonb_array_elements_text(a.custom_leverage->$1::text) as chosen (place)
             join unnest($2::int[]) with ordinality as b (leverage, place) on b.place - 1 = chosen.place::int
             join unnest($3::int[]) with ordinality as n (leverage, place) on n.leverage = b.leverage), '[]'))
           where jsonb_exists(a.custom_leverage, $1::text) returning a.id`,
    values: [category, before, next],
  });
  return rows.map(({ id }) => id);
}

/** Puts a category behind the others; false where there is one of this name. */
export async function insertCategory(
  queries: Queries,
  { name, leverages }: { name: string; leverages: readonly number[] },
): Promise<boolean> {
  const { rowCount } = await queries.query({
    name: 'operator-category-insert',
    text: `insert into asset_categories (id, name, leverages) select coalesce(max(id), 0) + 1, $1, $2 from asset_categories
           on conflict (name) do nothing`,
    values: [name, leverages],
  });
  return rowCount === 1;
}
