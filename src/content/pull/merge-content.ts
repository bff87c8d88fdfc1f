import { addressOf } from '../addresses.ts';
import { defaultLocale } from '../../brand.ts';
import { checkContent, describeFound } from '../check-content.ts';
import type { ContentFault, ContentSource, ContentWarning, PulledContent } from '../content-source.ts';
import { ContentInvalid } from '../content-source.ts';
import { homeSlug } from '../model/parts.ts';
import type { Redirect } from '../model/redirects.ts';
import { redirect as redirectSchema } from '../model/redirects.ts';
import type { Page, SiteContent } from '../model/site-content.ts';
import { settings as settingsSchema } from '../model/site-content.ts';
import { hashOfPart } from '../texts/hash-content.ts';
import { chooseParts } from './choose-parts.ts';
import type { KeptContent, KeptPart, LivePage } from './kept-content.ts';
import { composeRest, isPageKey, isPartOf, isRedirectKey, livePages, pageIdOf, pulledOfKept } from './kept-content.ts';
import type { PageCandidate } from './own-addresses.ts';
import { settleAddresses } from './own-addresses.ts';
import { createTargets, resolveLinks, resolvePageLinks } from './page-links.ts';
import { nextChange, stateAt } from './schedule.ts';
import type { RedirectCandidate } from './settle-redirects.ts';
import { addressesOfPages, moveAddresses, settleRedirects } from './settle-redirects.ts';

/** A part whose current version is not published. */
export interface RefusedPart {
  key: string;
  path: string;
  faults: readonly ContentFault[];
  /** Whether its last good version is published; false if it never had one. */
  isShown: boolean;
  /** In unix milliseconds. */
  since: number;
}

export interface MergedContent {
  /** What visitors see: all links lead to published pages. */
  content: SiteContent;
  kept: KeptContent;
  refused: readonly RefusedPart[];
  warnings: readonly ContentWarning[];
  live: readonly LivePage[];
  /** How many parts have another version than before or are new, and how many are gone. */
  changes: { published: number; removed: number };
  /** When a part begins or ends to be public next, in unix milliseconds; null: none does. */
  nextAt: number | null;
}

/**
 * Merges a pull with what is published. A refused part keeps its last good version, and stays unpublished if it has
 * none; a part that is gone, or whose time is over, goes at once, except for the home page; one whose time has not come
 * waits; everything else is published. Not ok, and nothing may change: there is no home page, and none of the published
 * pages, because the source has lost them; or a required setting never had a good version. `now`: unix milliseconds;
 * null: times do not count. The same pull merged again gives the same.
 */
