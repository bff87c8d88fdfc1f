import type { Locale } from '../../brand.ts';
import { brand, defaultLocale, locales } from '../../brand.ts';
import { addressOf, readAddress, writeAddress } from '../../content/addresses.ts';
import { languagesOf } from '../../content/localise.ts';
import type { Page } from '../../content/model/site-content.ts';
import { faultSlug, unknownSlug } from '../../content/site-paths.ts';

/** A page in one of the languages that it is published in. */
export interface PageLanguage {
  locale: Locale;
  /** The language's own name for itself. */
  name: string;
  path: string;
  /**
   * The part of the page's address that depends on the language. For a content page, that is the whole path, because
   * its name is translated; for an application page, only the language prefix.
   */
  start: string;
  /** Whether the brand's switch offers the language. */
  isOffered: boolean;
  /** Whether the page is translated, rather than showing the fallback's text. */
  isTranslated: boolean;
}

/** Longer than any slug of ours. A longer one is not repeated in the page's links, because it could be any text. */
const longestSlug = 100;

/** A page in all languages. `path` is its address in any language; `page` is set for a content page. */
export function pageLanguages(path: string, page?: Pick<Page, 'slug' | 'slugs' | 'texts'>): PageLanguage[] {
  const address = readAddress(path);
  const isNoAddress = [unknownSlug, faultSlug].includes(address.slug) || address.slug.length > longestSlug;
  const slug = isNoAddress ? '' : address.slug;
  const offered: readonly Locale[] = brand.languages;
  return locales.map((locale) => ({
    locale,
    name: nameOf(locale),
    path: page ? addressOf(page, locale) : writeAddress({ locale, slug }),
    start: page ? addressOf(page, locale) : locale === defaultLocale ? '' : `/${locale}`,
    isOffered: offered.includes(locale),
    isTranslated: !page || languagesOf(page).includes(locale),
  }));
}

/** Facts for search engines about a page in one of its languages. */
export interface SearchFacts {
  /**
   * Whether search engines may list the page. False in a language that the brand does not offer: nothing links to such
   * a page.
   */
  isListed: boolean;
  /** The canonical path: that of the fallback language if the page is not translated. */
  canonical: string;
  /** The available languages, the fallback first. */
  alternates: PageLanguage[];
}

export function searchFacts(languages: readonly PageLanguage[], locale: Locale): SearchFacts {
  const alternates = languages.filter((one) => one.isOffered && one.isTranslated);
  const own = languages.find((one) => one.locale === locale);
  const shown = own?.isTranslated ? own : languages.find((one) => one.locale === defaultLocale);
  const isListed = own?.isOffered === true;
  return { isListed, canonical: shown?.path ?? '/', alternates: isListed ? alternates : [] };
}

/** Found once: every page needs all of them, and they take a tenth of a millisecond. */
const languageNames = new Map<Locale, string>();

function nameOf(locale: Locale): string {
  const name = languageNames.get(locale) ?? new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale;
  languageNames.set(locale, name);
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}
