import { locales } from '../../brand.ts';
import { addressOf, appPages, readAddress, writeAddress } from '../addresses.ts';
import type { ContentFault, ContentWarning } from '../content-source.ts';
import { homeSlug } from '../model/parts.ts';
import type { Redirect } from '../model/redirects.ts';
import type { Page } from '../model/site-content.ts';
import { indexPages, linkedPath } from '../site-questions.ts';
import type { KeptPart } from './kept-content.ts';
import { isPageKey } from './kept-content.ts';

/** The key of the page that had an address last, by that address; those that were left first come first. */
export type MovedAddresses = Readonly<Record<string, string>>;

/** More than a thousand pages leave in four languages, renamed five times. */
const mostMoved = 20_000;

/** Every address of some pages. */
export function addressesOfPages<Named extends Pick<Page, 'slug' | 'slugs'>>(
  pages: readonly Named[],
): Map<string, Named> {
  return new Map(pages.flatMap((page) => locales.map((locale) => [addressOf(page, locale), page] as const)));
}

/**
 * The addresses that pages have left. An address that a page has now is nobody's old one; the page that leaves it is
 * remembered instead of the one before.
 */
export function moveAddresses(
  known: MovedAddresses,
  before: Iterable<KeptPart>,
  published: ReadonlyMap<string, unknown>,
): MovedAddresses {
  const moved = new Map(Object.entries(known).filter(([address]) => !published.has(address)));
  for (const [key, page] of before) {
    if (!isPageKey(key)) continue;
    for (const address of addressesOfPages([page as Page]).keys()) {
      if (published.has(address)) continue;
      moved.delete(address);
      moved.set(address, key);
    }
  }
  return Object.fromEntries([...moved].slice(-mostMoved));
}

/** A redirect of an editor that wants to be published. */
export interface RedirectCandidate {
  key: string;
  path: string;
  redirect: Redirect;
  /** Its published version. */
  before: Redirect | undefined;
  /** Whether its current version is refused already, so that `redirect` is the published one. */
  isRefused: boolean;
}

export interface PublishedPages {
  /** With their keys and where an editor finds them. */
  pages: readonly { key: string; path: string; page: Page }[];
  moved: MovedAddresses;
}

export interface SettledRedirects {
  /** The redirects of editors that are published. */
  candidates: RedirectCandidate[];
  /** Every old address, with the address where it ends: a published page, an application page, or another site. */
  redirects: Redirect[];
  refused: { key: string; path: string; faults: readonly ContentFault[] }[];
  warnings: ContentWarning[];
}

/**
 * Decides where old addresses lead. A page has its address, whatever redirects from there; an editor's redirect comes
 * before an old address. A redirect over a page, from the address of another redirect, or in a loop is refused, and its
 * published version stays if it is none of these. One that leads to no published page is left out, and comes back with
 * its page.
 */
export function settleRedirects(wanted: readonly RedirectCandidate[], site: PublishedPages): SettledRedirects {
  const owners = addressesOfPages(site.pages.map(({ page, path }) => ({ ...page, path })));
  const refused: SettledRedirects['refused'] = [];
  let candidates = [...wanted].sort((one, other) => (one.key < other.key ? -1 : 1));
  for (;;) {
    const follow = createFollower(candidates, site);
    const faults = findFaults(candidates, owners, follow);
    if (faults.size === 0) return { candidates, refused, ...resolved(candidates, site, owners, follow) };
    candidates = candidates.flatMap((one): RedirectCandidate[] => {
      const fault = faults.get(one.key);
      if (!fault) return [one];
      if (one.isRefused) return [];
      refused.push({ key: one.key, path: one.path, faults: [fault] });
      return one.before ? [{ ...one, redirect: one.before, isRefused: true }] : [];
    });
  }
}

