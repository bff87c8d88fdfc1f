import type { SiteContent } from '../../content/model/site-content.ts';

/** What is one part as a whole. */
const wholes = ['settings', 'calendar', 'redirects'] as const;
/** A part of the content that changes on its own. */
type Part = SiteContent['pages'][number] | SiteContent[(typeof wholes)[number]];
type PartId = string | number;

/** Content as the ids of its parts, for a thread that has the parts already. */
export interface ListedContent {
  pages: readonly PartId[];
  settings: PartId;
  calendar: PartId;
  redirects: PartId;
}

/** Some parts with their ids. */
export type SentParts = readonly (readonly [PartId, Part])[];

/** To copy one batch blocks a thread for some milliseconds. */
const batchSize = 20;

/**
 * Sends content to another thread, but only the parts that it does not have. Equal ids mean equal parts; parts that are
 * left out of the content are forgotten on both sides.
 */
export function createContentSender(
  idOf: (part: Part) => PartId,
  send: (parts: SentParts) => Promise<unknown>,
): (content: SiteContent) => Promise<ListedContent> {
  let known = new Set<PartId>();
  return async ({ pages, settings, calendar, redirects }) => {
    const parts = [...pages, settings, calendar, redirects].map((part) => [idOf(part), part] as const);
    const fresh = parts.filter(([id]) => !known.has(id));
    for (let from = 0; from < fresh.length; from += batchSize) await send(fresh.slice(from, from + batchSize));
    known = new Set(parts.map(([id]) => id));
    const [settingsId, calendarId, redirectsId] = [idOf(settings), idOf(calendar), idOf(redirects)];
    return { pages: pages.map(idOf), settings: settingsId, calendar: calendarId, redirects: redirectsId };
  };
}

/** The other end: keeps the parts, and gives content whose unchanged parts are the same objects as before. */
export function createContentReceiver(): {
  receive: (parts: SentParts) => void;
  contentOf: (listed: ListedContent) => SiteContent;
} {
  let known = new Map<PartId, Part>();
  const part = (id: PartId) => {
    const found = known.get(id);
    if (!found) throw new Error(`The part ${id} of the content was never sent`);
    return found;
  };
  return {
    receive(parts) {
      for (const [id, one] of parts) if (!known.has(id)) known.set(id, one);
    },
    contentOf({ pages, ...listed }) {
      const rest = wholes.map((name) => [name, part(listed[name])] as const);
      const ids = [...pages, ...wholes.map((name) => listed[name])];
      known = new Map(ids.map((id) => [id, part(id)]));
      return { pages: pages.map(part), ...Object.fromEntries(rest) } as SiteContent;
    },
  };
}
