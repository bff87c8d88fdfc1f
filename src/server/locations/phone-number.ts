import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { countryIdOf } from './countries.ts';

/** A valid telephone number. */
export interface PhoneNumber {
  /** E.164: a plus sign and digits. */
  e164: string;
  /** ISO 3166-1 numeric; null if the number belongs to no country, or to several and `hint` is none of them. */
  countryId: number | null;
}

/**
 * Parses a number as it was typed, by the numbering plans of all countries; null if it is not a valid number. `hint`
 * (ISO 3166-1 alpha-2) is the country of a number without a dial code, and decides between countries that share a dial
 * code.
 */
export function readPhone(typed: string, hint?: string | null): PhoneNumber | null {
  const known = hint != null && countryIdOf(hint) !== null ? (hint as CountryOfPlan) : undefined;
  const number = parsePhoneNumberFromString(typed, { ...(known && { defaultCountry: known }), extract: false });
  if (!number?.isValid()) return null;
  const country = number.country ?? number.getPossibleCountries().find((possible) => possible === known);
  return { e164: number.number, countryId: countryIdOf(country) };
}

type CountryOfPlan = NonNullable<NonNullable<ReturnType<typeof parsePhoneNumberFromString>>['country']>;
