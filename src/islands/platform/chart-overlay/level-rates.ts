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

const steps: Readonly<Record<string, { sign: number; isPage: boolean }>> = {
  ArrowUp: { sign: 1, isPage: false },
  ArrowRight: { sign: 1, isPage: false },
  ArrowDown: { sign: -1, isPage: false },
  ArrowLeft: { sign: -1, isPage: false },
  PageUp: { sign: 1, isPage: true },
  PageDown: { sign: -1, isPage: true },
};

/** Where a key moves a level: by the last decimal that is shown, or by a thousandth. Null: the key moves nothing. */
export function steppedRate(rate: number, key: string): number | null {
  const step = steps[key];
  if (!step) return null;
  const decimals = rateDecimals(rate);
  const size = Math.max(step.isPage ? rate * pageShare : 0, 10 ** -decimals);
  const stepped = Number((rate + step.sign * size).toFixed(decimals));
  return stepped > 0 ? stepped : rate;
}
