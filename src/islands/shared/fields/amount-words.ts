import type { ParsedAmount } from '../../../lib/format/parse-amount.ts';
import type { Translate } from '../../../lib/i18n/translate.ts';

/** Says why what was typed is no amount; undefined where it is one. `t` knows the namespace `amount`. */
export function amountWords(parsed: ParsedAmount, t: Translate, locale: string): string | undefined {
  if (parsed.ok) return undefined;
  switch (parsed.fault) {
    case 'empty':
      return t('amount.required');
    case 'unreadable':
    case 'negative':
    case 'decimals':
      return t(`amount.${parsed.fault}`);
    case 'unclear': {
      const { whole, decimal } = parsed.readings;
      return t('amount.unclear', { whole: written(whole, locale, 0), decimal: written(decimal, locale, 2) });
    }
  }
}

/** An amount in major units as a reader would type it. */
export function writtenAmount(major: number, locale: string): string {
  return written(major, locale, 2);
}

/** The same, with decimals only where it is no whole number. */
export function typedAmount(major: number, locale: string): string {
  return written(major, locale, Number.isInteger(major) ? 0 : 2);
}

function written(major: number, locale: string, decimals: number): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: false };
  return new Intl.NumberFormat(locale, digits).format(major);
}
