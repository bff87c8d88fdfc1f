import { useMemo } from 'react';
import { dialCodes } from '../../../lib/phone/dial-codes.ts';
import styles from './phone-field.module.css';
import { useIsAlive } from '../use-is-alive.ts';

interface DialCodePickerProps {
  label: string;
  /** The language in which countries are named and sorted. */
  locale: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  onChoose: (country: string) => void;
}

/** The country of a number: shown as its code, chosen from a list of names. */
export function DialCodePicker({ label, locale, country, onChoose }: DialCodePickerProps) {
  // The server's names may be another edition's, and would weigh on every page.
  const isAlive = useIsAlive();
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
