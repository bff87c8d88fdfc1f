import type { ReactNode, Ref } from 'react';
import type { ParsedAmount } from '../../../lib/format/parse-amount.ts';
import type { Translate } from '../../../lib/i18n/translate.ts';
import styles from './amount-field.module.css';
import { Field } from './field.tsx';

interface AmountFieldProps {
  /** Must have the texts of the namespace `amount`. */
  t: Translate;
  locale: string;
  /** ISO 4217. */
  currency: string;
  value: string;
  error: string | undefined;
  hint: string;
  readOnly?: boolean;
  /** Content at the end of the input, such as a button. */
  end?: ReactNode;
  onChange: (amount: string) => void;
  ref?: Ref<HTMLInputElement>;
}

/** Enough for an amount with separators, sign and currency. */
const mostCharacters = 20;

/** The amount of a deposit or withdrawal. */
export function AmountField({ t, locale, currency, value, onChange, ...field }: AmountFieldProps) {
  return (
    <Field
      {...field}
      className={styles.amount}
      label={t('amount.label')}
      name="amount"
      type="text"
      inputMode="decimal"
      autoComplete="transaction-amount"
      maxLength={mostCharacters}
      value={value}
      start={
        <span className={styles.sign} aria-hidden="true">
          {currencySign(locale, currency)}
        </span>
      }
      onChange={({ target }) => onChange(target.value)}
      onBlur={({ target }) => target.value !== target.value.trim() && onChange(target.value.trim())}
    />
  );
}

function currencySign(locale: string, currency: string): string {
  const parts = new Intl.NumberFormat(locale, { style: 'currency', currency }).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? currency;
}

/** Why the text is not a valid amount; undefined if it is. `t` must have the texts of the namespace `amount`. */
export function amountErrorText(parsed: ParsedAmount, t: Translate, locale: string): string | undefined {
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

/** Like `writtenAmount`, but without decimals for a whole number. */
export function typedAmount(major: number, locale: string): string {
  return written(major, locale, Number.isInteger(major) ? 0 : 2);
}

function written(major: number, locale: string, decimals: number): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: false };
  return new Intl.NumberFormat(locale, digits).format(major);
}
