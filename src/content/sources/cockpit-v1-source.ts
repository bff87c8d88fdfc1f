import * as z from 'zod/mini';
import type { ContentSource } from '../content-source.ts';
import { ContentUnavailable } from '../content-source.ts';
import type { Unread } from './cockpit-content.ts';
import { draftOf, pulledOf, readPage } from './cockpit-content.ts';
import type { CockpitOptions } from './cockpit-http.ts';
import { CockpitRefusal, createCockpitClient } from './cockpit-http.ts';
import type { CockpitItem } from './cockpit-pages.ts';
import { addressesOf, idOf, sideBySide, slugOf, unsavedItem } from './cockpit-pages.ts';
import type { Fields } from './cockpit-values.ts';
import { createPictureLoader, readValues } from './cockpit-values.ts';
import { nameOfCms } from './http-reply.ts';

/** What every item of a collection has; its other fields are the editor's, and refused one item at a time. */
const items = z.array(z.looseObject({ _id: z.string() }));

/**
 * Cockpit, version 1. One call without `lang` returns an item with all its languages side by side (`title`,
 * `title_de`). Links are not populated, because that would bring in drafts, and cycles.
 */
export function createCockpitV1Source(options: CockpitOptions): ContentSource {
  const client = createCockpitClient(options, 'Cockpit-Token');
  const values = readValues(options);

  async function itemsOf(collection: string, filter: Fields, signal?: AbortSignal): Promise<CockpitItem[]> {
    const path = `/api/collections/get/${collection}`;
    const body = { filter, simple: 1, sort: { order: 1 } };
    const reply = items.safeParse(await client.json({ method: 'POST', path, body, signal }));
    if (!reply.success) throw new ContentUnavailable(`${path} did not answer with a list of entries`);
    return reply.data.map(sideBySide);
  }

  /** The items of a collection that a CMS need not have. `none`: the reasons that mean that it has none. */
  function optional(collection: string, none: readonly string[], filter: Fields, signal?: AbortSignal) {
    return itemsOf(collection, filter, signal).catch((fault: unknown) => {
      if (fault instanceof CockpitRefusal && none.includes(fault.reason ?? '')) return null;
      throw fault;
    });
  }

  async function settings(signal?: AbortSignal): Promise<CockpitItem> {
    const path = '/api/singletons/get/Settings';
    const reply = z.looseObject({}).safeParse(await client.json({ path, signal }));
    if (!reply.success) throw new ContentUnavailable(`${path} did not answer with a singleton`);
    return sideBySide(reply.data);
  }

  return {
    name: nameOfCms('cockpit v1', options),
    async load(signal) {
      const isPublic = { published: true };
      const [pages, calendar, singleton, redirects] = await Promise.all([
        itemsOf('pages', isPublic, signal),
        optional('calendar', [noCollection], isPublic, signal).catch(unreadUnless(signal)),
        settings(signal).catch(unreadUnless(signal)),
        // The rules of a key from before there were redirects do not name them.
        optional('redirects', [noCollection, notAllowed], isPublic, signal).catch(unreadUnless(signal)),
      ]);
      const held = { pages, calendar: publishedOf(calendar), settings: singleton, redirects: publishedOf(redirects) };
      return pulledOf({ ...held, pages: pages.filter(isPublished) }, values);
    },
    async loadDraft(slug, signal) {
      // An empty filter matches everything, so drafts are included.
      const pages = await itemsOf('pages', {}, signal);
      const [draft] = pages
        .filter((page) => slugOf(page) === slug)
        .sort((one, other) => (idOf(one) < idOf(other) ? -1 : 1));
      return draft ? draftOf(draft, values, addressesOf(pages.filter(isPublished))) : null;
    },
    readUnsaved: (form, addressOf) =>
      Promise.resolve(unsavedItem(form)).then((item) => draftOf(item, values, addressOf)),
    async loadDrafts(signal) {
      const pages = await itemsOf('pages', {}, signal);
      return pages.filter((page) => !isPublished(page)).map((page) => readPage(page, values));
    },
    loadPicture: createPictureLoader(options, client),
  };
}

/** The pages go live although another call fails. */
function unreadUnless(signal: AbortSignal | undefined): (fault: unknown) => Unread {
  return (fault) => {
    if (signal?.aborted || !(fault instanceof ContentUnavailable)) throw fault;
    return { unread: fault.message };
  };
}

const isPublished = ({ fields }: CockpitItem) => fields['published'] === true;

/** Filters again, because the CMS ignores a filter that it does not understand. */
const publishedOf = (items: CockpitItem[] | Unread | null) =>
  Array.isArray(items) ? items.filter(isPublished) : items;

const noCollection = 'Collection not found';
const notAllowed = 'Unauthorized';
