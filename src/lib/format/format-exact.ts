import { toDecimal } from '../rate.ts';
import type { Decimal } from '../rate.ts';
import { rateDecimals } from './format-number.ts';

/** Numbers with every digit that they have, for who checks a figure by hand. */

/**
 * A decimal with all of its digits and at least `least` decimals; zeros behind those are left out. `as`: a unit, for
 * one.
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

/** A rate with all of its digits, and at least the decimals that it is shown with elsewhere. */
export function formatExactRate(rate: number, locale: string): string {
  return formatExact(toDecimal(rate), locale, rateDecimals(rate));
}
