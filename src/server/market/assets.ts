import type { Asset } from '../../lib/contract/entities.ts';
import type { AssetRow } from './assets-rows.ts';
import type { Feed } from './feed.ts';

/** The properties of an asset that operators can change while it is traded. */
export type AssetChange = Partial<Pick<AssetRow, 'leverages' | 'isSuspended' | 'quotedSpread'>>;

/** A change of leverages that is already in effect, but not committed yet. */
export interface ChangedLeverages {
  /** Call this after the commit; it notifies the listeners. */
  readonly tell: () => void;
  /** Call this if there was no commit; it restores the former leverages. */
  readonly takeBack: () => void;
}

export interface AssetChanges {
  /**
   * Changes the traded assets among the symbols, from the next order and quote on, and notifies the listeners. Call
   * this after the commit.
   */
  readonly changeAssets: (symbols: readonly string[], change: AssetChange) => void;
  /**
   * Changes the leverages without notifying anybody yet. Call this as the last step of a database transaction that has
   * locked the accounts whose chosen leverages are indexes into the old list. Whoever waits for those locks then sees
   * the new list together with the new indexes.
   */
  readonly changeLeverages: (symbols: readonly string[], leverages: number[]) => ChangedLeverages;
  /** Calls the listener after each change; returns the function that unsubscribes. */
  readonly onAssetsChanged: (listener: () => void) => () => void;
}

/**
 * Applies operators' changes to the assets. Rows of the map are modified in place, so that decisions about orders use
 * the current values.
 */
export function createAssetChanges(
  assets: ReadonlyMap<string, AssetRow>,
  feed: Pick<Feed, 'changeSpread'>,
): AssetChanges {
  const listeners = new Set<() => void>();
  const tell = () => listeners.forEach((listener) => listener());
  const traded = (symbols: readonly string[]) => symbols.flatMap((symbol) => assets.get(symbol) ?? []);
  return {
    changeAssets(symbols, change) {
      const { quotedSpread } = change;
      for (const asset of traded(symbols)) {
        Object.assign(asset, change);
        if (quotedSpread !== undefined) feed.changeSpread?.(asset.symbol, quotedSpread);
      }
      tell();
    },
    changeLeverages(symbols, leverages) {
      const before = traded(symbols).map((asset) => ({ asset, leverages: asset.leverages }));
      for (const { asset } of before) asset.leverages = leverages;
      const takeBack = () => {
        for (const was of before) if (was.asset.leverages === leverages) was.asset.leverages = was.leverages;
      };
      return { tell, takeBack };
    },
    onAssetsChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The assets in the contract's format, in the order of the market list. */
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
