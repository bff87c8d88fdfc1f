import { useCallback, useSyncExternalStore } from 'react';
import { priceBook } from '../../../stores/prices.ts';

/** `waiting`: no frame had it yet; `none`: one side is missing; `stale`: too old to trade at. */
export type PriceState = 'waiting' | 'live' | 'none' | 'stale';

function stateOf(symbol: string): PriceState {
  const price = priceBook.get(symbol);
  if (!price) return 'waiting';
  if (price.buy <= 0 || price.sell <= 0) return 'none';
  return price.stale ? 'stale' : 'live';
}

/** What a symbol's price is good for. Renders when that changes, not when the price does. */
export function usePriceState(symbol: string): PriceState {
  const subscribe = useCallback((changed: () => void) => priceBook.watch([symbol], changed), [symbol]);
  return useSyncExternalStore(
    subscribe,
    () => stateOf(symbol),
    () => 'waiting',
  );
}
