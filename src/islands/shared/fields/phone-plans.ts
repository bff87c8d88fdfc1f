import { AsYouType, isValidPhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { CountryCode } from 'libphonenumber-js/min';

/** The number plans of the world, 35 kB: only `phone-number.ts` imports them, when somebody comes to a number. */

const asCode = (country: string) => country as CountryCode;

/** A number as its country writes it, or the international form if it begins so; what is no number stays as it is. */
export function formatNumber(text: string, country: string): string {
  return new AsYouType(asCode(country)).input(text) || text;
}

/** In E.164; undefined where there can be no such number. */
export function toE164(text: string, country: string): string | undefined {
  const number = parsePhoneNumberFromString(text, asCode(country));
  return number?.isValid() ? number.number : undefined;
}

/** Whose number it is, as far as its digits say. */
export function countryOf(text: string): string | undefined {
  const typed = new AsYouType();
  typed.input(text);
  return typed.getCountry();
}

export function isE164(text: string): boolean {
  return isValidPhoneNumber(text);
}
