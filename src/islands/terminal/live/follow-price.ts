import {
  formatRate,
  formatRateDistance,
  formatSignedPercent,
  rateDecimals,
} from '../../../lib/format/format-number.ts';
import { formatPips } from '../../../lib/format/format-pips.ts';
import type { Translate } from '../../../lib/i18n/translate.ts';
import { pipsBetween } from '../../../lib/trading/pip.ts';
import { pipOf } from '../../../stores/assets.ts';
import { isLive, priceBook } from '../../../stores/prices.ts';
import type { LivePrice } from '../../../stores/prices.ts';

export type Side = 'buy' | 'sell';

/** Shown when there is no price or no value. */
export const dash = '–';

/** Where a rate is shown: of which asset, for a reader of which language. */
export interface RateFacts {
  symbol: string;
  locale: string;
}

/**
 * Returns a function that writes a rate into a cell, with its last digits smaller. It touches the page only if the text
 * changed, and then tints the cell.
 */
export function rateWriter(cell: HTMLElement, { symbol, locale }: RateFacts): (rate: number, isStale: boolean) => void {
  let shown = 0;
  const [large, small] = [document.createTextNode(dash), document.createTextNode('')];
  const smallPart = document.createElement('small');
  smallPart.append(small);
  cell.replaceChildren(large, smallPart);
  const write = (rate: number) => {
    const text = rate > 0 ? formatRate(rate, locale) : dash;
    const smallFrom = text.length - (rate > 0 ? smallDigits(rate, pipOf(symbol)) : 0);
    writeData(large, text.slice(0, smallFrom));
    writeData(small, text.slice(smallFrom));
  };
  return (rate, isStale) => {
    if (rate !== shown) {
      write(rate);
      if (shown > 0 && rate > 0) tint(cell, rate > shown ? 'up' : 'down');
      shown = rate;
    }
    if (cell.hasAttribute('data-stale') !== isStale) cell.toggleAttribute('data-stale', isStale);
  };
}

function writeData(node: Text, text: string): void {
  if (node.data !== text) node.data = text;
}

/** How many digits of a rate are smaller: of a currency pair the fractions of a pip, otherwise the last one. */
function smallDigits(rate: number, pip: number | null): number {
  return pip === null ? 1 : Math.max(0, rateDecimals(rate) + Math.round(Math.log10(pip)));
}

/** Shows one side of a symbol's price in a cell, and updates it without a render. */
export function followRate(cell: HTMLElement, { symbol, side, locale }: RateFacts & { side: Side }): () => void {
  const write = rateWriter(cell, { symbol, locale });
  const update = () => {
    const price = priceBook.get(symbol);
    if (price) write(price[side], price.stale);
  };
  update();
  return priceBook.watch([symbol], update);
}

/**
 * The quoted spread: in pips for a currency pair, otherwise with as many decimals as its price. A dash while it cannot
 * be traded.
 */
export function spreadText(
  price: Readonly<LivePrice> | undefined,
  { symbol, locale, t }: RateFacts & { t: Translate },
): string {
  if (!isLive(price)) return dash;
  const { sell: bid, buy: ask } = price;
  const pip = pipOf(symbol);
  if (pip === null) return formatRateDistance(ask - bid, { of: bid, locale });
  return t('platform.market.pips', { pips: formatPips(pipsBetween({ bid, ask }, pip), locale) });
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

/** Milliseconds, about, of the tint of a changed cell, and then of the half tint; neither with reduced motion. */
const tintMs = 200;

/** The timer fades tints that are overdue by this much. */
const slackMs = 100;

/** Tinted cells with the time at which their tint may change, the earliest first. */
const tinted = new Map<HTMLElement, number>();
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Tints a cell for a moment to show that its rate rose or fell. Older tints fade now, in the animation frame that is
 * painted anyway; the timer is for those after which no price changes.
 */
function tint(cell: HTMLElement, move: 'up' | 'down'): void {
  fadeTints(0);
  if (cell.dataset['move'] !== move) cell.dataset['move'] = move;
  delete cell.dataset['fading'];
  tinted.delete(cell);
  tinted.set(cell, performance.now() + tintMs);
  timer ??= setTimeout(fadeOnTime, tintMs + slackMs);
}

function fadeOnTime() {
  timer = undefined;
  fadeTints(slackMs);
  if (tinted.size > 0) timer = setTimeout(fadeOnTime, tintMs + slackMs);
}

/** Fades the tints that are overdue by `overdueMs` or more. */
function fadeTints(overdueMs: number) {
  const now = performance.now();
  for (const [cell, dueMs] of tinted) {
    if (dueMs + overdueMs > now) return;
    tinted.delete(cell);
    if (cell.dataset['fading'] === undefined) {
      cell.dataset['fading'] = '';
      tinted.set(cell, now + tintMs);
    } else {
      delete cell.dataset['move'];
      delete cell.dataset['fading'];
    }
  }
}
