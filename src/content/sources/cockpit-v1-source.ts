import * as z from 'zod/mini';
import type { Locale } from '../../brand.ts';
import { defaultLocale, locales } from '../../brand.ts';
import { checkContent } from '../check-content.ts';
import type { ContentSource } from '../content-source.ts';
import { ContentInvalid, ContentUnavailable } from '../content-source.ts';
import { contentOf, draftOf } from './cockpit-content.ts';
import type { CockpitOptions } from './cockpit-http.ts';
import { CockpitRefusal, createCockpitClient, nameOfCms } from './cockpit-http.ts';
import type { CockpitItem } from './cockpit-pages.ts';
import { addressesOf, uniquePages } from './cockpit-pages.ts';
import type { Fields } from './cockpit-values.ts';
import { createPictureLoader, isEmpty, readValues } from './cockpit-values.ts';

const nullableText = z.optional(z.nullable(z.string()));

/** The fields that every item of a collection has. */
const item = z.looseObject({ _id: z.string(), published: z.unknown(), title: nullableText, title_slug: nullableText });

/**
 * Cockpit, version 1. One call without `lang` returns an item with all its languages side by side (`title`,
 * `title_de`). Links are not populated, because that would bring in drafts, and cycles.
 */
export function createCockpitV1Source(options: CockpitOptions): ContentSource {
  const client = createCockpitClient(options, 'Cockpit-Token');
  const { warn } = options;

  async function itemsOf(collection: string, filter: Fields, signal?: AbortSignal): Promise<CockpitItem[]> {
    const path = `/api/collections/get/${collection}`;
    const body = { filter, simple: 1, sort: { order: 1 } };
    const reply = await client.json({ method: 'POST', path, body, signal });
    if (!Array.isArray(reply)) throw new ContentUnavailable(`${path} did not answer with a list of entries`);
    const checked = checkContent(z.array(item), reply, `collections/${collection}`);
    if (!checked.ok) throw new ContentInvalid(checked.faults);
    return checked.value.map(byLanguages);
  }

  /** The collection `calendar` is optional. */
  function eventsOf(filter: Fields, signal?: AbortSignal): Promise<CockpitItem[]> {
    return itemsOf('calendar', filter, signal).catch((fault: unknown) => {
      const isMissing = fault instanceof CockpitRefusal && fault.reason === 'Collection not found';
      if (!isMissing) throw fault;
      warn('there is no collection calendar: the site has no events');
      return [];
    });
  }

  async function settings(signal?: AbortSignal): Promise<CockpitItem> {
    const path = '/api/singletons/get/Settings';
    const checked = checkContent(z.looseObject({}), await client.json({ path, signal }), path);
    if (!checked.ok) throw new ContentUnavailable(`${path} did not answer with a singleton`);
    return byLanguages(checked.value);
  }

  return {
    name: nameOfCms('cockpit v1', options),
    async load(signal) {
      const isPublic = { published: true };
      const [pages, calendar, singleton] = await Promise.all([
        itemsOf('pages', isPublic, signal),
        eventsOf(isPublic, signal),
        settings(signal),
      ]);
      // Filter again, because the CMS ignores a filter that it does not understand.
      const unique = uniquePages(pages.filter(isPublished), warn);
      const values = readValues(options, addressesOf(unique));
      return contentOf({ pages: unique, calendar: calendar.filter(isPublished), settings: singleton }, values);
    },
    async loadDraft(slug, signal) {
      // An empty filter matches everything, so drafts are included.
      const [pages, singleton] = await Promise.all([itemsOf('pages', {}, signal), settings(signal)]);
      const named = pages.filter(({ fields }) => fields['title_slug'] === slug);
      const values = readValues(options, addressesOf(pages.filter(isPublished)));
      const [draft] = uniquePages(named, warn);
      return draft ? draftOf(draft, singleton, values) : null;
    },
    loadPicture: createPictureLoader(options, client),
  };
}

const isPublished = ({ fields }: CockpitItem) => fields['published'] === true;

const others = locales.filter((locale) => locale !== defaultLocale);

/**
 * `title_de` is the German `title`, and `title_de_slug` the German `title_slug`. Null and empty text count as not
 * translated.
 */
function byLanguages(stored: Fields): CockpitItem {
  const variant = new RegExp(`^(.+)_(${others.join('|')})(_slug)?$`);
  const fields: Record<string, unknown> = {};
  const translated: Partial<Record<Locale, Record<string, unknown>>> = {};
  for (const [key, value] of Object.entries(stored)) {
    const [, name = '', language = '', slug = ''] = variant.exec(key) ?? [];
    const locale = others.find((one) => one === language);
    if (locale === undefined) fields[key] = value;
    else if (!isEmpty(value)) (translated[locale] ??= {})[`${name}${slug}`] = value;
  }
  return { fields, translated };
}
