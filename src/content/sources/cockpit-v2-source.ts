import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { Locale } from '../../brand.ts';
import { defaultLocale, locales } from '../../brand.ts';
import { checkContent } from '../check-content.ts';
import type { ContentSource } from '../content-source.ts';
import { ContentInvalid, ContentUnavailable } from '../content-source.ts';
import type { SiteContent } from '../model/site-content.ts';
import { contentOf } from './cockpit-content.ts';
import type { CockpitOptions } from './cockpit-http.ts';
import { createCockpitClient, nameOfCms } from './cockpit-http.ts';
import type { CockpitItem } from './cockpit-pages.ts';
import { addressesOf, uniquePages } from './cockpit-pages.ts';
import type { Fields } from './cockpit-values.ts';
import { createPictureLoader, isEmpty, readValues } from './cockpit-values.ts';

const nullableText = z.optional(z.nullable(z.string()));
const item = z.looseObject({ _id: z.string(), _state: z.unknown(), title: nullableText, title_slug: nullableText });
const reply = z.looseObject({
  pages: z.array(item),
  /** The calendar is optional. */
  calendar: z.optional(z.array(item)),
  Settings: z.looseObject({}),
});

type Reply = z.infer<typeof reply>;

const path = '/api/content/items';
const models = JSON.stringify({
  pages: { sort: { order: 1 } },
  calendar: { sort: { order: 1 } },
  Settings: {},
});

/**
 * Cockpit, version 2. One call per language. An untranslated text arrives as the fallback's text, and an untranslated
 * list arrives empty, so only what differs from the fallback counts as translated. Drafts never leave this CMS, so
 * there is no preview.
 */
export function createCockpitV2Source(options: CockpitOptions): ContentSource {
  const client = createCockpitClient(options, 'api-key');

  async function holdingsIn(locale: Locale, signal?: AbortSignal): Promise<Reply> {
    const query = { models, locale: locale === defaultLocale ? 'default' : locale };
    const answer = await client.json({ path, query, signal });
    for (const name of ['pages', 'Settings']) {
      // The CMS silently leaves out models that do not exist or that the key may not read.
      if (typeof answer !== 'object' || answer === null || !(name in answer))
        throw new ContentUnavailable(`${path} answered without the model ${name}`);
    }
    const checked = checkContent(reply, answer, 'items');
    if (!checked.ok) throw new ContentInvalid(checked.faults);
    return checked.value;
  }

  async function load(signal?: AbortSignal): Promise<SiteContent> {
    const answers = await Promise.all(
      locales.map(async (locale) => [locale, await holdingsIn(locale, signal)] as const),
    );
    const replies = new Map(answers);
    const whole = replies.get(defaultLocale);
    if (!whole) throw new Error('The fallback language was not loaded');
    const translations = [...replies].filter(([locale]) => locale !== defaultLocale);
    const merged = (list: 'pages' | 'calendar') =>
      (whole[list] ?? [])
        .filter(isPublished)
        .map((one) =>
          byLanguages(one, (locale) => replies.get(locale)?.[list]?.find(({ _id }) => _id === one._id), translations),
        );
    if (!whole.calendar) options.warn('there is no model calendar that the key may read: the site has no events');
    const pages = uniquePages(merged('pages'), options.warn);
    const settings = byLanguages(whole.Settings, (locale) => replies.get(locale)?.Settings, translations);
    const values = readValues(options, addressesOf(pages));
    return contentOf({ pages, calendar: merged('calendar'), settings }, values);
  }

  return {
    name: nameOfCms('cockpit v2', options),
    load,
    async loadDraft(slug, signal) {
      return (await load(signal)).pages.find((page) => page.slug === slug) ?? null;
    },
    loadPicture: createPictureLoader(options, client),
  };
}

const isPublished = ({ _state }: { _state?: unknown }) => _state === 1;

function byLanguages(
  whole: Fields,
  inLanguage: (locale: Locale) => Fields | undefined,
  translations: readonly (readonly [Locale, unknown])[],
): CockpitItem {
  const translated = translations.map(([locale]) => {
    const own = Object.entries(inLanguage(locale) ?? {}).filter(([key, value]) => isTranslated(value, whole[key]));
    return [locale, Object.fromEntries(own)] as const;
  });
  return { fields: whole, translated: Object.fromEntries(translated) };
}

function isTranslated(value: unknown, fallback: unknown): boolean {
  const isEmptyList = Array.isArray(value) && value.length === 0;
  return !isEmpty(value) && !isEmptyList && !isDeepStrictEqual(value, fallback);
}
