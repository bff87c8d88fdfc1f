import type { AssetRow } from '../assets-rows.ts';
import type { Feed } from '../feed.ts';

/** What operators change of an asset while it is traded. */
export type AssetChange = Partial<Pick<AssetRow, 'leverages' | 'isSuspended' | 'quotedSpread'>>;

/** Leverages that hold already, while their commit is still to come. */
export interface ChangedLeverages {
  /** After the commit: the listeners are told. */
  readonly tell: () => void;
  /** Where there was none: the leverages are those from before. */
  readonly takeBack: () => void;
}

export interface AssetChanges {
  /**
   * Changes those of the symbols that are traded here, from the next order and quote on, and tells the listeners. To be
   * called after the commit.
   */
  readonly changeAssets: (symbols: readonly string[], change: AssetChange) => void;
  /**
   * Changes the leverages and tells nobody yet: to be called as the last step of the database transaction that has
   * locked whose choices are places in the old list. Whoever waits for them then finds both as they are after it.
   */
  readonly changeLeverages: (symbols: readonly string[], leverages: number[]) => ChangedLeverages;
  /** Calls back after each change; returns the way to stop. */
  readonly onAssetsChanged: (listener: () => void) => () => void;
}

/**
 * Keeps what is traded as operators have it. The rows of the map are changed, not replaced: who decides an order reads
 * them then.
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
