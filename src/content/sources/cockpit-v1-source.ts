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

  /** The collection `calendar` is optional. */
  function eventsOf(filter: Fields, signal?: AbortSignal): Promise<CockpitItem[] | null> {
    return itemsOf('calendar', filter, signal).catch((fault: unknown) => {
      if (fault instanceof CockpitRefusal && fault.reason === 'Collection not found') return null;
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
      const [pages, calendar, singleton] = await Promise.all([
        itemsOf('pages', isPublic, signal),
        eventsOf(isPublic, signal).catch(unreadUnless(signal)),
        settings(signal).catch(unreadUnless(signal)),
      ]);
      // Filter again, because the CMS ignores a filter that it does not understand.
      const events = Array.isArray(calendar) ? calendar.filter(isPublished) : calendar;
      return pulledOf({ pages: pages.filter(isPublished), calendar: events, settings: singleton }, values);
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
