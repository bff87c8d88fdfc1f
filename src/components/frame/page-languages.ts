import type { Locale } from '../../brand.ts';
import { brand, defaultLocale, locales } from '../../brand.ts';
import { addressOf, readAddress, writeAddress } from '../../content/addresses.ts';
import { languagesOf } from '../../content/localise.ts';
import type { Page } from '../../content/model/site-content.ts';
import { faultSlug, unknownSlug } from '../../content/site-paths.ts';

/** A page in one of the languages that it is published in. */
export interface PageLanguage {
  locale: Locale;
  /** What the language calls itself. */
  name: string;
  path: string;
  /**
   * How addresses of the page begin in the language; the rest is the same in all of them. A page of content has another
   * name in each language; a page of the application has one name, behind the language.
   */
  start: string;
  /** Whether the brand's switch offers the language. */
  isOffered: boolean;
  /** Whether the page has words of its own in it, and does not show the fallback's. */
  isTranslated: boolean;
}

/** Longer than any address of ours: what a stranger writes into one is not written into the page again and again. */
const longestSlug = 100;

/** A page in all languages. `path` is its address in any of them; `page` is there where it is one of content. */
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

/** What search engines are told of a page in one of its languages. */
export interface SearchFacts {
  /**
   * Whether search engines may show it. Not in a language that the brand does not offer: that is reached by its address
   * alone.
   */
  isListed: boolean;
  /** Its one address: the fallback's where the text is the fallback's too. */
  canonical: string;
  /** The languages to choose from, the fallback first. */
  alternates: PageLanguage[];
}

export function searchFacts(languages: readonly PageLanguage[], locale: Locale): SearchFacts {
  const alternates = languages.filter((one) => one.isOffered && one.isTranslated);
  const own = languages.find((one) => one.locale === locale);
  const shown = own?.isTranslated ? own : languages.find((one) => one.locale === defaultLocale);
  const isListed = own?.isOffered === true;
  return { isListed, canonical: shown?.path ?? '/', alternates: isListed ? alternates : [] };
}

function nameOf(locale: Locale): string {
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}
