import { AsYouType, isValidPhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { CountryCode } from 'libphonenumber-js/min';

/**
 * The number plans of the world are 35 kB, so only `phone-number.ts` imports them, when a phone field is first used.
 */

const asCode = (country: string) => country as CountryCode;

/**
 * A number in its country's format, or in the international format if it starts with a plus; any other text is
 * unchanged.
 */
export function formatNumber(text: string, country: string): string {
  return new AsYouType(asCode(country)).input(text) || text;
}

/** The number in E.164; undefined if no such number can exist. */
export function toE164(text: string, country: string): string | undefined {
  const number = parsePhoneNumberFromString(text, asCode(country));
  return number?.isValid() ? number.number : undefined;
}

/** The country of a number in international format, if its digits determine one. */
export function countryOf(text: string): string | undefined {
  const typed = new AsYouType();
  typed.input(text);
  return typed.getCountry();
}

export function isE164(text: string): boolean {
  return isValidPhoneNumber(text);
}