function findFaults(
  candidates: readonly RedirectCandidate[],
  owners: ReadonlyMap<string, { path: string }>,
  follow: Follow,
): Map<string, ContentFault> {
  const faults = new Map<string, ContentFault>();
  for (const { key, path, redirect } of candidates) {
    // Another spelling of a page's address leads to the page already.
    const page = owners.get(redirect.from) ?? owners.get(redirect.from.replace(/(\/index)?\.html$/, '') || '/');
    const at = `${path} from`;
    const found = `${redirect.from}, the address of ${page?.path ?? ''}`;
    if (page) faults.set(key, { path: at, expected: 'an address where no page is published', found });
  }
  const left = candidates.filter(({ key }) => !faults.has(key));
  for (const group of Map.groupBy(left, ({ redirect }) => redirect.from).values()) {
    const winner = group.find(({ redirect, before }) => before?.from === redirect.from) ?? group[0];
    for (const { key, path, redirect } of group.filter((one) => one !== winner)) {
      const found = `${redirect.from}, from where ${winner?.path === path ? winner.key : winner?.path} leads`;
      faults.set(key, { path: `${path} from`, expected: 'an address of its own', found });
    }
  }
  for (const { key, path, redirect } of left) {
    const { way } = follow(redirect);
    if (faults.has(key) || way.at(-1) !== redirect.from) continue;
    const found = `a loop: ${[redirect.from, ...way].join(' → ')}`;
    faults.set(key, { path: `${path} to`, expected: 'an address that leads somewhere', found });
  }
  return faults;
}

/** `to`: where a redirect ends; undefined: nowhere. `way`: the addresses on the way, which ends early in a loop. */
type Follow = (redirect: Redirect) => { to: string | undefined; way: readonly string[] };

function createFollower(candidates: readonly RedirectCandidate[], { pages, moved }: PublishedPages): Follow {
  const index = indexPages(pages.map(({ page }) => page));
  const byKey = new Map(pages.map(({ key, page }) => [key, page]));
  const byFrom = new Map(candidates.map(({ redirect }) => [redirect.from, redirect]));

  /** The address of the page that is, or was last, at a path. */
  function pageAt(path: string): string | undefined {
    const { locale, slug } = readAddress(path);
    const page = byKey.get(moved[path] ?? '');
    return linkedPath(index, slug || homeSlug, locale, locale) ?? (page && addressOf(page, locale));
  }

  return ({ from, to }) => {
    const way: string[] = [];
    for (let target = to, rest = ''; ;) {
      if (!target.startsWith('/')) return { to: target, way };
      const [, named = '', own = ''] = /^([^?#]*)(.*)$/.exec(target) ?? [];
      const path = writeAddress(readAddress(named));
      // What follows the path is that of the first address that has it.
      rest ||= own;
      const next = byFrom.get(path);
      const page = next === undefined || isPageNow(path) ? pageAt(path) : undefined;
      if (page !== undefined) return { to: page + rest, way };
      if (!next) return { to: appPages.has(readAddress(path).slug.split('/')[0] ?? '') ? path + rest : undefined, way };
      if (way.includes(path)) return { to: undefined, way };
      way.push(path);
      if (path === from) return { to: undefined, way };
      target = next.to;
    }
  };

  function isPageNow(path: string): boolean {
    const { locale, slug } = readAddress(path);
    return linkedPath(index, slug || homeSlug, locale, locale) === path;
  }
}

function resolved(
  candidates: readonly RedirectCandidate[],
  { pages, moved }: PublishedPages,
  owners: ReadonlyMap<string, unknown>,
  follow: Follow,
): Pick<SettledRedirects, 'redirects' | 'warnings'> {
  const byKey = new Map(pages.map(({ key, page }) => [key, page]));
  const ends = new Map<string, string>();
  for (const [from, key] of Object.entries(moved)) {
    const page = byKey.get(key);
    if (page && !owners.has(from)) ends.set(from, addressOf(page, readAddress(from).locale));
  }
  const warnings: ContentWarning[] = [];
  for (const { path, redirect } of candidates) {
    const { to } = follow(redirect);
    if (to === undefined) {
      ends.delete(redirect.from);
      const text = `the redirect from ${redirect.from} is left out, because ${redirect.to} is not published`;
      warnings.push({ kind: 'link', path, address: redirect.to, text });
    } else ends.set(redirect.from, to);
  }
  const redirects = [...ends]
    .map(([from, to]) => ({ from, to }))
    .sort((one, other) => (one.from < other.from ? -1 : 1));
  return { redirects, warnings };
}
