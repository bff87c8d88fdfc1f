import type { Locale, Switches } from '../brand.ts';
import { locales } from '../brand.ts';
import { addressOf, offeredPages, readAddress, writeAddress } from './addresses.ts';
import { languagesOf, pageIn, settingsIn, slugIn } from './localise.ts';
import { homeSlug } from './model/parts.ts';
import type { Redirect } from './model/redirects.ts';
import type { Page, SettingsText, SiteContent } from './model/site-content.ts';
import type { SiteFacts } from './site-facts.ts';
import { hashOfPart } from './texts/hash-content.ts';

/** A page in lists of the whole site, such as the sitemap. */
export interface ListedPage {
  isHidden: boolean;
  /** The languages in which the page is written, with its path there; the fallback first. */
  paths: readonly { locale: Locale; path: string }[];
}

/** Pages by what leads to them. */
export interface PageIndex {
  /** By their slugs in a language. */
  byAddress: ReadonlyMap<Locale, ReadonlyMap<string, Page>>;
  /** By their own slugs. */
  bySlug: ReadonlyMap<string, Page>;
  /** Where old addresses lead. */
  redirects: ReadonlyMap<string, string>;
}

/** The content, indexed so that no question has to look through all pages; by address only those that are offered. */
interface ContentIndex extends PageIndex {
  /** Every page by its own slug. */
  everyPage: ReadonlyMap<string, Page>;
  listed: () => readonly ListedPage[];
  settings: (locale: Locale) => SettingsText;
}

interface SiteIndex extends ContentIndex {
  facts: SiteFacts;
}

/** A page is found by its slug in the language or by its own slug; the home page only by its own. */
function pageAt({ byAddress, bySlug }: PageIndex, slug: string, locale: Locale): Page | undefined {
  const named = slug === homeSlug ? undefined : byAddress.get(locale)?.get(slug);
  return named ?? bySlug.get(slug);
}

export function indexPages(pages: readonly Page[], redirects: readonly Redirect[] = []): PageIndex {
  return {
    redirects: new Map(redirects.map(({ from, to }) => [from, to])),
    byAddress: new Map(locales.map((locale) => [locale, firstBy(pages, (page) => slugIn(page, locale))])),
    bySlug: firstBy(pages, ({ slug }) => slug),
  };
}

/**
 * The path, in a language, of the page that has this address in the language `named`, or that had it. An old address
 * that leads elsewhere stays as it is.
 */
export function linkedPath(index: PageIndex, slug: string, named: Locale, locale: Locale): string | null {
  const page = pageAt(index, slug, named);
  if (page) return addressOf(page, locale);
  const old = writeAddress({ locale: named, slug });
  const to = index.redirects.get(old);
  if (to === undefined) return null;
  const now = readAddress(to);
  return pathOrNull(pageAt(index, now.slug || homeSlug, now.locale), locale) ?? old;
}

const pathOrNull = (page: Page | undefined, locale: Locale) => (page ? addressOf(page, locale) : null);

/**
 * Everything that a page may ask. A page depends on the answers to what it asked, and on nothing else of the site. So
 * an answer holds no more than its pages show: the year instead of the day, one setting instead of all.
 */
const answers = {
  /** The page at an address. */
  page: pageAt,
  linkedPath,
  /** The path, in a language, of the page with this own slug. */
  pathOf: ({ bySlug }: SiteIndex, slug: string, locale: Locale) => pathOrNull(bySlug.get(slug), locale),
  /** Title and path of the home page, whether or not the switches offer it. */
  homeCrumb: ({ everyPage }: SiteIndex, locale: Locale) => {
    const home = everyPage.get(homeSlug);
    return home ? { title: pageIn(home, locale).title, path: addressOf(home, locale) } : null;
  },
  /** Title and path of the offered pages above a page, the highest first: `guides` is above `guides/forex`. */
  crumbsAbove: ({ bySlug }: SiteIndex, slug: string, locale: Locale) => {
    const segments = slug.split('/');
    const above = segments.slice(1).map((_, index) => bySlug.get(segments.slice(0, index + 1).join('/')));
    return above.flatMap((page) =>
      page ? [{ title: pageIn(page, locale).title, path: addressOf(page, locale) }] : [],
    );
  },
  /** Every offered page, for the sitemap. */
  listing: ({ listed }: SiteIndex) => listed(),
  copyright: ({ settings }: SiteIndex, locale: Locale) => settings(locale).copyright,
  tagline: ({ settings }: SiteIndex, locale: Locale) => settings(locale).tagline,
  risk: ({ settings }: SiteIndex, locale: Locale) => {
    const { riskTitle: title, riskText: text } = settings(locale);
    return { title, text };
  },
  paymentTitle: ({ settings }: SiteIndex, locale: Locale) => settings(locale).paymentTitle,
  popups: ({ settings }: SiteIndex, locale: Locale) => settings(locale).popups,
  contact: ({ settings }: SiteIndex, locale: Locale) => settings(locale).contact,
  place: ({ facts }: SiteIndex) => facts.content.settings.place,
  profiles: ({ facts }: SiteIndex) => facts.content.settings.profiles,
  calendar: ({ facts }: SiteIndex) => facts.content.calendar,
  /** The beginning of the day, UTC. */
  today: ({ facts }: SiteIndex) => new Date(facts.today.toISOString().slice(0, 10)),
  /** Whether today is within two days, both included, UTC; null: there is no such limit. */
  isWithin: ({ facts }: SiteIndex, from: string | null, until: string | null) => {
    const today = facts.today.toISOString().slice(0, 10);
    return (from === null || from <= today) && (until === null || today <= until);
  },
  year: ({ facts }: SiteIndex) => facts.today.getUTCFullYear(),
  /** Whether an asset with this symbol exists. */
  isAsset: ({ facts }: SiteIndex, symbol: string) => facts.assets === null || facts.assets.includes(symbol),
  origin: ({ facts }: SiteIndex) => facts.origin,
  recaptchaSiteKey: ({ facts }: SiteIndex) => facts.recaptchaSiteKey,
  hasDemo: ({ facts }: SiteIndex) => facts.hasDemo,
  sessionIdleMs: ({ facts }: SiteIndex) => facts.sessionIdleMs,
};

