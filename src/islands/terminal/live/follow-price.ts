import { formatRate, formatRateDistance, formatSignedPercent } from '../../../lib/format/format-number.ts';
import { isLive, priceBook } from '../../../stores/prices.ts';
import type { LivePrice } from '../../../stores/prices.ts';

export type Side = 'buy' | 'sell';

/** Shown when there is no price or no value. */
export const dash = '–';

/**
 * Returns a function that writes a rate into a cell. It touches the page only if the text changed, and then tints the
 * cell.
 */
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

/** Shows one side of a symbol's price in a cell, and updates it without a render. */
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

/** The quoted spread, with as many decimals as its price; a dash while it cannot be traded. */
export function spreadText(price: Readonly<LivePrice> | undefined, locale: string): string {
  return isLive(price) ? formatRateDistance(price.buy - price.sell, { of: price.sell, locale }) : dash;
}

/**
 * Shows a text that depends on a symbol's price in a cell, and updates it without a render. The text is recomputed at
 * every price, and written only if it changed.
 */
export function followText(
  cell: HTMLElement,
  symbol: string,
  textOf: (price: Readonly<LivePrice> | undefined) => string,
): () => void {
  const update = () => {
    const text = textOf(priceBook.get(symbol));
    if (cell.textContent !== text) cell.textContent = text;
  };
  update();
  return priceBook.watch([symbol], update);
}

/** Writes a signed percentage change; `data-trend` colours it. */
export function writeChange(cell: HTMLElement, percent: number, locale: string): void {
  const rounded = Math.round(percent * 100) / 100;
  writeText(cell, formatSignedPercent(rounded, locale), rounded > 0 ? 'up' : rounded < 0 ? 'down' : 'none');
}

export function writeText(cell: HTMLElement, text: string, trend = 'none') {
  if (cell.textContent !== text) cell.textContent = text;
  if (cell.dataset['trend'] !== trend) cell.dataset['trend'] = trend;
}

/** How long a changed cell stays tinted. The style sheets define the tint; there is none with reduced motion. */
const tintMs = 300;

const tinted = new Map<HTMLElement, number>();
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Tints a cell for a moment to show that its rate rose or fell. One timer serves all cells, because many change at ten
 * updates a second.
 */
function tint(cell: HTMLElement, move: 'up' | 'down'): void {
  if (cell.dataset['move'] !== move) cell.dataset['move'] = move;
  tinted.delete(cell);
  tinted.set(cell, performance.now() + tintMs);
  timer ??= setTimeout(clear, tintMs);
}

/** Insertion order is expiry order, so the loop stops at the first cell that has not expired. */
function clear() {
  const now = performance.now();
  timer = undefined;
  for (const [cell, expiresMs] of tinted) {
    if (expiresMs > now) {
      timer = setTimeout(clear, expiresMs - now);
      return;
    }
    tinted.delete(cell);
    delete cell.dataset['move'];
  }
}
