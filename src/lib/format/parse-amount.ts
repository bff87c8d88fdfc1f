/** An amount in major units, or why the text is not one. */
export type ParsedAmount =
  | { ok: true; amount: number }
  /** `decimals`: more decimals than money has. */
  | { ok: false; fault: 'empty' | 'unreadable' | 'negative' | 'decimals' }
  /** Ambiguous: some readers read `1,250` as 1250, others as 1.25. */
  | { ok: false; fault: 'unclear'; readings: { whole: number; decimal: number } };

const plainAmount = /^\d+([.,]\d{0,2})?$/;
/** Thousands grouped by the same separator throughout, with a different separator before the decimals. */
const groupedAmount = /^[1-9]\d{0,2}(?:(?<sign>[.,' ])\d{3})(?:\k<sign>\d{3})*(?<decimals>[.,]\d{0,2})?$/;
const unclearAmount = /^[1-9]\d{0,2}[.,]\d{3}$/;
const fineAmount = /^(?:\d+|[1-9]\d{0,2}(?:[.,' ]\d{3})+)[.,]\d{3,}$/;
const minus = /^[-−–]/;

/**
 * Parses money as customers type it for deposits and withdrawals, in major units with at most two decimals: `1000`,
 * `12,5`, `1.000,50`, `1,000.50`, `1 000`, `1.000.000`, each with or without the symbol or code of `currency` (ISO
 * 4217). Does not guess at ambiguous amounts. The trading fields use `parseMoney`, which accepts no thousands
 * separators.
 */
export function parseAmount(text: string, currency: string): ParsedAmount {
  const number = withoutCurrency(text.replace(/\s/g, ' ').replaceAll('’', "'").trim(), currency);
  if (number === '') return { ok: false, fault: 'empty' };
  if (minus.test(number)) return { ok: false, fault: isAmount(number.slice(1), currency) ? 'negative' : 'unreadable' };
  if (plainAmount.test(number)) return { ok: true, amount: Number(number.replace(',', '.')) };
  if (unclearAmount.test(number)) {
    const whole = Number(number.replace(/[.,]/, ''));
    // The decimal reading is cut off at two decimals, because money has no thousandths.
    return { ok: false, fault: 'unclear', readings: { whole, decimal: Math.trunc(whole / 10) / 100 } };
  }
  const { sign, decimals = '' } = groupedAmount.exec(number)?.groups ?? {};
  if (sign === undefined || decimals.startsWith(sign))
    return { ok: false, fault: fineAmount.test(number) ? 'decimals' : 'unreadable' };
  const whole = number.slice(0, number.length - decimals.length).replaceAll(sign, '');
  return { ok: true, amount: Number(whole + decimals.replace(',', '.')) };
}

function isAmount(text: string, currency: string): boolean {
  const parsed = parseAmount(text, currency);
  return parsed.ok || parsed.fault === 'unclear' || parsed.fault === 'decimals';
}

/** Removes the symbol or code of the currency from the start or the end of a text, once. */
function withoutCurrency(text: string, currency: string): string {
  for (const sign of currencySigns(currency)) {
    const lower = text.toLowerCase();
    if (lower.startsWith(sign)) return text.slice(sign.length).trim();
    if (lower.endsWith(sign)) return text.slice(0, text.length - sign.length).trim();
  }
  return text;
}

/** Intl formatters are slow to create, and forms parse at every keystroke. */
const signsByCurrency = new Map<string, readonly string[]>();

function currencySigns(currency: string): readonly string[] {
  const known = signsByCurrency.get(currency) ?? findSigns(currency);
  signsByCurrency.set(currency, known);
  return known;
}

function findSigns(currency: string): string[] {
  const parts = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  const sign = parts.formatToParts(0).find(({ type }) => type === 'currency')?.value;
  return [currency, ...(sign === undefined ? [] : [sign])].map((one) => one.toLowerCase());
}

/** In major units; both limits are included. */
export interface AmountLimits {
  least: number;
  most: number;
}

/**
 * Like `parseAmount`, but limits can settle an ambiguous amount such as `1,250`. If the smaller reading is outside the
 * limits, it is read as thousands, even if that is too large. If the smaller reading is within the limits, the amount
 * stays unclear, whatever the larger one is. So nobody who means thousands sends a thousandth of it, and limits that
 * change during typing never turn the same text into another amount.
 */
export function parseAmountWithin(text: string, currency: string, { least, most }: AmountLimits): ParsedAmount {
  const parsed = parseAmount(text, currency);
  if (parsed.ok || parsed.fault !== 'unclear') return parsed;
  const { whole, decimal } = parsed.readings;
  return decimal >= least && decimal <= most ? parsed : { ok: true, amount: whole };
}
