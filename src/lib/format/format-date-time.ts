/** Instants in the format of the reader's language, always in UTC, so that server and browser render the same. */

/** The locale in which dates are written: English ones are British, with the day first. */
export const dateLocale = (locale: string) => (locale === 'en' ? 'en-GB' : locale);

const formats = new Map<string, Intl.DateTimeFormat>();

/** Date and time to the second on a 24-hour clock, in UTC. Throws if `iso` is not an ISO 8601 instant. */
export function formatDateTime(iso: string, locale: string): string {
  return twoDigits(dateTimeFormat(locale, 'medium').format(new Date(iso)));
}

/** The date of an ISO 8601 instant, in UTC. Throws if `iso` is not an instant. */
export function formatDay(iso: string, locale: string): string {
  return dateTimeFormat(locale).format(new Date(iso));
}

/** The start of a bar in UTC: its date, and its time to the minute unless it `isDaily`; `seconds` is unix time. */
export function formatBarTime(
  seconds: number,
  { locale, isDaily }: { locale: string; isDaily?: boolean | undefined },
): string {
  return twoDigits(dateTimeFormat(locale, isDaily ? undefined : 'short').format(seconds * 1000));
}

/** Spanish writes hours below ten with one digit, which would break the alignment. */
const twoDigits = (text: string) => text.replace(/\b\d:/, '0$&');

function dateTimeFormat(locale: string, timeStyle?: 'medium' | 'short'): Intl.DateTimeFormat {
  const key = locale + (timeStyle ?? '');
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(dateLocale(locale), { dateStyle: 'medium', timeStyle, hourCycle: 'h23', timeZone: 'UTC' });
  formats.set(key, format);
  return format;
}
