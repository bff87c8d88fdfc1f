import { toDecimal } from '../rate.ts';
import type { Decimal } from '../rate.ts';
import { rateDecimals } from './format-number.ts';

/** Numbers with all of their digits, for readers who check a figure by hand. */

/**
 * A decimal with all of its digits and at least `least` decimals; further trailing zeros are dropped. `as`: other
 * format options, such as a unit.
 */
export function formatExact(
  { units, decimals }: Decimal,
  locale: string,
  least: number,
  as: Intl.NumberFormatOptions = {},
): string {
  const text = `${units}e${-decimals}` as `${number}`;
  const options = { ...as, minimumFractionDigits: least, maximumFractionDigits: 100 };
  return new Intl.NumberFormat(locale, options).format(text);
}

/** A rate with all of its digits, and at least as many decimals as `formatRate` shows. */
export function formatExactRate(rate: number, locale: string): string {
  return formatExact(toDecimal(rate), locale, rateDecimals(rate));
}
