import { formatRate, formatRateDistance } from '../../../lib/format/format-number.ts';
import { isLive, priceBook } from '../../../stores/prices.ts';
import type { LivePrice } from '../../../stores/prices.ts';
import { tint } from './tint.ts';

export type Side = 'buy' | 'sell';

/** Shown where there is no price, or no value at all. */
export const dash = '–';

/** A writer of one rate into one cell: it touches the page only where something changed, and tints the change. */
export function rateWriter(cell: HTMLElement, locale: string): (rate: number, isStale: boolean) => void {
  let shown = 0;
  cell.textContent = dash;
  return (rate, isStale) => {
    if (rate !== shown) {
      cell.textContent = rate > 0 ? formatRate(rate, locale) : dash;
      if (shown > 0 && rate > 0) tint(cell, rate > shown ? 'up' : 'down');
      shown = rate;
    }
    if (cell.hasAttribute('data-stale') !== isStale) cell.toggleAttribute('data-stale', isStale);
  };
}

/** Keeps one side of a symbol's price in a cell, past React: nothing is rendered when a price moves. */
export function followRate(
  cell: HTMLElement,
  { symbol, side, locale }: { symbol: string; side: Side; locale: string },
): () => void {
  const write = rateWriter(cell, locale);
  const update = () => {
    const price = priceBook.get(symbol);
    if (price) write(price[side], price.stale);
  };
  update();
  return priceBook.watch([symbol], update);
}

/** The quoted spread, in the decimals of its price; a dash while nothing can be traded at it. */
export function spreadText(price: Readonly<LivePrice> | undefined, locale: string): string {
  return isLive(price) ? formatRateDistance(price.buy - price.sell, { of: price.sell, locale }) : dash;
}
