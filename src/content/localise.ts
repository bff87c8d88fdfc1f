import type { Locale } from '../brand.ts';
import { defaultLocale, locales } from '../brand.ts';
import type { Localised, Page, PageText, Settings, SettingsText } from './model/site-content.ts';

/** The page in a language: what was not translated is the fallback's. An empty list counts as translated. */
export function pageIn({ texts }: Pick<Page, 'texts'>, locale: Locale): PageText {
  return inLanguage(texts, locale);
}

export function settingsIn({ texts }: Pick<Settings, 'texts'>, locale: Locale): SettingsText {
  return inLanguage(texts, locale);
}

/** The languages that a page has a text of its own in, the fallback first. */
export function languagesOf({ texts }: Pick<Page, 'texts'>): Locale[] {
  return locales.filter((locale) => texts[locale] !== undefined);
}

/** What a page is called in the address of a language. */
export function slugIn({ slug, slugs }: Pick<Page, 'slug' | 'slugs'>, locale: Locale): string {
  return slugs[locale] ?? slugs[defaultLocale] ?? slug;
}

/** The page at an address of a language, by its name there or by its own. */
export function findPage<Found extends Pick<Page, 'slug' | 'slugs'>>(
  pages: readonly Found[],
  address: string,
  locale: Locale,
): Found | undefined {
  return pages.find((page) => slugIn(page, locale) === address) ?? pages.find(({ slug }) => slug === address);
}

function inLanguage<Whole extends object>(texts: Localised<Whole, Partial<Whole>>, locale: Locale): Whole {
  const whole: Whole = texts[defaultLocale];
  const translated: Readonly<Record<string, unknown>> = (locale === defaultLocale ? undefined : texts[locale]) ?? {};
  const present = Object.entries(translated).filter(([, value]) => value !== undefined);
  return { ...whole, ...Object.fromEntries(present) };
}
