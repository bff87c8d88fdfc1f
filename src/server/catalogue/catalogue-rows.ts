import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';

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

const operatorAssetInsert = statement(
  'operator-asset-insert',
  `insert into assets (symbol, name, code, category_id, list_order, reference_rate, daily_volatility, quoted_spread, digits)
   select :symbol, :name, :code, :categoryId, coalesce(max(list_order), 0) + 1, :referenceRate, :dailyVolatility, :quotedSpread, :digits from assets
   on conflict (symbol) do nothing`,
);

/** Adds an asset at the end of the market list; false if one with this symbol exists. */
export async function insertAsset(queries: Queries, asset: NewAsset): Promise<boolean> {
  const { symbol, name, code, categoryId, referenceRate, dailyVolatility, quotedSpread, digits } = asset;
  return (
    (await operatorAssetInsert.write(queries, {
      symbol,
      name,
      code,
      categoryId,
      referenceRate,
      dailyVolatility,
      quotedSpread,
      digits,
    })) === 1
  );
}

const operatorAssetLock = statement(
  'operator-asset-lock',
  'select quoted_spread as spread from assets where symbol = :symbol for no key update',
);

/**
 * The spread as a fraction of the rate; undefined if there is no such asset. The row is locked until the database
 * transaction ends.
 */
export async function lockSpread(queries: Queries, symbol: string): Promise<number | undefined> {
  return (await operatorAssetLock.first(queries, { symbol }))?.spread;
}

const operatorAssetSpread = statement(
  'operator-asset-spread',
  'update assets set quoted_spread = :spread where symbol = :symbol',
);

export async function updateSpread(queries: Queries, symbol: string, spread: number): Promise<void> {
  await operatorAssetSpread.write(queries, { symbol, spread });
}

const operatorCategoryLock = statement(
  'operator-category-lock',
  'select leverages from asset_categories where name = :category for no key update',
);

/**
 * The leverages of a category; undefined if there is no such category. The row is locked until the database transaction
 * ends.
 */
export async function lockLeverages(queries: Queries, category: string): Promise<number[] | undefined> {
  return (await operatorCategoryLock.first(queries, { category }))?.leverages;
}

const operatorCategoryChoosers = statement(
  'operator-category-choosers',
  'select id from accounts where jsonb_exists(custom_leverage, :category) order by id for no key update',
);

/**
 * Locks the accounts with leverages of their own in a category until the database transaction ends. The order is that
 * of ids, as wherever several accounts are locked: otherwise two transactions could deadlock.
 */
export async function lockAccountsWithOwnLeverages(queries: Queries, category: string): Promise<void> {
  await operatorCategoryChoosers.write(queries, { category });
}

const operatorCategoryCustomers = statement(
  'operator-category-customers',
  `update accounts a set custom_leverage = jsonb_set(a.custom_leverage, array[:category::text], coalesce((
     select jsonb_agg(n.place - 1 order by n.place)
     from jsonb_array_elements_text(a.custom_leverage->:category::text) as chosen (place)
     join unnest(:before::int[]) with ordinality as b (leverage, place) on b.place - 1 = chosen.place::int
     join unnest(:next::int[]) with ordinality as n (leverage, place) on n.leverage = b.leverage), '[]'))
   where jsonb_exists(a.custom_leverage, :category::text) returning a.id`,
);

const operatorCategoryLeverages = statement(
  'operator-category-leverages',
  'update asset_categories set leverages = :next where name = :category',
);

/**
 * Sets the leverages of a category. A customer's choice is stored as indexes into the list, so each choice keeps those
 * of its leverages that remain, at their new indexes. Returns the accounts whose choice this changed.
 */
export async function updateLeverages(
  queries: Queries,
  { category, before, next }: { category: string; before: readonly number[]; next: readonly number[] },
): Promise<number[]> {
  await operatorCategoryLeverages.write(queries, { category, next });
  return (await operatorCategoryCustomers.rows(queries, { category, before, next })).map(({ id }) => id);
}

const operatorCategoryInsert = statement(
  'operator-category-insert',
  `insert into asset_categories (id, name, leverages) select coalesce(max(id), 0) + 1, :name, :leverages from asset_categories
   on conflict (name) do nothing`,
);

const operatorCategoriesLock = statement(
  'operator-categories-lock',
  'select id from asset_categories order by id for no key update',
);

/**
 * Adds a category after the others; false if one with this name exists. Locks the others until the database transaction
 * ends: otherwise two categories that are added at once would take the same id, and one would fail.
 */
export async function insertCategory(
  queries: Queries,
  { name, leverages }: { name: string; leverages: readonly number[] },
): Promise<boolean> {
  await operatorCategoriesLock.write(queries);
  return (await operatorCategoryInsert.write(queries, { name, leverages })) === 1;
}

/** One asset, or all of a category. */
export type AssetChoice = { symbol: string } | { category: string };

const operatorSuspensionsLock = statement(
  'operator-suspensions-lock',
  `select a.symbol, a.suspended_at as "suspendedAt"
   from assets a join asset_categories c on c.id = a.category_id
   where a.symbol = :symbol? or c.name = :category? order by a.symbol for no key update of a`,
);

/** The chosen assets, locked until the end of the database transaction. */
export function lockSuspensions(
  queries: Queries,
  choice: AssetChoice,
): Promise<{ symbol: string; suspendedAt: Date | null }[]> {
  return operatorSuspensionsLock.rows(queries, { symbol: null, category: null, ...choice });
}

const operatorSuspensionsUpdate = statement(
  'operator-suspensions-update',
  'update assets set suspended_at = :suspendedAt? where symbol = any(:symbols::text[])',
);

export async function updateSuspensions(
  queries: Queries,
  { symbols, suspendedAt }: { symbols: readonly string[]; suspendedAt: Date | null },
): Promise<void> {
  await operatorSuspensionsUpdate.write(queries, { symbols, suspendedAt });
}

const operatorSuspensionsLast = statement(
  'operator-suspensions-last',
  `select actor, at from audit_entries
   where at between :from and :to and event in ('asset_suspended', 'asset_resumed') and details->>'symbol' = :symbol
   order by at desc limit 1`,
);

/**
 * Who last suspended or resumed an asset between two instants, and when. The limits keep the search of the audit log
 * fast.
 */
export async function findLastSuspension(
  queries: Queries,
  { symbol, from, to }: { symbol: string; from: Date; to: Date },
): Promise<{ actor: string; at: Date } | undefined> {
  return (await operatorSuspensionsLast.first(queries, { symbol, from, to })) ?? undefined;
}
