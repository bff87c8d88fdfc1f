import type { Locale } from '../../brand.ts';
import { defaultLocale, locales } from '../../brand.ts';
import { doubleAddresses, writeAddress } from '../addresses.ts';
import { homeSlug } from '../model/parts.ts';
import type { Fields } from './cockpit-values.ts';
import { textIn } from './cockpit-values.ts';

/** An entry of the CMS by languages: `translated` has only what was translated. */
export interface CockpitEntry {
  fields: Fields;
  translated: Readonly<Partial<Record<Locale, Fields>>>;
}

/** What a page of the CMS is called. */
export interface CockpitPage extends CockpitEntry {
  slug: string;
  /** Its names in other languages, where they differ. */
  slugs: Readonly<Record<string, string>>;
}

const others = locales.filter((locale) => locale !== defaultLocale);
const idOf = ({ fields }: CockpitEntry) => String(fields['_id']);
const slugOf = (page: CockpitEntry) => textIn(page.fields['title_slug']) ?? idOf(page);

/**
 * Entries by their names, each with addresses of its own: of two with one name the lowest `_id` counts, and of two with
 * one name in another language it has it there, and the other is shown by its own. Somebody is told of both.
 */
export function uniquePages(entries: readonly CockpitEntry[], warn: (message: string) => void): CockpitPage[] {
  const bySlug = new Map<string, CockpitPage>();
  for (const entry of [...entries].sort((one, other) => (idOf(one) < idOf(other) ? -1 : 1))) {
    const slug = slugOf(entry);
    if (bySlug.has(slug)) warn(`two pages are called ${slug}: ${idOf(entry)} is left out`);
    else bySlug.set(slug, { ...entry, slug, slugs: slugsOf(entry, slug, warn) });
  }
  const pages = withOwnAddresses([...bySlug.values()], warn);
  return pages.sort((one, other) => (one.slug < other.slug ? -1 : 1));
}

/** The name of the home page is left out: it would be shown at the address of that. */
function slugsOf({ translated }: CockpitEntry, slug: string, warn: (message: string) => void): CockpitPage['slugs'] {
  const own = others.flatMap((locale): [string, string][] => {
    const name = textIn(translated[locale]?.['title_slug']);
    if (name === undefined || name === slug) return [];
    if (name !== homeSlug) return [[locale, name]];
    warn(`the page ${slug} is called ${homeSlug} in ${locale}, as the home page is: it is shown there by its own name`);
    return [];
  });
  return Object.fromEntries(own);
}

/** A page that loses a name may come to an address that another one has by a name: looked at until none has two. */
function withOwnAddresses(pages: CockpitPage[], warn: (message: string) => void): CockpitPage[] {
  const [double] = doubleAddresses(pages);
  if (!double) return pages;
  const { locale, address, first, second } = double;
  // One that has only its own name keeps it, whoever came first: there is no other that it could be shown by.
  const loser = second.slugs[locale] === undefined ? first : second;
  warn(`the pages ${first.slug} and ${second.slug} are both ${address}: ${loser.slug} is left out of it`);
  const slugs = Object.fromEntries(Object.entries(loser.slugs).filter(([one]) => one !== locale));
  return withOwnAddresses(
    pages.map((page) => (page === loser ? { ...page, slugs } : page)),
    warn,
  );
}

/** The addresses of pages by their `_id`. */
export function addressesOf(pages: readonly CockpitEntry[]): ReadonlyMap<string, string> {
  const pathOf = (slug: string) => writeAddress({ locale: defaultLocale, slug: slug === homeSlug ? '' : slug });
  return new Map(pages.map((page) => [idOf(page), pathOf(slugOf(page))]));
}
