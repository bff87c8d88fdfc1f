/** An amount in major units, or why there is none. */
export type ParsedAmount =
  | { ok: true; amount: number }
  /** `decimals`: more of them than money has. */
  | { ok: false; fault: 'empty' | 'unreadable' | 'negative' | 'decimals' }
  /** It means one amount to some readers and another one to others: `1,250` is 1250, or 1.25. */
  | { ok: false; fault: 'unclear'; readings: { whole: number; decimal: number } };

const plainAmount = /^\d+([.,]\d{0,2})?$/;
/** Thousands apart, by one sign all along, and another one before the decimals. */
const groupedAmount = /^[1-9]\d{0,2}(?:(?<sign>[.,' ])\d{3})(?:\k<sign>\d{3})*(?<decimals>[.,]\d{0,2})?$/;
const unclearAmount = /^[1-9]\d{0,2}[.,]\d{3}$/;
const fineAmount = /^(?:\d+|[1-9]\d{0,2}(?:[.,' ]\d{3})+)[.,]\d{3,}$/;
const minus = /^[-−–]/;

/**
 * Money as customers type it when they pay in or out, in major units with at most two decimals: `1000`, `12,5`,
 * `1.000,50`, `1,000.50`, `1 000`, `1.000.000`, each with or without the sign or the code of `currency` (ISO 4217).
 * What could be two amounts is not guessed. The fields of trading take `parseMoney`, which knows no thousands.
 */
export function parseAmount(text: string, currency: string): ParsedAmount {
  const number = withoutCurrency(text.replace(/\s/g, ' ').replaceAll('’', "'").trim(), currency);
  if (number === '') return { ok: false, fault: 'empty' };
  if (minus.test(number)) return { ok: false, fault: isAmount(number.slice(1), currency) ? 'negative' : 'unreadable' };
  if (plainAmount.test(number)) return { ok: true, amount: Number(number.replace(',', '.')) };
  if (unclearAmount.test(number)) {
    const whole = Number(number.replace(/[.,]/, ''));
    // What is left of a thousandth is no money.
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

/** It stands before or behind, once. */
function withoutCurrency(text: string, currency: string): string {
  for (const sign of currencySigns(currency)) {
    const lower = text.toLowerCase();
    if (lower.startsWith(sign)) return text.slice(sign.length).trim();
    if (lower.endsWith(sign)) return text.slice(0, text.length - sign.length).trim();
  }
  return text;
}

/** Making an Intl formatter is slow, and forms read at each key. */
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

/** Both in major units, and both allowed. */
export interface AmountLimits {
  least: number;
  most: number;
}

/**
 * `parseAmount` where only some amounts are allowed. Three digits behind a sign are thousands where the smaller reading
 * is not allowed, be it to say what is wrong with them. Where it is, it stays unclear, whatever the greater one is: who
 * means thousands never sends what is left of them, and limits that move while somebody types never make another amount
 * of the same press.
 */
export function parseAmountWithin(text: string, currency: string, { least, most }: AmountLimits): ParsedAmount {
  const parsed = parseAmount(text, currency);
  if (parsed.ok || parsed.fault !== 'unclear') return parsed;
  const { whole, decimal } = parsed.readings;
  return decimal >= least && decimal <= most ? parsed : { ok: true, amount: whole };
}
