import type { TradingAsset } from '../../lib/trading/decisions.ts';
import type { Quote } from '../../lib/trading/quote.ts';

/** What trading needs of the market: what can be traded, the newest quote of it, and where the quotes come from. */
export interface TradingMarket {
  assets: ReadonlyMap<string, TradingAsset & { name: string }>;
  quotes: { get: (symbol: string) => Quote | undefined };
  feed: { name: string };
}
