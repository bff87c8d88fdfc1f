import { brand, defaultLocale } from '../brand.ts';
import { addressOf } from './addresses.ts';
import type { ContentWarning } from './content-source.ts';
import { languageOf, languagesOf, pageIn } from './localise.ts';
import type { Page, SiteContent } from './model/site-content.ts';
import type { LivePage } from './pull/merge-content.ts';

/** What editors see of their content: src/pages/content-status.astro. All texts are in English. */
export interface StatusReport {
  /** The source by kind and address. */
  source: string;
  /** The source of the copy that is shown until a pull succeeds, if it is at another address. */
  elsewhere: string | null;
  now: Date;
  /** The latest ones first; repeats that changed nothing are one entry. */
  pulls: readonly ReportedPull[];
  refused: readonly ReportedRefusal[];
  warnings: readonly ReportedWarning[];
  /** The page that changed last first. */
  pages: readonly ReportedPage[];
}

export interface ReportedPull {
  from: Date;
  until: Date;
  count: number;
  isGood: boolean;
  words: string;
}

/** Something that an editor finds in the source. */
interface ReportedEntry {
  /** `The page “About us”`, `settings/en/tagline`. */
  name: string;
  /** Where to edit it; null if its source has no such address. */
  editUrl: string | null;
}

export interface ReportedRefusal extends ReportedEntry {
  faults: readonly string[];
  /** Whether an older version is published. */
  isShown: boolean;
  since: Date;
}

export interface ReportedWarning extends ReportedEntry {
  texts: readonly string[];
}

export interface ReportedPage extends ReportedEntry {
  path: string;
  /** Null: not known, an older release published it. */
  since: Date | null;
  languages: readonly string[];
}

/** Names the parts of the published content for editors, and finds where they edit them. */
export interface EntryNames {
  nameOf: (key: string, path: string) => string;
  editUrlOf: (key: string) => string | null;
}

/** `editUrlOf`: where a part is edited, by its key. */
export function nameEntries(
  { pages }: Pick<SiteContent, 'pages'>,
  live: readonly LivePage[],
  editUrlOf: (key: string) => string | null,
): EntryNames {
  const bySlug = new Map(pages.map((page) => [page.slug, page]));
  const titles = new Map(
    live.flatMap(({ key, slug }): [string, string][] => {
      const page = bySlug.get(slug);
      return page ? [[key, page.texts[defaultLocale].title]] : [];
    }),
  );
  return {
    editUrlOf,
    nameOf(key, path) {
      const title = titles.get(key);
      return title === undefined ? path : `The page “${title}”`;
    },
  };
}

/** The published pages, with where they are edited. */
export function reportPages(
  { pages }: Pick<SiteContent, 'pages'>,
  live: readonly LivePage[],
  editUrlOf: EntryNames['editUrlOf'],
): ReportedPage[] {
  const bySlug = new Map(pages.map((page) => [page.slug, page]));
  return live
    .flatMap(({ key, slug, since }): ReportedPage[] => {
      const page = bySlug.get(slug);
      if (!page) return [];
      return [
        {
          ...{ name: page.texts[defaultLocale].title, editUrl: editUrlOf(key), path: addressOf(page, defaultLocale) },
          ...{ since: since === null ? null : new Date(since), languages: languagesOf(page) },
        },
      ];
    })
    .sort((one, other) => Number(other.since) - Number(one.since) || (one.path < other.path ? -1 : 1));
}

/**
 * What editors should correct, one entry for each part: what the pull left out, what is not translated, and texts that
 * search engines cut.
 */
export function reportWarnings(
  { pages }: Pick<SiteContent, 'pages'>,
  warnings: readonly ContentWarning[],
  live: readonly LivePage[],
  { nameOf, editUrlOf }: EntryNames,
): ReportedWarning[] {
  const keys = new Map(live.map(({ key, slug }) => [`pages/${slug}`, key]));
  const texts = new Map<string, string[]>();
  const add = (path: string, text: string) => texts.set(path, [...(texts.get(path) ?? []), text]);
  for (const { path, text, kind, address } of warnings) {
    const [, part = path, locale] = /^(pages\/[^ ]+?)(?:\/([a-z]{2}))?(?: .*)?$/.exec(path) ?? [];
    const isElsewhere = kind === 'picture' && /^https?:/.test(address ?? '');
    const words = isElsewhere ? `the picture ${address} is on another site and is left out: upload it here` : text;
    add(part, locale === undefined ? words : `${languageName(locale)}: ${words}`);
  }
  for (const page of pages) for (const text of adviceOn(page)) add(`pages/${page.slug}`, text);
  return [...texts].map(([path, said]) => {
    const key = keys.get(path) ?? path;
    return { name: nameOf(key, path), editUrl: editUrlOf(key), texts: [...new Set(said)] };
  });
}

/** Search engines show about this much of a title and a description. */
const longestTitle = 60;
const longestDescription = 160;

function adviceOn(page: Page): string[] {
  const offered = brand.languages.filter((locale) => locale !== defaultLocale);
  const written = languagesOf(page);
  const missing = offered.filter((locale) => !written.includes(locale)).map(languageName);
  const untitled = offered.filter((locale) => written.includes(locale) && languageOf('title', page, locale) !== locale);
  const lengths = [defaultLocale, ...offered.filter((locale) => written.includes(locale))].flatMap((locale) => {
    const { title, seoTitle, description } = pageIn(page, locale);
    return [
      tooLong(languageName(locale), seoTitle === undefined ? 'title' : 'SEO title', seoTitle ?? title, longestTitle),
      tooLong(languageName(locale), 'description', description ?? '', longestDescription),
    ].filter((one) => one !== null);
  });
  return [
    ...(missing.length > 0 ? [`it is not translated into ${missing.join(' and ')}`] : []),
    ...untitled.map((locale) => `its text is translated into ${languageName(locale)}, its title is not`),
    ...lengths,
  ];
}

function tooLong(language: string, what: string, text: string, most: number): string | null {
  const { length } = text;
  return length > most ? `${language}: the ${what} has ${length} characters, search engines cut it at about ${most}` : null;
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' });
/** `German`. */
export const languageName = (locale: string): string => languageNames.of(locale) ?? locale;
