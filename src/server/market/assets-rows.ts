import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';

/** An asset with its category, as the market needs it. */
export interface AssetRow {
  symbol: string;
  name: string;
  /** The chart provider's symbol. */
  code: string;
  categoryId: number;
  categoryName: string;
  leverages: number[];
  /** Position in the market list. */
  listOrder: number;
  /** The mid rate to which the simulated feed reverts. */
  referenceRate: number;
  /** Standard deviation of a day's return, as a fraction. */
  dailyVolatility: number;
  /** ask − bid as a fraction of mid. */
  quotedSpread: number;
  /** Decimals that the venue quotes. */
  digits: number;
  /** Whether it is forbidden to open new positions in the asset. */
  isSuspended: boolean;
}

const all = statement(
  'assets-load',
  `select asset.symbol, asset.name, asset.code, asset.category_id as "categoryId", category.name as "categoryName",
    category.leverages, asset.list_order as "listOrder", asset.reference_rate as "referenceRate",
    asset.daily_volatility as "dailyVolatility", asset.quoted_spread as "quotedSpread", asset.digits,
    asset.suspended_at is not null as "isSuspended"
  from assets asset join asset_categories category on category.id = asset.category_id
  order by asset.list_order, asset.symbol`,
  { planned: 'afresh' },
);

/** All assets, in the order of the market list. */
export function loadAssets(queries: Queries): Promise<AssetRow[]> {
  return all.rows(queries);
}
