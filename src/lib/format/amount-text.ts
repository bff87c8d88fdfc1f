import { toMajor } from '../money.ts';

/** Money for people who compare figures: by the code of the currency, without grouping, the same in every language. */

/** Hundredths of any currency, as `EUR 250.00`. */
export function hundredthsText(minor: number, currency: string): string {
  return `${currency} ${toMajor(minor).toFixed(2)}`;
}

/**
 * Minor units of a currency as somebody else names it: as `EUR 250.00` where they are hundredths. Of another currency
 * it is not known what its unit is worth to whoever wrote it: what was written is said.
 */
export function amountText(minor: number, currency: string): string {
  if (currencyDecimals(currency) === 2) return hundredthsText(minor, currency);
  return `${minor} minor units of ${currency === '' ? 'no currency' : currency}`;
}

/**
 * How many decimals a currency has by its ISO 4217 code; undefined for what is no such code. One that nobody knows has
 * two.
 */
export function currencyDecimals(currency: string): number | undefined {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;
  } catch {
    return undefined;
  }
}
