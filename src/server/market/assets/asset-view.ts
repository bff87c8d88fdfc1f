import type { Asset } from '../../../lib/contract/entities.ts';
import type { AssetRow } from '../assets-rows.ts';

/** The list of assets as the contract has it, in the order of the market list. */
export function assetList(assets: ReadonlyMap<string, AssetRow>): Asset[] {
  return Array.from(assets.values(), assetView);
}

function assetView(asset: AssetRow): Asset {
  return {
    name: asset.name,
    symbol: asset.symbol,
    code: asset.code,
    asset_category_id: asset.categoryId,
    position_assets_category: { name: asset.categoryName, leverage: asset.leverages.join(',') },
    suspended: asset.isSuspended ? 1 : 0,
  };
}
