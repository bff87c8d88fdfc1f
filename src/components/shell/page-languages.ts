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
   * The start of the page's address in the language; the rest is the same in all languages. A content page has a
   * different name in each language; an application page has one name after the language.
   */
  start: string;
  /** Whether the brand's switch offers the language. */
  isOffered: boolean;
  /** Whether the page is translated, rather than showing the fallback's text. */
  isTranslated: boolean;
}

/** Longer than any of our addresses, so that an arbitrary address is not repeated in the page's links. */
const longestSlug = 100;

/** A page in all languages. `path` is its address in any of them; `page` is set for a content page. */
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

/** What search engines learn about a page in one of its languages. */
export interface SearchFacts {
  /**
   * Whether search engines may show it. False in a language that the brand does not offer: such pages are reached only
   * by their address.
   */
  isListed: boolean;
  /** Its canonical address: the fallback language's if the text is the fallback's too. */
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

function nameOf(locale: Locale): string {
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}
