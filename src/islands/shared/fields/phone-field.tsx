import type { RefObject } from 'react';
import type { Translate } from '../../../lib/i18n/translate.ts';
import { Field } from './field.tsx';
import { DialCodePicker } from './dial-code-picker.tsx';
import type { PhoneOptions } from './use-phone.ts';
import { usePhone } from './use-phone.ts';

interface PhoneFieldProps extends PhoneOptions {
  /** Knows the namespace `fields`. */
  translate: Translate;
  /** The language in which countries are named. */
  locale: string;
  name: string;
  onBlur?: () => void;
  error?: string | undefined;
  ref: RefObject<HTMLInputElement | null>;
}

/**
 * A telephone number with its country beside it. Either way of writing is taken: with a plus the country follows the digits, without
 * one the digits are of the country that is shown. What is typed is put in the country's groups.
 */
export function PhoneField({ translate: t, locale, name, onBlur, error, ref, ...options }: PhoneFieldProps) {
  const { text, country, load, type, choose, tidy } = usePhone(ref, options);
  return (
    <Field
      ref={ref}
      name={name}
      error={error}
      label={t('fields.titles.phone')}
      type="tel"
      autoComplete="tel"
      maxLength={40}
      value={text}
      onChange={type}
      onFocus={load}
      onBlur={() => {
        tidy();
        onBlur?.();
      }}
      start={<DialCodePicker label={t('fields.phoneCountry')} locale={locale} country={country} onChoose={choose} />}
    />
  );
}
