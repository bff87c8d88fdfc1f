/** Numbers in the format of the reader's language. Intl formatters are slow to create, so they are cached. */

const formats = new Map<string, Intl.NumberFormat>();

/** A rate with 6 decimals if its integer part is below 10, 4 if below 100, else 2. */
export function formatRate(rate: number, locale: string): string {
  return formatRateDistance(rate, { of: rate, locale });
}

/** The distance between two rates, such as a spread, with as many decimals as the rate `of`. */
export function formatRateDistance(distance: number, { of, locale }: { of: number; locale: string }): string {
  const decimals = rateDecimals(of);
  return numberFormat(`rate ${decimals}`, locale, fixed(decimals)).format(distance);
}

/** How many decimals a rate is shown with, also on chart axes and in inputs. */
export function rateDecimals(rate: number): number {
  const whole = Math.trunc(Math.abs(rate));
  if (whole < 10) return 6;
  return whole < 100 ? 4 : 2;
}

/** Money in major units with two decimals and the currency's symbol; `currency` is an ISO 4217 code. */
export function formatMoney(major: number, locale: string, currency: string): string {
  return numberFormat(`money ${currency}`, locale, { ...money(currency), signDisplay: 'negative' }).format(major);
}

/** A profit or loss: as `formatMoney`, with a plus sign above zero. */
export function formatSignedMoney(major: number, locale: string, currency: string): string {
  return numberFormat(`signed ${currency}`, locale, { ...money(currency), signDisplay: 'exceptZero' }).format(major);
}

/** A percentage with at most two decimals: 33.3 is shown as 33.3 %. */
export function formatPercent(percent: number, locale: string): string {
  const options = { style: 'unit', unit: 'percent', maximumFractionDigits: 2, signDisplay: 'negative' } as const;
  return numberFormat('percent', locale, options).format(percent);
}

/** A change in percent (1.5 is 1.5 %) with two decimals and a sign. */
export function formatSignedPercent(percent: number, locale: string): string {
  const options = { style: 'unit', unit: 'percent', ...fixed(2), signDisplay: 'exceptZero' } as const;
  return numberFormat('signed percent', locale, options).format(percent);
}

/** A number without a unit: with so many decimals, or else with at most three. */
export function formatNumber(value: number, locale: string, decimals?: number): string {
  const options = decimals === undefined ? { maximumFractionDigits: 3 } : fixed(decimals);
  return numberFormat(`number ${decimals}`, locale, options).format(value);
}

/** A count of things. */
export function formatCount(count: number, locale: string): string {
  return numberFormat('count', locale, { maximumFractionDigits: 0 }).format(count);
}

function fixed(decimals: number): Intl.NumberFormatOptions {
  return { minimumFractionDigits: decimals, maximumFractionDigits: decimals, signDisplay: 'negative' };
}

function money(currency: string): Intl.NumberFormatOptions {
  // Some languages do not group small thousands, which would break the alignment with larger numbers.
  return { style: 'currency', currency, minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: 'always' };
}

function numberFormat(kind: string, locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${kind} ${locale}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, format);
  return format;
}
