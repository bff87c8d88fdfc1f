import type { Market } from '../market/market.ts';

/** How many assets have no quote that an order may be filled at, by the server's own rule of age; `nowMs` in unix milliseconds. */
export function countStale(
  { assets, quotes, feed }: Pick<Market, 'assets' | 'quotes' | 'feed'>,
  nowMs: number,
): number {
  return Array.from(assets.keys(), (symbol) => quotes.get(symbol)).filter(
    (quote) => !quote || nowMs - quote.timeMs > feed.quote_max_age_ms,
  ).length;
}
