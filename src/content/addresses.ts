import type { Locale, Switches } from '../brand.ts';
import { defaultLocale, locales } from '../brand.ts';
import { transactionGroups } from '../lib/transactions/transaction-types.ts';
import { slugIn } from './localise.ts';
import { homeSlug } from './model/parts.ts';
import type { Page, SiteContent } from './model/site-content.ts';

/** The page that tells editors what became of their content. It is not published: the server renders it for them. */
export const statusPath = '/content-status';

/** The pages of the application that exist, by the first segment of their paths. */
export const appPages: ReadonlySet<string> = new Set([
  'platform',
  'login',
  'register',
  'password',
  'my-account',
  'transactions',
  'payment',
  'referrals',
  'affiliate',
  'api-reference',
]);

/**
 * Whether the switches allow a page of the application, by its path: `/register` needs open registration, `/referrals`
 * is off in platform-only mode.
 */
export function isOfferedApp(
  path: string,
  { registration, platformOnly }: Pick<Switches, 'registration' | 'platformOnly'>,
): boolean {
  const [first = ''] = path.slice(1).split('/');
  return (registration || first !== 'register') && (!platformOnly || first !== 'referrals');
}

/**
 * The sections of the application with several pages. The section's own address, and unknown addresses below it, lead
 * to the first page.
 */
export const appSections = {
  'my-account': ['info', 'password', 'documents', 'security', 'notifications'],
  transactions: transactionGroups,
} as const;

/** The paths of the sections' pages, in the fallback language. */
export const sectionPaths: readonly string[] = Object.entries(appSections).flatMap(([section, pages]) =>
  pages.map((page) => `/${section}/${page}`),
);

/** A parsed path: `/de/about` is `about` in German, `/` is the empty slug in the fallback language. */
export interface Address {
  locale: Locale;
  slug: string;
}

/**
 * Parses a path, with or without slashes at its ends. A path that is not a page's address becomes the address of a page
 * that does not exist.
 */
export function readAddress(path: string): Address {
  const parts = path.split('/').filter(Boolean);
  const locale = locales.find((one) => one !== defaultLocale && one === parts[0]);
  return locale === undefined
    ? { locale: defaultLocale, slug: parts.join('/') }
    : { locale, slug: parts.slice(1).join('/') };
}

/** The path of an address, without a trailing slash except for `/` itself. */
export function writeAddress({ locale, slug }: Address): string {
  const parts = [locale === defaultLocale ? '' : locale, slug].filter(Boolean);
  return `/${parts.join('/')}`;
}

/** The path of a page in a language. */
export function addressOf(page: Pick<Page, 'slug' | 'slugs'>, locale: Locale): string {
  return writeAddress({ locale, slug: page.slug === homeSlug ? '' : slugIn(page, locale) });
}

/**
 * The pages that the switches allow: platform-only mode hides home, about and the levels; the calendar needs
 * `economics`.
 */
export function offeredPages({ pages }: Pick<SiteContent, 'pages'>, switches: Switches): Page[] {
  const hidden = new Set([
    ...(switches.platformOnly ? [homeSlug, 'about', 'account-levels'] : []),
    ...(switches.economics ? [] : ['economic-calendar']),
  ]);
  return pages.filter(({ slug }) => !hidden.has(slug));
}

/** An address that two pages share in a language. */
export interface DoubleAddress<Named> {
  locale: Locale;
  address: string;
  /** In the order of the pages. */
  first: Named;
  second: Named;
}

/** The addresses that several pages share: only one page can be reached at each. */
export function doubleAddresses<Named extends Pick<Page, 'slug' | 'slugs'>>(
  pages: readonly Named[],
): DoubleAddress<Named>[] {
  return locales.flatMap((locale) => {
    const taken = new Map<string, Named>();
    return pages.flatMap((second) => {
      const address = addressOf(second, locale);
      const first = taken.get(address);
      if (!first) taken.set(address, second);
      return first ? [{ locale, address, first, second }] : [];
    });
  });
}
