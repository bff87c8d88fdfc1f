/** Instants as the reader's language writes them, always in UTC, so that server and browser write the same. */

const formats = new Map<string, Intl.DateTimeFormat>();

/** Day and time to the second on a 24 hour clock, in UTC; `iso` is an ISO 8601 instant. Throws where it is none. */
export function formatDateTime(iso: string, locale: string): string {
  return dateTimeFormat(locale).format(new Date(iso));
}

function dateTimeFormat(locale: string): Intl.DateTimeFormat {
  const known = formats.get(locale);
  if (known) return known;
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    hourCycle: 'h23',
    timeZone: 'UTC',
  });
  formats.set(locale, format);
  return format;
}
