import { rateDecimals } from '../../../lib/format/format-number.ts';

/**
 * The rate of a dragged level: rounded to what one pixel can resolve, but no finer than rates are shown. `pixelRate` is
 * the rate difference per pixel. Null if the result is zero or less.
 */
export function draggedRate(rate: number, pixelRate: number): number | null {
  const decimals = Math.min(rateDecimals(rate), Math.ceil(-Math.log10(pixelRate)));
  const unit = 10 ** -decimals;
  const rounded = Number((Math.round(rate / unit) * unit).toFixed(Math.max(0, decimals)));
  return rounded > 0 ? rounded : null;
}

/** How far the page keys move a level, as a share of its rate. */
const pageShare = 0.001;

const signs: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: 1,
  PageDown: -1,
};

/**
 * The rate after a key press. Arrow keys change the last decimal shown by one, page keys the rate by a thousandth. Null
 * for any other key.
 */
export function steppedRate(rate: number, key: string): number | null {
  const sign = signs[key];
  if (!sign) return null;
  const decimals = rateDecimals(rate);
  const size = Math.max(key.startsWith('Page') ? rate * pageShare : 0, 10 ** -decimals);
  const stepped = Number((rate + sign * size).toFixed(decimals));
  return stepped > 0 ? stepped : rate;
}
