/** Rates as a reader types them, and as they stand in an input. */

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
 * A rate as it is typed: digits with a point or a comma before the decimals, or grouped as the reader's language writes
 * it ("96,420.50" in English, "96.420,50" in German), so that what the screen shows can be pasted. Null for anything
 * else and for what is not above zero. Where a sign can be read both ways ("1.168"), it is read as the reader's
 * language writes it.
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

/** A rate whole and without groups, as it stands in an input: `parseRate` of the same language reads it back. */
export function rateInputText(rate: number, locale: string): string {
  return rate.toLocaleString(locale, { useGrouping: false, maximumFractionDigits: 12 });
}

/**
 * Money as a reader types it, in major units: digits, then at most two decimals after a point or a comma. Null for
 * anything else. Thousands separators are not guessed at: `1,000` is a thousand to one reader and one to another.
 */
export function parseMoney(text: string): number | null {
  const plain = text.trim();
  return /^\d+([.,]\d{0,2})?$/.test(plain) ? Number(plain.replace(',', '.')) : null;
}
