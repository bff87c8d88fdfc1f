/** The languages with a folder in public/locales; the first is the fallback. */
export const locales = ['en', 'de', 'it', 'es'] as const;
export type Locale = (typeof locales)[number];
