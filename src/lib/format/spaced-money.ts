/**
 * Formats a limit in major units as the specification writes it: `€ 250`, with the currency's symbol, a space, and
 * decimals only if the number is not whole. If the language puts the symbol after the number, it stays there: `250 €`.
 * `currency` is an ISO 4217 code.
 */
export function formatSpacedMoney(major: number, locale: string, currency: string): string {
  const parts = roundFormat(major, locale, currency).formatToParts(major);
  const spaced = parts.map(({ type, value }, at) =>
    type === 'currency' && parts[at + 1]?.type === 'integer' ? `${value} ` : value,
  );
  return spaced.join('');
}

/** Money in major units with decimals only if the number is not whole: `€250`, `250 €`, `€250.50`. */
export function formatRoundMoney(major: number, locale: string, currency: string): string {
  return roundFormat(major, locale, currency).format(major);
}

function roundFormat(major: number, locale: string, currency: string): Intl.NumberFormat {
  const fractionDigits = Number.isInteger(major) ? 0 : 2;
  const digits = { minimumFractionDigits: fractionDigits, maximumFractionDigits: fractionDigits };
  return new Intl.NumberFormat(locale, { style: 'currency', currency, useGrouping: 'always', ...digits });
}
