import { rateDecimals } from '../../../lib/format/format-number.ts';

/**
 * The rate that a dragged level stands for: as round as a pixel is coarse, and no finer than rates are shown. `pixelRate` is
 * what one pixel is worth. Null below anything that is a rate.
 */
export function draggedRate(rate: number, pixelRate: number): number | null {
  const decimals = Math.min(rateDecimals(rate), Math.ceil(-Math.log10(pixelRate)));
  const unit = 10 ** -decimals;
  const rounded = Number((Math.round(rate / unit) * unit).toFixed(Math.max(0, decimals)));
  return rounded > 0 ? rounded : null;
}

/** How far the page keys move a level: a thousandth of it. */
const pageShare = 0.001;

const signs: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: 1,
  PageDown: -1,
};

/** Where a key moves a level: by the last decimal that is shown, or by a thousandth. Null: the key moves nothing. */
export function steppedRate(rate: number, key: string): number | null {
  const sign = signs[key];
  if (!sign) return null;
  const decimals = rateDecimals(rate);
  const size = Math.max(key.startsWith('Page') ? rate * pageShare : 0, 10 ** -decimals);
  const stepped = Number((rate + sign * size).toFixed(decimals));
  return stepped > 0 ? stepped : rate;
}
