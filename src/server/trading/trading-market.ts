import type { TradingAsset } from '../../lib/trading/decisions/decide-open.ts';
import type { Quote } from '../../lib/trading/quote.ts';

/** What trading needs of the market: what can be traded, and the newest quote of it. */
export interface TradingMarket {
  assets: ReadonlyMap<string, TradingAsset & { name: string }>;
  quotes: { get: (symbol: string) => Quote | undefined };
}
