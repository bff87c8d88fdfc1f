import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { Locale } from '../../brand.ts';
import { defaultLocale, locales } from '../../brand.ts';
import type { ContentSource } from '../content-source.ts';
import { ContentUnavailable } from '../content-source.ts';
import type { CockpitHoldings } from './cockpit-content.ts';
import { draftOf, pulledOf } from './cockpit-content.ts';
import type { CockpitOptions } from './cockpit-http.ts';
import { createCockpitClient } from './cockpit-http.ts';
import type { CockpitItem } from './cockpit-pages.ts';
import { addressesOf, slugOf, unsavedItem } from './cockpit-pages.ts';
import type { Fields } from './cockpit-values.ts';
import { createPictureLoader, isEmpty, readValues } from './cockpit-values.ts';
import { nameOfCms } from './http-reply.ts';

/** What every item has; its other fields are the editor's, and refused one item at a time. */
const item = z.looseObject({ _id: z.string(), _state: z.unknown() });
const reply = z.looseObject({
  pages: z.array(item),
  /** The calendar is optional. */
  calendar: z.optional(z.array(item)),
  redirects: z.optional(z.array(item)),
  Settings: z.looseObject({}),
});

type Reply = z.infer<typeof reply>;

const path = '/api/content/items';
const models = JSON.stringify({
  pages: { sort: { order: 1 } },
  calendar: { sort: { order: 1 } },
  redirects: {},
  Settings: {},
});

/**
 * Cockpit, version 2. One call per language. An untranslated text arrives as the fallback's text, and an untranslated
 * list arrives empty, so only what differs from the fallback counts as translated. Drafts never leave this CMS, so
 * a link shows pages as published; its form posts what is typed.
 */
export function createCockpitV2Source(options: CockpitOptions): ContentSource {
  const client = createCockpitClient(options, 'api-key');
  const values = readValues(options);

  async function holdingsIn(locale: Locale, signal?: AbortSignal): Promise<Reply> {
    const query = { models, locale: locale === defaultLocale ? 'default' : locale };
    const answer = await client.json({ path, query, signal });
    for (const name of ['pages', 'Settings']) {
      // The CMS silently leaves out models that do not exist or that the key may not read.
      if (typeof answer !== 'object' || answer === null || !(name in answer))
        throw new ContentUnavailable(`${path} answered without the model ${name}`);
    }
    const checked = reply.safeParse(answer);
    if (!checked.success) throw new ContentUnavailable(`${path} did not answer with lists of items`);
    return checked.data;
  }

  async function holdings(signal?: AbortSignal): Promise<CockpitHoldings> {
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
    const settings = byLanguages(whole.Settings, (locale) => replies.get(locale)?.Settings, translations);
    // The same in every language.
    const redirects = whole.redirects?.filter(isPublished).map((fields) => ({ fields, translated: {} })) ?? null;
    return { pages: merged('pages'), calendar: whole.calendar ? merged('calendar') : null, settings, redirects };
  }

  return {
    name: nameOfCms('cockpit v2', options),
    load: async (signal) => pulledOf(await holdings(signal), values),
    async loadDraft(slug, signal) {
      const { pages } = await holdings(signal);
      const draft = pages.find((page) => slugOf(page) === slug);
      return draft ? draftOf(draft, values, addressesOf(pages)) : null;
    },
    readUnsaved: (form, addressOf) =>
      Promise.resolve(unsavedItem(form)).then((item) => draftOf(item, values, addressOf)),
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
  return !isEmpty(value) && !isEmptyList && !isSame(value, fallback);
}

/** What is nested too deeply to be compared is refused when it is read. */
function isSame(value: unknown, fallback: unknown): boolean {
  try {
    return isDeepStrictEqual(value, fallback);
  } catch {
    return false;
  }
}
