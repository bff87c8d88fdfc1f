import type { Queries } from '../../../src/server/db/database.ts';
import type { SeedAsset, SeedCategory } from '../../../src/server/seed/asset-list.ts';
import { seedCategories } from '../../../src/server/seed/asset-list.ts';
import { insertAssets, insertCategories } from '../../../src/server/seed/catalogue-rows.ts';

/**
 * The assets of the hour in the categories that ship, and in a category with leverages so high that even a quiet hour
 * terminates positions.
 */

const steep: SeedCategory = { id: 6, name: 'steep', leverages: [30, 100, 300, 1000] };
const categories = [...seedCategories, steep];

const categoryOf: Record<string, string> = {
  BTCUSD: 'crypto',
  ETHUSD: 'steep',
  LTCUSD: 'steep',
  EURUSD: 'forex',
  NZDUSD: 'steep',
  XAUUSD: 'steep',
  AAPL: 'stocks',
  SPY: 'stocks',
  DE30EUR: 'index',
};

function categoryNamed(symbol: string): SeedCategory {
  const found = categories.find(({ name }) => name === categoryOf[symbol]);
  if (!found) throw new Error(`${symbol} is in no category`);
  return found;
}

export function leveragesOf(symbol: string): readonly number[] {
  return categoryNamed(symbol).leverages;
}

export async function insertReplayAssets(queries: Queries): Promise<void> {
  const forNobody = { referenceRate: 1, dailyVolatility: 0.01, quotedSpread: 0.0001, digits: 5 };
  const assets = Object.keys(categoryOf).map((symbol): SeedAsset => {
    return { symbol, name: symbol, code: symbol, categoryId: categoryNamed(symbol).id, ...forNobody };
  });
  await insertCategories(queries, categories);
  await insertAssets(queries, assets);
}
