import type { ChangeEvent, RefObject } from 'react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { countryOfNumber, dialCodes } from '../../../lib/phone/dial-codes.ts';
import { arePlansLoading, knownPlans, loadPhonePlans } from './phone-number.ts';

export interface PhoneOptions {
  /** In E.164, or the typed text if it is not a number yet. */
  value: string;
  /** Called with the number in E.164, or with the typed text if it is not a number yet, and with the country. */
  onChange: (value: string, country: string) => void;
  /** ISO 3166-1 alpha-2: the likely country of a number without a country code. */
  homeCountry: string;
}

/**
 * The form's value as this field last knew it, and the country in which it was read. `isHeld`: the digits are valid
 * there, or may be once the plans are loaded, so the country stays.
 */
interface Reported {
  number: string;
  country?: string;
  isHeld?: boolean;
}

/**
 * The state of a phone field: its text and the country beside it. The country is the chosen one, otherwise the one of
 * the dial code, otherwise the one in which the digits were valid, otherwise `homeCountry`. While the digits are valid,
 * or may be once the plans are loaded, the country never changes by itself. Digits that are not a valid number yet are
 * read in the current country.
 */
export function usePhone(input: RefObject<HTMLInputElement | null>, { value, onChange, homeCountry }: PhoneOptions) {
  const [text, setText] = useState(value);
  const [reported, setReported] = useState<Reported>({ number: value });
  const [chosen, setChosen] = useState<string>();
  const country = chosen ?? countryOfNumber(text) ?? (reported.isHeld ? reported.country : undefined) ?? homeCountry;

  // The form's value was changed by something other than this field.
  if (value !== reported.number) {
    setReported({ number: value });
    setText(value);
    setChosen(undefined);
  }

  function apply(typed: string, of: string): void {
    const found = knownPlans()?.toE164(typed, of);
    const number = found ?? typed.trim();
    setText(typed);
    setReported({ number, country: of, isHeld: found !== undefined || (number !== '' && arePlansLoading()) });
    if (number !== value || of !== reported.country) onChange(number, of);
  }

  // Reads the text again when the plans have been loaded or the country has changed.
  const read = useRef<() => void>(() => undefined);
  useEffect(() => {
    read.current = () => {
      if (text !== '') apply(text, chosen ?? internationalCountry(text) ?? country);
    };
  });
  const load = () => void loadPhonePlans().then(() => read.current());
  useEffect(() => {
    if (!text.trimStart().startsWith('+')) read.current();
  }, [country]);
  useEarlyText(input, text, (early) => {
    setText(early);
    load();
  });

  function type({ target }: ChangeEvent<HTMLInputElement>): void {
    const plans = knownPlans();
    if (!plans) load();
    const isAtEnd = target.selectionStart === target.value.length && target.value.length > text.length;
    const ownCountry = internationalCountry(target.value);
    const of = ownCountry ?? country;
    if (ownCountry !== undefined) setChosen(ownCountry);
    // Digits are grouped only while typing at the end, because grouping moves the caret.
    apply(plans && isAtEnd ? plans.formatNumber(target.value, of) : target.value, of);
  }

  function choose(of: string): void {
    const start = `+${dialCodes.get(country) ?? ''}`;
    const isOfCountry = text.trimStart().startsWith(start);
    setChosen(of);
    apply(isOfCountry ? `+${dialCodes.get(of) ?? ''}${text.trimStart().slice(start.length)}` : text, of);
  }

  const tidy = () => setText(knownPlans()?.formatNumber(text.trim(), country) ?? text.trim());
  return { text, country, load, type, choose, tidy };
}

/** The country of a number in international format; undefined for any other text. */
function internationalCountry(text: string): string | undefined {
  if (!text.trimStart().startsWith('+')) return undefined;
  return knownPlans()?.countryOf(text) ?? countryOfNumber(text);
}

/**
 * Before hydration a field may contain text that the visitor typed or the browser filled in, and React would overwrite
 * it with the rendered `text`. `apply` receives the early text before that happens.
 */
function useEarlyText(field: RefObject<HTMLInputElement | null>, text: string, apply: (early: string) => void) {
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    const early = field.current?.value ?? text;
    if (isFirst.current && early !== text) apply(early);
    isFirst.current = false;
  });
}