export function mergeContent(
  pulled: PulledContent,
  last: KeptContent | null,
  now: number | null,
): ({ ok: true } & MergedContent) | { ok: false; faults: readonly ContentFault[] } {
  const before = new Map(last?.parts);
  const chosen = chooseParts(pulled.parts, last, now);
  const { rest } = chosen;
  const home = keepHome(chosen.candidates, before);
  const { pages, refused: unsettled, warnings } = settleAddresses(home.candidates);
  const former = formerParts(before, chosen.candidates);
  const moved = moveAddresses(last?.moved ?? {}, former, addressesOfPages(pages.map(({ page }) => page)));
  const redirects = settleRedirects(chosen.redirects, { pages, moved });
  const broken = pulled.parts.filter((part) => !part.ok);
  const refusedParts = [...broken, ...home.refused, ...unsettled, ...redirects.refused];
  const { settings, calendar } = composeRest(rest);
  const checked = checkContent(settingsSchema, settings, 'settings');
  if (!pages.some(({ page }) => page.slug === homeSlug) || !checked.ok) {
    const faults = refusedParts.flatMap((part) => part.faults);
    if (!checked.ok) return { ok: false, faults: faults.length > 0 ? faults : checked.faults };
    return { ok: false, faults: [...faults, { path: 'pages', expected: homeSlug, found: 'nothing' }] };
  }
  const shown = resolveAll(pages, redirects.redirects);
  const linked = resolveLinks(checked.value, 'settings', shown.target);
  const published = new Map<string, unknown>([
    ...pages.map(({ key, page }): KeptPart => [key, page]),
    ...rest,
    ...redirects.candidates.map(({ key, redirect }): KeptPart => [key, redirect]),
  ]);
  const refused = refusedParts.map(({ key, path, faults }): RefusedPart => ({
    ...{ key, path, faults, since: last?.refusedSince[key] ?? now ?? 0 },
    isShown: published.has(key) || [...published.keys()].some((one) => isPartOf(one, key)),
  }));
  const { liveSince, changes } = compareParts(published, former, last?.liveSince, now ?? 0);
  const parts = [...published];
  return {
    ok: true,
    content: { pages: shown.pages, settings: linked.value, calendar, redirects: redirects.redirects },
    kept: {
      parts,
      waiting: chosen.newest.filter(([key, value]) => published.get(key) !== value && stateAt(value, now) !== 'over'),
      moved,
      refusedSince: Object.fromEntries(refused.map(({ key, since }) => [key, since])),
      liveSince,
    },
    refused,
    warnings: [
      ...[...pulled.warnings, ...home.warnings, ...warnings, ...shown.warnings, ...linked.warnings],
      ...redirects.warnings,
    ],
    nextAt: nextChange([...published.values(), ...chosen.newest.map(([, value]) => value)], now),
    live: livePages({ parts, liveSince }),
    changes,
  };
}

/** What was published, by the keys of now: the copy of a release that knew no parts has other keys for pages. */
function formerParts(
  before: ReadonlyMap<string, unknown>,
  candidates: readonly PageCandidate[],
): ReadonlyMap<string, unknown> {
  const renamed = new Map(candidates.flatMap(({ key, before: page }) => (page ? [[page as unknown, key]] : [])));
  return new Map([...before].map(([key, part]) => [renamed.get(part) ?? key, part]));
}

/** What has another version than before, and since when each part has its version. */
function compareParts(
  published: ReadonlyMap<string, unknown>,
  before: ReadonlyMap<string, unknown>,
  sinceBefore: KeptContent['liveSince'] = {},
  now: number,
): { liveSince: Record<string, number>; changes: MergedContent['changes'] } {
  const identify = (part: unknown) => (typeof part === 'object' && part !== null ? hashOfPart(part) : part);
  const isSame = (key: string, part: unknown) => before.has(key) && identify(before.get(key)) === identify(part);
  const changed = [...published].flatMap(([key, part]) => (isSame(key, part) ? [] : [key]));
  const removed = [...before.keys()].filter((key) => !published.has(key));
  const stays = Object.entries(sinceBefore).filter(([key]) => published.has(key));
  return {
    liveSince: { ...Object.fromEntries(stays), ...Object.fromEntries(changed.map((key) => [key, now])) },
    changes: { published: changed.length, removed: removed.length },
  };
}

/** What is public of kept parts at this time, and when that changes next: see pulledOfKept. */
export function contentOfKept(kept: KeptContent, now: number): Pick<MergedContent, 'content' | 'nextAt'> {
  const merged = mergeContent(pulledOfKept(kept), kept, now);
  return merged.ok ? merged : { content: composeContent(kept) as SiteContent, nextAt: null };
}

