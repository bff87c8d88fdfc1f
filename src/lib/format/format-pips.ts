const formats = new Map<string, Intl.NumberFormat>();

/**
 * A spread in pips with one decimal, in the format of the reader's language: 0.8. Apart from the other formats, because
 * visitors load those.
 */
export function formatPips(pips: number, locale: string): string {
  let format = formats.get(locale);
  if (!format) {
    format = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    formats.set(locale, format);
  }
  return format.format(pips);
}
