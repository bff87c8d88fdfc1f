import { toMajor } from '../money.ts';

/** Money for people who compare figures: with the currency code, without grouping, the same in every language. */

/** Formats hundredths of a currency, such as `EUR 250.00`. */
export function hundredthsText(minor: number, currency: string): string {
  return `${currency} ${toMajor(minor).toFixed(2)}`;
}

/**
 * Formats minor units of a currency that somebody else named: as `EUR 250.00` if the currency has hundredths. For any
 * other currency it is unknown what the writer calls a minor unit, so the number is shown as written.
 */
export function amountText(minor: number, currency: string): string {
  if (currencyDecimals(currency) === 2) return hundredthsText(minor, currency);
  return `${minor} minor units of ${currency === '' ? 'no currency' : currency}`;
}

/** The number of decimals of an ISO 4217 code; undefined if the text is not such a code. Unknown codes have two. */
export function currencyDecimals(currency: string): number | undefined {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;
  } catch {
    return undefined;
  }
}
