/** The languages that have a folder in public/locales, the fallback first. */
export const locales = ['en', 'de', 'it', 'es'] as const;
export type Locale = (typeof locales)[number];