type Answers = typeof answers;
type Asked<Answer> = Answer extends (index: SiteIndex, ...asked: infer Arguments) => unknown ? Arguments : never;

/** What pages get as `Astro.locals.site`. */
export type SiteQuestions = {
  readonly [Name in keyof Answers]: (...asked: Asked<Answers[Name]>) => ReturnType<Answers[Name]>;
} & Pick<SiteFacts, 'draft' | 'refusedForm' | 'contentStatus'>;

/** A site that can be asked, and that can say later whether an answer has changed. */
export interface AskableSite {
  /** The questions for one page. Each that is asked is passed to `record`, in a form that `answerTo` understands. */
  questions: (record?: (question: string) => void) => SiteQuestions;
  /** Identifies the answer to a recorded question: equal answers have the same text. */
  answerTo: (question: string) => string;
}

const names = Object.keys(answers) as (keyof Answers)[];
type AnyAnswer = (index: SiteIndex, ...asked: unknown[]) => unknown;

/** Indexes the facts of a site. The switches are those of the build. */
export function createAskableSite(facts: SiteFacts, switches: Switches): AskableSite {
  const index = { ...indexOf(facts.content, switches), facts };
  const identified = new Map<string, string>();
  return {
    questions(record) {
      const asked = names.map((name) => [
        name,
        (...parts: unknown[]) => {
          record?.(JSON.stringify([name, ...parts]));
          return (answers[name] as AnyAnswer)(index, ...parts);
        },
      ]);
      const { draft, refusedForm, contentStatus } = facts;
      return { ...Object.fromEntries(asked), draft, refusedForm, contentStatus } as SiteQuestions;
    },
    answerTo(question) {
      const known = identified.get(question);
      if (known !== undefined) return known;
      const [name, ...parts] = JSON.parse(question) as [keyof Answers, ...unknown[]];
      const found = identify((answers[name] as AnyAnswer)(index, ...parts));
      identified.set(question, found);
      return found;
    },
  };
}

const indexes = new WeakMap<SiteContent, { switches: Switches; index: ContentIndex }>();

/** Content is never changed in place, so it is indexed once. */
function indexOf(content: SiteContent, switches: Switches): ContentIndex {
  const known = indexes.get(content);
  if (known?.switches === switches) return known.index;
  const index = indexContent(content, switches);
  indexes.set(content, { switches, index });
  return index;
}

function indexContent(content: SiteContent, switches: Switches): ContentIndex {
  const { pages, settings, redirects } = content;
  const offered = offeredPages(content, switches);
  const settingsByLocale = new Map<Locale, SettingsText>();
  let listed: readonly ListedPage[] | undefined;
  return {
    ...indexPages(offered, redirects),
    everyPage: firstBy(pages, ({ slug }) => slug),
    listed: () => (listed ??= offered.map(listedPage)),
    settings(locale) {
      const found = settingsByLocale.get(locale) ?? settingsIn(settings, locale);
      settingsByLocale.set(locale, found);
      return found;
    },
  };
}

/** Of several pages with one key, the first. */
function firstBy(pages: readonly Page[], keyOf: (page: Page) => string): Map<string, Page> {
  const found = new Map<string, Page>();
  for (const page of pages) if (!found.has(keyOf(page))) found.set(keyOf(page), page);
  return found;
}

function listedPage(page: Page): ListedPage {
  const paths = languagesOf(page).map((locale) => ({ locale, path: addressOf(page, locale) }));
  return { isHidden: page.isHidden, paths };
}

function identify(answer: unknown): string {
  if (typeof answer === 'object' && answer !== null) return hashOfPart(answer);
  return answer === undefined ? 'nothing' : JSON.stringify(answer);
}
