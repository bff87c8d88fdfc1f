import type { RefObject } from 'react';
import { useMemo } from 'react';
import type { Translate } from '../../../lib/i18n/translate.ts';
import { dialCodes } from '../../../lib/phone/dial-codes.ts';
import { useIsHydrated } from '../use-is-alive.ts';
import { Field } from './field.tsx';
import styles from './phone-field.module.css';
import type { PhoneOptions } from './use-phone.ts';
import { usePhone } from './use-phone.ts';

interface PhoneFieldProps extends PhoneOptions {
  /** Must have the texts of the namespace `fields`. */
  translate: Translate;
  /** The language of the country names. */
  locale: string;
  name: string;
  onBlur?: () => void;
  error?: string | undefined;
  ref: RefObject<HTMLInputElement | null>;
}

/**
 * A telephone number with its country beside it. Digits after a plus determine the country; digits without a plus
 * belong to the country that is shown. Digits are grouped as usual in that country.
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

interface DialCodePickerProps {
  label: string;
  /** The language in which countries are named and sorted. */
  locale: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  onChoose: (country: string) => void;
}

/** The country of a number: shown as its dial code, chosen from a list of names. */
function DialCodePicker({ label, locale, country, onChoose }: DialCodePickerProps) {
  // Not rendered on the server: its country names may differ from the browser's, and would make every page larger.
  const isAlive = useIsHydrated();
  const countries = useMemo(() => (isAlive ? namedCountries(locale) : []), [isAlive, locale]);
  return (
    <span className={styles.picker}>
      <span className={styles.shown} aria-hidden="true">
        {country} <b>+{dialCodes.get(country)}</b>
      </span>
      <select
        className={styles.list}
        aria-label={label}
        autoComplete="off"
        value={country}
        onChange={(event) => onChoose(event.target.value)}
      >
        {countries.length === 0 && <option value={country}>{`${country} +${dialCodes.get(country) ?? ''}`}</option>}
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>{`${name} +${dialCodes.get(code) ?? ''}`}</option>
        ))}
      </select>
    </span>
  );
}

function namedCountries(locale: string): { code: string; name: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const { compare } = new Intl.Collator(locale);
  return [...dialCodes.keys()]
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => compare(a.name, b.name));
}

/** The reader's likely country, guessed from the languages of the browser and the page; ISO 3166-1 alpha-2. */
export function likelyCountry(pageLocale: string): string {
  return countryOfLocale(navigator.language) || countryOfLocale(pageLocale);
}

/**
 * The country of a language tag, or the one where most of its speakers live; empty for an invalid tag, which some
 * browsers send.
 */
export function countryOfLocale(locale: string): string {
  try {
    const { region = '' } = new Intl.Locale(locale).maximize();
    return dialCodes.has(region) ? region : '';
  } catch {
    return '';
  }
}