/** The content of kept parts, as visitors saw it. Not validated, because an older release may have written it. */
export function composeContent({ parts, moved = {} }: Pick<KeptContent, 'parts' | 'moved'>): unknown {
  const candidates = parts.flatMap(([key, value]): PageCandidate[] =>
    isPageKey(key) && typeof value === 'object' && value !== null
      ? [{ key, path: key, page: value as Page, before: undefined }]
      : [],
  );
  const { settings, calendar } = composeRest(parts);
  const wanted = parts.flatMap(([key, value]): RedirectCandidate[] => {
    const parsed = isRedirectKey(key) ? redirectSchema.safeParse(value) : undefined;
    return parsed?.success ? [{ key, path: key, redirect: parsed.data, before: undefined, isRefused: true }] : [];
  });
  const { redirects } = settleRedirects(wanted, { pages: candidates, moved });
  const shown = resolveAll(candidates, redirects);
  return { pages: shown.pages, settings: resolveLinks(settings, 'settings', shown.target).value, calendar, redirects };
}

interface KeptHome {
  candidates: PageCandidate[];
  refused: { key: string; path: string; faults: ContentFault[] }[];
  warnings: ContentWarning[];
}

/**
 * If no page is the home page, the published one stays: renamed, it is refused; gone, it is kept. But if none of the
 * published pages is there, the source was emptied, and there is no home page.
 */
function keepHome(candidates: PageCandidate[], before: ReadonlyMap<string, unknown>): KeptHome {
  const nothing: KeptHome = { candidates, refused: [], warnings: [] };
  if (candidates.some(({ page }) => page.slug === homeSlug) || !candidates.some((one) => one.before)) return nothing;
  const renamed = candidates.find((one) => one.before?.slug === homeSlug);
  if (renamed?.before) {
    const { key, path, page, before: home } = renamed;
    const found = describeFound(page.slug);
    const faults = [{ path: `${path} slug`, expected: `${homeSlug}, the name of the home page`, found }];
    const kept = candidates.map((one) => (one === renamed ? { ...one, page: home } : one));
    return { ...nothing, candidates: kept, refused: [{ key, path, faults }] };
  }
  const [key, page] = [...before].find(([one, value]) => isPageKey(one) && (value as Page).slug === homeSlug) ?? [];
  if (key === undefined) return nothing;
  const path = `pages/${homeSlug}`;
  const text = `no published page is called ${homeSlug}: the home page stays as it was`;
  const home: PageCandidate = { key, path, page: page as Page, before: page as Page };
  return { ...nothing, candidates: [...candidates, home], warnings: [{ kind: 'home', path, text }] };
}

/** The pages in the order of their slugs, with links that lead somewhere. */
function resolveAll(candidates: readonly PageCandidate[], redirects: readonly Redirect[]) {
  const addresses = new Map(
    candidates.map(({ key, page }) => [pageIdOf(key), addressOf({ ...page, slugs: {} }, defaultLocale)]),
  );
  const pages = candidates.map(({ page }) => page);
  const target = createTargets(pages, (id) => addresses.get(id), redirects);
  const resolved = candidates.map(({ page, path }) => resolvePageLinks(page, path, target));
  return {
    target,
    pages: resolved.map(({ page }) => page).sort((one, other) => (one.slug < other.slug ? -1 : 1)),
    warnings: resolved.flatMap((one) => one.warnings),
  };
}

/**
 * Everything that a source holds, whatever its time. Rejects with ContentInvalid, which lists every fault, if any part
 * is refused.
 */
export async function loadWhole(source: Pick<ContentSource, 'load'>, now: number | null = null): Promise<SiteContent> {
  return (await loadAll(source, now)).content;
}

/** The same, with what was left out of it. */
export async function loadAll(
  source: Pick<ContentSource, 'load'>,
  now: number | null = null,
): Promise<Pick<MergedContent, 'content' | 'warnings'>> {
  const pulled = await source.load();
  const faults = pulled.parts.flatMap((part) => (part.ok ? [] : part.faults));
  if (faults.length > 0) throw new ContentInvalid(faults);
  const merged = mergeContent(pulled, null, now);
  if (!merged.ok) throw new ContentInvalid(merged.faults);
  if (merged.refused.length > 0) throw new ContentInvalid(merged.refused.flatMap(({ faults }) => faults));
  return merged;
}
