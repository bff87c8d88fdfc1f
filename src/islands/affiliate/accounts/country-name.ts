const names = new Map<string, Intl.DisplayNames>();

/** A country in the reader's language by its two letters; null where none is known. */
export function countryName(code: string | null, locale: string): string | null {
  if (code === null) return null;
  const named = names.get(locale) ?? new Intl.DisplayNames(locale, { type: 'region' });
  names.set(locale, named);
  return named.of(code) ?? code;
}
