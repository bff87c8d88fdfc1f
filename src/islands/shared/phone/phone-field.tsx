import { useEffect, useRef, useState } from 'react';
import type { ChangeEvent, Ref } from 'react';
import type { Translate } from '../../../lib/i18n/translate.ts';
import { countryOfNumber, dialCodes } from '../../../lib/phone/dial-codes.ts';
import { DialCodePicker } from './dial-code-picker.tsx';
import { Field } from '../field.tsx';
import { knownPlans, loadPhonePlans } from './phone-number.ts';

interface PhoneFieldProps {
  /** Knows the namespace `fields`. */
  translate: Translate;
  /** The language in which countries are named. */
  locale: string;
  name: string;
  /** In E.164, or what was typed where it is no number yet. */
  value: string;
  /** Given the number in E.164, else what was typed, and the country beside it. */
  onChange: (value: string, country: string) => void;
  onBlur?: () => void;
  error?: string | undefined;
  /** ISO 3166-1 alpha-2: where a number that says nothing of it is likely to be from. */
  homeCountry: string;
  ref?: Ref<HTMLInputElement>;
}

/**
 * A telephone number with its country beside it. Either way of writing is taken: with a plus the country follows the digits, without
 * one the digits are of the country that is chosen. What is typed is put in the country's groups.
 */
export function PhoneField({ translate: t, locale, value, onChange, onBlur, homeCountry, ...field }: PhoneFieldProps) {
  const [text, setText] = useState(value);
  const [handedUp, setHandedUp] = useState(value);
  const [chosen, setChosen] = useState<string>();
  const country = chosen ?? countryOfNumber(text) ?? homeCountry;

  // The form was given another number than the one that was typed here.
  if (value !== handedUp) {
    setHandedUp(value);
    setText(value);
    setChosen(undefined);
  }

  function take(typed: string, of: string): void {
    const number = knownPlans()?.toE164(typed, of) ?? typed.trim();
    setText(typed);
    setHandedUp(number);
    if (number !== value) onChange(number, of);
  }

  // What was typed, or filled in by the browser, before the plans were there is read again when they are.
  const read = useRef<() => void>(() => undefined);
  useEffect(() => {
    read.current = () => {
      if (text !== '') take(text, country);
    };
  });
  const load = () => void loadPhonePlans().then(() => read.current());

  function type({ target }: ChangeEvent<HTMLInputElement>): void {
    const plans = knownPlans();
    if (!plans) load();
    const isAtEnd = target.selectionStart === target.value.length && target.value.length > text.length;
    const isInternational = target.value.trimStart().startsWith('+');
    const of = (isInternational && (plans?.countryOf(target.value) ?? countryOfNumber(target.value))) || country;
    if (isInternational) setChosen(of);
    // Groups move the caret, so they wait while something is changed in the middle.
    take(plans && isAtEnd ? plans.formatNumber(target.value, of) : target.value, of);
  }

  function choose(of: string): void {
    const national = text.trimStart().startsWith('+' + (dialCodes.get(country) ?? ''))
      ? text.trimStart().slice(1 + (dialCodes.get(country)?.length ?? 0))
      : null;
    setChosen(of);
    take(national === null ? text : `+${dialCodes.get(of) ?? ''}${national}`, of);
  }

  function leave(): void {
    setText(knownPlans()?.formatNumber(text.trim(), country) ?? text.trim());
    onBlur?.();
  }

  return (
    <Field
      {...field}
      label={t('fields.titles.phone')}
      type="tel"
      autoComplete="tel"
      maxLength={40}
      value={text}
      onChange={type}
      onFocus={load}
      onBlur={leave}
      start={<DialCodePicker label={t('fields.phoneCountry')} locale={locale} country={country} onChoose={choose} />}
    />
  );
}
