/** Reads rates and money as people type them, and writes rates into inputs. */

interface Signs {
  group: string;
  decimal: string;
}

function signsOf(locale: string): Signs {
  const parts = new Intl.NumberFormat(locale).formatToParts(12345.6);
  const sign = (type: 'group' | 'decimal') => parts.find((part) => part.type === type)?.value ?? '';
  return { group: sign('group'), decimal: sign('decimal') };
}

/**
 * Parses a typed rate: digits with a point or a comma before the decimals, or grouped as in the reader's language
 * ("96,420.50" in English, "96.420,50" in German), so that what the screen shows can be pasted. An ambiguous sign
 * ("1.168") is read as in the reader's language. Null for anything else, and for rates not above zero.
 */
export function parseRate(text: string, locale: string): number | null {
  const { group, decimal } = signsOf(locale);
  const plain = text.trim();
  const [whole = '', fraction = '', ...more] = plain.split(decimal);
  const isGrouped = more.length === 0 && /^\d*$/.test(fraction) && isInGroups(whole.split(group));
  const ungrouped = isGrouped ? `${whole.replaceAll(group, '')}.${fraction}` : plain.replace(',', '.');
  if (!/^\d+\.?\d*$/.test(ungrouped)) return null;
  const rate = Number(ungrouped);
  return rate > 0 && rate < Infinity ? rate : null;
}

function isInGroups([first = '', ...rest]: readonly string[]): boolean {
  return rest.length > 0 && /^[1-9]\d{0,2}$/.test(first) && rest.every((group) => /^\d{3}$/.test(group));
}

/** A rate with all of its digits and without grouping, for an input: `parseRate` of the same language reads it back. */
export function rateInputText(rate: number, locale: string): string {
  return rate.toLocaleString(locale, { useGrouping: false, maximumFractionDigits: 12 });
}

/**
 * Parses typed money, in major units: digits, then at most two decimals after a point or a comma. Null for anything
 * else. No thousands separators: `1,000` is a thousand to one reader and one to another.
 */
export function parseMoney(text: string): number | null {
  const plain = text.trim();
  return /^\d+([.,]\d{0,2})?$/.test(plain) ? Number(plain.replace(',', '.')) : null;
}
