import { isTradable } from '../../lib/trading/quote.ts';
import type { Market } from '../market/market.ts';

/**
 * Counts the assets without a quote that may fill an order, by the server's own rule. `nowMs` is on the elapsed clock.
 */
export function countStale(
  { assets, quotes, feed }: Pick<Market, 'assets' | 'quotes' | 'feed'>,
  nowMs: number,
): number {
  const limits = { quoteMaxAgeMs: feed.quote_max_age_ms };
  return Array.from(assets.keys()).filter((symbol) => !isTradable(quotes.get(symbol), nowMs, limits)).length;
}
