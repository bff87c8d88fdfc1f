import type { Locale } from '../brand.ts';
import { brand, defaultLocale, locales } from '../brand.ts';
import { addressOf } from './addresses.ts';
import { wordsOf } from './check-content.ts';
import type { ContentFault, ContentWarning } from './content-source.ts';
import { languageOf, languagesOf, pageIn } from './localise.ts';
import type { Page, SiteContent } from './model/site-content.ts';
import type { LivePage } from './pull/kept-content.ts';

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
  /** How many were refused before the server started; why is known after the next pull. Null after that. */
  refusedBefore: number | null;
  /** Pages that could not be rendered: an older version of them is online. */
  unrendered: readonly { path: string; message: string }[];
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
  /** `The page “About us”`, `The setting tagline (English)`. */
  name: string;
  /** Where to edit it; null if its source has no such address. */
  editUrl: string | null;
}

export interface ReportedRefusal extends ReportedEntry {
  key: string;
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
    nameOf: (key, path) => partName(key, path, titles.get(key)),
  };
}

function partName(key: string, path: string, title: string | undefined): string {
  const [kind, first = '', field, id] = key.split('/');
  if (kind === 'pages') return `The page “${title ?? path.replace(/^pages\//, '')}”`;
  if (kind === 'redirects') return first === '' ? 'The redirects' : `The redirect ${key.slice('redirects/'.length)}`;
  if (kind === 'calendar') return first === '' ? 'The calendar' : `The event “${first}”`;
  if (kind !== 'settings') return path;
  const locale = locales.find((one) => one === first);
  if (locale === undefined) return first === '' ? 'The settings' : `The setting ${first}`;
  const inLanguage = ` (${languageName(locale)})`;
  return (id === undefined ? `The setting ${field ?? ''}` : `The popup “${id}”`) + inLanguage;
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
    const { part, locale } = partAndLanguage(path);
    const isElsewhere = kind === 'picture' && /^https?:/.test(address ?? '');
    const words = isElsewhere
      ? `the picture ${address} is on another site and is left out: upload it to the CMS`
      : text;
    add(part, inLanguage(locale, words));
  }
  for (const page of pages) for (const text of adviceOn(page)) add(`pages/${page.slug}`, text);
  return [...texts].map(([path, said]) => {
    const [kind = ''] = path.toLowerCase().split(/[/ ]/);
    // What is not published has no key here.
    const key = keys.get(path) ?? (kind === 'pages' ? null : kind);
    return {
      name: nameOf(key ?? path, path),
      editUrl: key === null ? null : editUrlOf(key),
      texts: [...new Set(said)],
    };
  });
}

/** `pages/about/de blocks[1]` is about the part `pages/about`, in German. */
function partAndLanguage(path: string): { part: string; locale: string | undefined } {
  const [place = ''] = path.split(' ');
  const locale = locales.find((one) => place.endsWith(`/${one}`));
  return { part: locale === undefined ? place : place.slice(0, -locale.length - 1), locale };
}

const inLanguage = (locale: string | undefined, words: string) =>
  locale === undefined ? words : `${languageName(locale)}: ${words}`;

/** The most faults that are listed of one entry. */
const mostFaults = 20;

/** The faults of an entry in words, the first twenty of them. */
export function listFaults(words: readonly string[]): string[] {
  const left = words.length - mostFaults;
  return left > 0 ? [...words.slice(0, mostFaults), `and ${left} more`] : [...words];
}

/** What is wrong in the words of an editor, with the language: `German: block 1, title: must be a text, but …`. */
export function faultWords(fault: ContentFault): string {
  return inLanguage(partAndLanguage(fault.path).locale, wordsOf(fault));
}

/** Search engines show about this much of a title and a description. */
const longestTitle = 60;
const longestDescription = 160;

function adviceOn(page: Page): string[] {
  const offered: readonly Locale[] = brand.languages.filter((locale) => locale !== defaultLocale);
  const written = languagesOf(page);
  const missing = offered.filter((locale) => !written.includes(locale)).map(languageName);
  const untitled = offered.filter((locale) => written.includes(locale) && languageOf('title', page, locale) !== locale);
  const lengths = [defaultLocale as Locale, ...offered.filter((locale) => written.includes(locale))].flatMap(
    (locale) => {
      const { title, seoTitle, description } = pageIn(page, locale);
      return [
        tooLong(languageName(locale), seoTitle === undefined ? 'title' : 'SEO title', seoTitle ?? title, longestTitle),
        tooLong(languageName(locale), 'description', description ?? '', longestDescription),
      ].filter((one) => one !== null);
    },
  );
  return [
    ...(missing.length > 0 ? [`it is not translated into ${listed.format(missing)}`] : []),
    ...untitled.map((locale) => `its text is translated into ${languageName(locale)}, its title is not`),
    ...lengths,
  ];
}

function tooLong(language: string, what: string, text: string, most: number): string | null {
  const { length } = text;
  if (length <= most) return null;
  return `${language}: the ${what} has ${length} characters, search engines cut it at about ${most}`;
}

const listed = new Intl.ListFormat('en');

/** What visitors see of a refused part. */
export const shownWords = (isShown: boolean) => (isShown ? 'Its last good version stays online.' : 'It is not online.');

const languageNames = new Intl.DisplayNames('en', { type: 'language' });
/** `German`. */
export const languageName = (locale: string): string => languageNames.of(locale) ?? locale;
