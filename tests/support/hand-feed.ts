import type { Feed, OnQuote } from '../../src/server/market/feed.ts';
import type { Runtime } from '../../src/server/runtime.ts';
import { seedAssets } from '../../src/server/seed/asset-list.ts';

export interface HandFeed extends Feed {
  /** The spreads that operators changed, by symbol. */
  spreads: ReadonlyMap<string, number>;
  /** Quotes a symbol now; the quote book decides whether to accept it. */
  quote: (symbol: string, bid: number, ask: number) => void;
  /** Quotes a price far from the last one, as many times as the quote book needs to confirm it. */
  confirm: (symbol: string, bid: number, ask: number) => void;
}

/** A feed that quotes only what a test tells it to. Its history ends at the assets' reference rates. */
export function createHandFeed({ now, elapsedMs }: Pick<Runtime, 'now' | 'elapsedMs'>): HandFeed {
  let onQuote: OnQuote | undefined;
  const spreads = new Map<string, number>();
  const quote: HandFeed['quote'] = (symbol, bid, ask) => onQuote?.(symbol, bid, ask, now(), elapsedMs());
  return {
    name: 'hand',
    origin: 'simulated',
    openingRates: () => Promise.resolve(new Map(seedAssets.map((asset) => [asset.symbol, asset.referenceRate]))),
    start: (listener) => (onQuote = listener),
    stop: () => Promise.resolve(),
    changeSpread: (symbol, spread) => void spreads.set(symbol, spread),
    spreads,
    quote,
    confirm(symbol, bid, ask) {
      for (let times = 0; times < 3; times++) quote(symbol, bid, ask);
    },
  };
}
