import type { ReactNode, Ref } from 'react';
import type { Translate } from '../../../lib/i18n/translate.ts';
import { Field } from './field.tsx';
import styles from './amount-field.module.css';

interface AmountFieldProps {
  /** Knows the namespace `amount`. */
  t: Translate;
  locale: string;
  /** ISO 4217. */
  currency: string;
  value: string;
  error: string | undefined;
  hint: string;
  readOnly?: boolean;
  /** Stands at the end of the input: a button. */
  end?: ReactNode;
  onChange: (amount: string) => void;
  ref?: Ref<HTMLInputElement>;
}

/** Room for an amount with all that it may be written with. */
const mostCharacters = 20;

/** How much is paid in or out. */
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
