import type { TradingAsset } from '../../lib/trading/decisions.ts';
import type { Quote } from '../../lib/trading/quote.ts';

/** The parts of the market that trading needs: the assets, their newest quotes, and the name of the feed. */
export interface TradingMarket {
  assets: ReadonlyMap<string, TradingAsset & { name: string }>;
  quotes: { get: (symbol: string) => Quote | undefined };
  feed: { name: string };
}
