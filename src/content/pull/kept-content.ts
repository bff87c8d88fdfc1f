import type { Locale } from '../../brand.ts';
import { defaultLocale, locales } from '../../brand.ts';
import type { PulledContent, PulledPart } from '../content-source.ts';
import type { Page, SiteContent } from '../model/site-content.ts';

/** The published parts of the content. It is what the copy on disk holds, and what the next pull is merged with. */
export interface KeptContent {
  /** Every part by its key, in order. Links to pages are by id: see page-links.ts. */
  parts: readonly KeptPart[];
  /** The newest good versions that are not published: those whose time has not come, and those that lost an address. */
  waiting?: readonly KeptPart[];
  /** The key of the page that had an address last, by that address: see moveAddresses. */
  moved?: Readonly<Record<string, string>>;
  /** Since when a part has been refused, in unix milliseconds, by its key. */
  refusedSince: Readonly<Record<string, number>>;
  /** Since when the present version of a part has been published, likewise. Older releases did not keep it. */
  liveSince?: Readonly<Record<string, number>> | undefined;
  /** Whether pages are known by their slugs: see partsOfContent. */
  isBySlug?: boolean;
}

export type KeptPart = readonly [key: string, value: unknown];

/** A published page. */
export interface LivePage {
  key: string;
  slug: string;
  /** Since when its present version is published, in unix milliseconds. Null: not known, an older release did it. */
  since: number | null;
}

/** The pages of some kept content. */
export function livePages({ parts, liveSince = {} }: Pick<KeptContent, 'parts' | 'liveSince'>): LivePage[] {
  return parts.flatMap(([key, value]) =>
    isPageKey(key) ? [{ key, slug: (value as Page).slug, since: liveSince[key] ?? null }] : [],
  );
}

export const isPageKey = (key: string) => key.startsWith('pages/');
export const isRedirectKey = (key: string) => key.startsWith('redirects/');
/** The keys that other keys continue; an event's id may hold a slash too. */
const isListKey = (key: string) => /^(calendar|redirects|settings(\/[a-z]{2}(\/popups)?)?)$/.test(key);
/** Whether a part is this refused one, or in this list. */
export const isPartOf = (key: string, refused: string) =>
  key === refused || (key.startsWith(`${refused}/`) && isListKey(refused));
/** The id of a page in its key. */
export const pageIdOf = (key: string) => key.slice('pages/'.length);

/** The content without its pages; the texts of the settings may lack what no pull ever had. */
export function composeRest(parts: Iterable<KeptPart>): { settings: unknown; calendar: SiteContent['calendar'] } {
  const texts: Partial<Record<Locale, Record<string, unknown>>> = { [defaultLocale]: { popups: [] } };
  const popups: Partial<Record<Locale, unknown[]>> = {};
  const head: Record<string, unknown> = { profiles: [] };
  const calendar: unknown[] = [];
  for (const [key, value] of parts) {
    const [kind, first = '', field = '', id] = key.split('/');
    if (kind === 'calendar') calendar.push(value);
    if (kind !== 'settings') continue;
    const locale = locales.find((one) => one === first);
    if (locale === undefined) head[first] = value;
    else if (field !== 'popups') (texts[locale] ??= {})[field] = value;
    else {
      const list = (popups[locale] ??= []);
      (texts[locale] ??= {})['popups'] = list;
      if (id !== undefined) list.push(value);
    }
  }
  return { settings: { ...head, texts }, calendar: calendar as SiteContent['calendar'] };
}

/**
 * What is kept, as a pull gives it: after a restart, parts are published and end on time although the source does not
 * answer. What is wrong with those that are refused is not kept.
 */
export function pulledOfKept({ parts, waiting = [], refusedSince }: KeptContent): PulledContent {
  const lost = new Set(waiting.map(([key]) => key));
  const broken = new Set(Object.keys(refusedSince).filter((key) => !lost.has(key)));
  // In the order of what is shown, in which popups and events stand.
  const newest = new Map<string, unknown>([...parts, ...waiting]);
  for (const key of broken) if (!newest.has(key)) newest.set(key, null);
  const pulled = [...newest].map(([key, value]): PulledPart => {
    if (broken.has(key)) return { ok: false, key, path: key, faults: [] };
    return { ok: true, key, path: isPageKey(key) ? `pages/${(value as Page).slug}` : key, value };
  });
  return { parts: pulled, warnings: [] };
}

/**
 * Content as parts whose pages are known by their slugs, because it does not say where they come from: the copy of a
 * release that knew no parts.
 */
export function partsOfContent({ pages, settings, calendar }: SiteContent): KeptPart[] {
  const { texts, ...head } = settings;
  const translated = locales.flatMap((locale) =>
    Object.entries(texts[locale] ?? {}).flatMap(([field, value]: [string, unknown]): KeptPart[] => {
      if (value === undefined) return [];
      const key = `settings/${locale}/${field}`;
      if (field !== 'popups') return [[key, value]];
      const list = value as readonly { id: string }[];
      return [[key, []], ...list.map((popup): KeptPart => [`${key}/${popup.id}`, popup])];
    }),
  );
  return [
    ...pages.map((page): KeptPart => [`pages/${page.slug}`, page]),
    ...Object.entries(head).flatMap(([field, value]: [string, unknown]): KeptPart[] =>
      value === undefined ? [] : [[`settings/${field}`, value]],
    ),
    ...translated,
    ...calendar.map((event): KeptPart => [`calendar/${event.id}`, event]),
  ];
}
