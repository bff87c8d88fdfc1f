import type { Locale, Switches } from '../../brand.ts';
import { brand } from '../../brand.ts';
import { appPages, isOfferedApp, readAddress, writeAddress } from '../../content/addresses.ts';
import { homeSlug } from '../../content/model/parts.ts';
import type { SiteQuestions } from '../../content/site-questions.ts';
import { words } from '../words.ts';

/**
 * The links of the header and the footer, by audience. A link is shown only if its page exists: a content page must be
 * published, an application page must be in `appPages`.
 */

/** A path in the fallback language, and the text of `common.nav` that names it. */
interface NavigationItem {
  path: string;
  label: string;
  /** Whether the switches allow the link. For content pages, `offeredPages` checks this. */
  isOffered?: (switches: Switches) => boolean;
}

const platform: NavigationItem = { path: `/platform/${brand.defaultSymbol}`, label: 'platform' };
const home: NavigationItem = { path: '/', label: 'home' };
const about: NavigationItem = { path: '/about', label: 'about' };
const referrals: NavigationItem = {
  path: '/referrals',
  label: 'referrals',
  isOffered: ({ platformOnly }) => !platformOnly,
};
const economics: NavigationItem = { path: '/economic-calendar', label: 'economics' };

const navigation = {
  /** The header for visitors; its links to the log-in and to a new account are separate. */
  visitor: [home, about],
  /** The header for logged-in customers. */
  customer: [
    platform,
    referrals,
    { path: '/my-account', label: 'myAccount' },
    { path: '/transactions', label: 'transactions' },
    economics,
  ],
  /** The footer, for visitors and customers: pages that explain the product. */
  product: [about, { path: '/account-levels', label: 'levels' }, economics, referrals],
  service: [
    { path: '/contact-us', label: 'contact' },
    { path: '/api-reference', label: 'reference' },
  ],
  policies: [
    { path: '/terms-conditions', label: 'terms' },
    { path: '/privacy-policy', label: 'privacy' },
    { path: '/cookies-policy', label: 'cookies' },
    { path: '/aml-policy', label: 'aml' },
    { path: '/kyc-policy', label: 'kyc' },
  ],
} satisfies Record<string, readonly NavigationItem[]>;

export interface NavigationLink {
  label: string;
  href: string;
  isCurrent: boolean;
}

export interface NavigationContext {
  site: Pick<SiteQuestions, 'pathOf'>;
  locale: Locale;
  switches: Switches;
  /** The path of the page that shows the links. */
  current: string;
}

/** The links of one part of the navigation, in the page's language; their labels are texts of `common.nav`. */
export function navigationLinks(part: keyof typeof navigation, context: NavigationContext): NavigationLink[] {
  const t = words(context.locale, 'common');
  const items: readonly NavigationItem[] = navigation[part];
  return items.flatMap(({ path, label, isOffered }) => {
    const href = isOffered?.(context.switches) === false ? null : addressFor(path, context);
    return href === null ? [] : [{ label: t(`nav.${label}`), href, isCurrent: isCurrent(href, path, context.current) }];
  });
}

/** The address of a page from its path in the fallback language; null if there is no such page. */
export function addressFor(
  path: string,
  { site, locale, switches }: Omit<NavigationContext, 'current'>,
): string | null {
  const [first = ''] = path.slice(1).split('/');
  if (appPages.has(first)) return isOfferedApp(path, switches) ? writeAddress({ locale, slug: path.slice(1) }) : null;
  return site.pathOf(first === '' ? homeSlug : first, locale);
}

/**
 * Whether a link leads to the current page. A section of the application counts as one page: the platform with any
 * asset, the account with all its pages.
 */
function isCurrent(href: string, path: string, current: string): boolean {
  const [first = ''] = path.slice(1).split('/');
  return appPages.has(first) ? readAddress(current).slug.split('/')[0] === first : href === current;
}
