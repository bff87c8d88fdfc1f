import type { ChangeEvent, RefObject } from 'react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { countryOfNumber, dialCodes } from '../../../lib/phone/dial-codes.ts';
import { arePlansComing, knownPlans, loadPhonePlans } from './phone-number.ts';

export interface PhoneOptions {
  /** In E.164, or what was typed where it is no number yet. */
  value: string;
  /** Given the number in E.164, else what was typed, and the country beside it. */
  onChange: (value: string, country: string) => void;
  /** ISO 3166-1 alpha-2: where a number that says nothing of it is likely to be from. */
  homeCountry: string;
}

/** What the form was told last, of which country, and whether that one keeps its digits. */
interface Told {
  number: string;
  country?: string;
  isHeld?: boolean;
}

/**
 * The text of a number and the country beside it. The country is the chosen one, else the one that the digits say, else
 * the one in which they were a number, else the likely one. While the digits are a number, or may be one once the plans
 * are loaded, the country never changes by itself; digits that are no number yet follow it.
 */
export function usePhone(input: RefObject<HTMLInputElement | null>, { value, onChange, homeCountry }: PhoneOptions) {
  const [text, setText] = useState(value);
  const [told, setTold] = useState<Told>({ number: value });
  const [chosen, setChosen] = useState<string>();
  const country = chosen ?? countryOfNumber(text) ?? (told.isHeld ? told.country : undefined) ?? homeCountry;

  // The form was given another number than the one that was typed here.
  if (value !== told.number) {
    setTold({ number: value });
    setText(value);
    setChosen(undefined);
  }

  function take(typed: string, of: string): void {
    const found = knownPlans()?.toE164(typed, of);
    const number = found ?? typed.trim();
    setText(typed);
    setTold({ number, country: of, isHeld: found !== undefined || (number !== '' && arePlansComing()) });
    if (number !== value || of !== told.country) onChange(number, of);
  }

  // What was typed before the plans or the country were known is read again when they are.
  const read = useRef<() => void>(() => undefined);
  useEffect(() => {
    read.current = () => {
      if (text !== '') take(text, chosen ?? saidCountry(text) ?? country);
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
    const said = saidCountry(target.value);
    const of = said ?? country;
    if (said !== undefined) setChosen(said);
    // Groups move the caret, so they wait while something is changed in the middle.
    take(plans && isAtEnd ? plans.formatNumber(target.value, of) : target.value, of);
  }

  function choose(of: string): void {
    const start = `+${dialCodes.get(country) ?? ''}`;
    const isOfCountry = text.trimStart().startsWith(start);
    setChosen(of);
    take(isOfCountry ? `+${dialCodes.get(of) ?? ''}${text.trimStart().slice(start.length)}` : text, of);
  }

  const tidy = () => setText(knownPlans()?.formatNumber(text.trim(), country) ?? text.trim());
  return { text, country, load, type, choose, tidy };
}

/** The country that digits of the international form say; undefined for others. */
function saidCountry(text: string): string | undefined {
  if (!text.trimStart().startsWith('+')) return undefined;
  return knownPlans()?.countryOf(text) ?? countryOfNumber(text);
}

/**
 * Before React lives, a field may hold what somebody typed or the browser filled in. React would first put `text` back,
 * which it rendered. `take` is given the early text before that.
 */
function useEarlyText(field: RefObject<HTMLInputElement | null>, text: string, take: (early: string) => void) {
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    const early = field.current?.value ?? text;
    if (isFirst.current && early !== text) take(early);
    isFirst.current = false;
  });
}
