import type { Locale } from '../../brand.ts';
import { defaultLocale, locales } from '../../brand.ts';
import { doubleAddresses, writeAddress } from '../addresses.ts';
import { homeSlug } from '../model/parts.ts';
import type { Fields } from './cockpit-values.ts';
import { textIn } from './cockpit-values.ts';

/** An item of the CMS by language: `translated` has only what is translated. */
export interface CockpitItem {
  fields: Fields;
  translated: Readonly<Partial<Record<Locale, Fields>>>;
}

/** An item that is a page, with its slugs. */
export interface CockpitPage extends CockpitItem {
  slug: string;
  /** The slugs in other languages, if they differ. */
  slugs: Readonly<Record<string, string>>;
}

const others = locales.filter((locale) => locale !== defaultLocale);
const idOf = ({ fields }: CockpitItem) => String(fields['_id']);
const slugOf = (page: CockpitItem) => textIn(page.fields['title_slug']) ?? idOf(page);

/**
 * The pages with unique slugs and addresses. Of two pages with the same slug, only the one with the lower `_id` is
 * kept. Of two with the same address in another language, the lower `_id` keeps the address, and the other page is
 * shown under its own slug. Warns in both cases.
 */
export function uniquePages(items: readonly CockpitItem[], warn: (message: string) => void): CockpitPage[] {
  const bySlug = new Map<string, CockpitPage>();
  for (const item of [...items].sort((one, other) => (idOf(one) < idOf(other) ? -1 : 1))) {
    const slug = slugOf(item);
    if (bySlug.has(slug)) warn(`two pages are called ${slug}: ${idOf(item)} is left out`);
    else bySlug.set(slug, { ...item, slug, slugs: slugsOf(item, slug, warn) });
  }
  const pages = withOwnAddresses([...bySlug.values()], warn);
  return pages.sort((one, other) => (one.slug < other.slug ? -1 : 1));
}

/** Drops translated slugs equal to the home page's, whose address they would occupy. */
function slugsOf({ translated }: CockpitItem, slug: string, warn: (message: string) => void): CockpitPage['slugs'] {
  const own = others.flatMap((locale): [string, string][] => {
    const name = textIn(translated[locale]?.['title_slug']);
    if (name === undefined || name === slug) return [];
    if (name !== homeSlug) return [[locale, name]];
    warn(`the page ${slug} is called ${homeSlug} in ${locale}, as the home page is: it is shown there by its own name`);
    return [];
  });
  return Object.fromEntries(own);
}

/** A page that loses an address falls back to its own slug, which may collide again, so repeat until all are unique. */
function withOwnAddresses(pages: CockpitPage[], warn: (message: string) => void): CockpitPage[] {
  const [double] = doubleAddresses(pages);
  if (!double) return pages;
  const { locale, address, first, second } = double;
  // A page without a translated slug keeps its address in any case, because there is no other to show it under.
  const loser = second.slugs[locale] === undefined ? first : second;
  warn(`the pages ${first.slug} and ${second.slug} are both ${address}: ${loser.slug} is left out of it`);
  const slugs = Object.fromEntries(Object.entries(loser.slugs).filter(([one]) => one !== locale));
  return withOwnAddresses(
    pages.map((page) => (page === loser ? { ...page, slugs } : page)),
    warn,
  );
}

/** The addresses of pages by their `_id`. */
export function addressesOf(pages: readonly CockpitItem[]): ReadonlyMap<string, string> {
  const pathOf = (slug: string) => writeAddress({ locale: defaultLocale, slug: slug === homeSlug ? '' : slug });
  return new Map(pages.map((page) => [idOf(page), pathOf(slugOf(page))]));
}
