import { page } from 'vitest/browser';
import type { Asset, PriceMap } from '../../../src/lib/contract/entities.ts';
import { seedAssets, seedCategories } from '../../../src/server/seed/asset-list.ts';
import { terminal } from './shown-terminal.tsx';

/** The shipped market: all its assets, and a price for each. */

export const shippedAssets: readonly Asset[] = seedAssets.map(({ symbol, name, code, categoryId }) => {
  const category = seedCategories.find(({ id }) => id === categoryId);
  if (!category) throw new Error(`${symbol} has no category`);
  return {
    ...{ symbol, name, code, suspended: 0, asset_category_id: categoryId },
    position_assets_category: { name: category.name, leverage: category.leverages.join(',') },
  };
});

export const shippedPrices: PriceMap = Object.fromEntries(
  seedAssets.map(({ symbol, referenceRate: sell, quotedSpread, digits }) => {
    const spread = Math.max(sell * quotedSpread, 10 ** -digits);
    return [symbol, { sell, buy: Number((sell + spread).toFixed(digits)) }];
  }),
);

/** The search field. */
export const search = () => terminal().market.getByRole('searchbox');

/** The assets in the list, as links. */
export const shown = () => terminal().market.getByRole('listitem').getByRole('link');

export const symbolsShown = () =>
  shown()
    .elements()
    .map((link) => link.textContent);

export const currentRow = () => page.getByCss('[data-market] [data-current]');
