import { dialCodes } from '../../../lib/phone/dial-codes.ts';

/** Where somebody is likely to be from who reads this page in this browser, as far as their languages say; ISO 3166-1 alpha-2. */
export function likelyCountry(pageLocale: string): string {
  return countryOfLocale(navigator.language) || countryOfLocale(pageLocale);
}

/** The country that a language names, or where most of its speakers live; empty for tags that are none, which browsers do report. */
export function countryOfLocale(locale: string): string {
  try {
    const { region = '' } = new Intl.Locale(locale).maximize();
    return dialCodes.has(region) ? region : '';
  } catch {
    return '';
  }
}
