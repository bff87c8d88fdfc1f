import type { Locale } from '../brand.ts';
import { defaultLocale, locales } from '../brand.ts';
import { homeSlug } from './model/parts.ts';
import type { Localised, Page, PageText, Settings, SettingsText } from './model/site-content.ts';

/** The page in a language: what was not translated is the fallback's. An empty list counts as translated. */
export function pageIn({ texts }: Pick<Page, 'texts'>, locale: Locale): PageText {
  return inLanguage(texts, locale);
}

/** As a page, and the parts of the contact data each by itself. */
export function settingsIn({ texts }: Pick<Settings, 'texts'>, locale: Locale): SettingsText {
  const { contact, ...whole } = texts[defaultLocale];
  const { contact: translated, ...rest } = (locale === defaultLocale ? undefined : texts[locale]) ?? {};
  return { ...merged(whole, rest), contact: merged(contact, translated ?? {}) };
}

/**
 * The languages that a page is written in, the fallback first: one that has its title alone shows the fallback's text.
 */
export function languagesOf(page: Pick<Page, 'texts'>): Locale[] {
  return locales.filter((locale) => languageOf('blocks', page, locale) === locale);
}

/** The language that a part of a page is in, where the page is shown in this one. */
export function languageOf(part: 'title' | 'blocks', { texts }: Pick<Page, 'texts'>, locale: Locale): Locale {
  return texts[locale]?.[part] === undefined ? defaultLocale : locale;
}

/** What a page is called in the address of a language. */
export function slugIn({ slug, slugs }: Pick<Page, 'slug' | 'slugs'>, locale: Locale): string {
  return slugs[locale] ?? slugs[defaultLocale] ?? slug;
}

/** The page at an address of a language, by its name there or by its own; the home page by its own alone. */
export function findPage<Found extends Pick<Page, 'slug' | 'slugs'>>(
  pages: readonly Found[],
  address: string,
  locale: Locale,
): Found | undefined {
  const named = address === homeSlug ? undefined : pages.find((page) => slugIn(page, locale) === address);
  return named ?? pages.find(({ slug }) => slug === address);
}

function inLanguage<Whole extends object>(texts: Localised<Whole, Partial<Whole>>, locale: Locale): Whole {
  return merged(texts[defaultLocale], (locale === defaultLocale ? undefined : texts[locale]) ?? {});
}

function merged<Whole extends object>(whole: Whole, translated: Partial<Whole>): Whole {
  const present = Object.entries(translated).filter(([, value]) => value !== undefined);
  return { ...whole, ...Object.fromEntries(present) };
}
