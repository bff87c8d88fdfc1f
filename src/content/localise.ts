import type { Locale } from '../brand.ts';
import { defaultLocale, locales } from '../brand.ts';
import { homeSlug } from './model/parts.ts';
import type { Localised, Page, PageText, Settings, SettingsText } from './model/site-content.ts';

/** A page in a language; untranslated parts come from the fallback. An empty list counts as translated. */
export function pageIn({ texts }: Pick<Page, 'texts'>, locale: Locale): PageText {
  return inLanguage(texts, locale);
}

/** The settings in a language; untranslated parts come from the fallback, and contact data one field at a time. */
export function settingsIn({ texts }: Pick<Settings, 'texts'>, locale: Locale): SettingsText {
  const { contact, ...whole } = texts[defaultLocale];
  const { contact: translated, ...rest } = (locale === defaultLocale ? undefined : texts[locale]) ?? {};
  return { ...merged(whole, rest), contact: merged(contact, translated ?? {}) };
}

/**
 * The languages in which a page is written, the fallback first. A language with only a translated title does not count,
 * because it shows the fallback's text.
 */
export function languagesOf(page: Pick<Page, 'texts'>): Locale[] {
  return locales.filter((locale) => languageOf('blocks', page, locale) === locale);
}

/** The language of a part of a page when the page is shown in `locale`. */
export function languageOf(part: 'title' | 'blocks', { texts }: Pick<Page, 'texts'>, locale: Locale): Locale {
  return texts[locale]?.[part] === undefined ? defaultLocale : locale;
}

/** The slug of a page in a language. */
export function slugIn({ slug, slugs }: Pick<Page, 'slug' | 'slugs'>, locale: Locale): string {
  return slugs[locale] ?? slugs[defaultLocale] ?? slug;
}

/** Finds the page at an address in a language, by its slug there or by its own slug; the home page only by its own. */
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
