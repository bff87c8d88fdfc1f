import { marked } from 'marked';
import * as z from 'zod/mini';
import type { Locale } from '../../brand.ts';
import { defaultLocale, locales } from '../../brand.ts';
import { addressOf } from '../addresses.ts';
import type { ContentFault, ContentSource, PulledContent, PulledPart } from '../content-source.ts';
import { ContentUnavailable } from '../content-source.ts';
import type { Page } from '../model/site-content.ts';
import { isPageKey, pageIdOf } from '../pull/kept-content.ts';
import { createIdTargets, pageLink, resolvePageLinks } from '../pull/page-links.ts';
import { cleanHtml } from '../texts/clean-html.ts';
import type { ContentPart, LocalisedPart } from './assemble-content.ts';
import {
  assembleDraft,
  pulledEvents,
  pulledPage,
  pulledRedirects,
  pulledSettings,
  redirectOf,
} from './assemble-content.ts';
import type { Fields } from './cockpit-values.ts';
import { isEmpty, isFields } from './cockpit-values.ts';
import { answered, jsonOfReply, loadFile, nameOfCms, textOfReply, timeLimit } from './http-reply.ts';

/** An address that answers with the content in our own shape: docs/content-http.md. */
export interface HttpSourceOptions {
  url: string;
  /** Sent as `authorization: Bearer …`, so the function behind the address knows this server. */
  token: string;
  /** The origins from which pictures may be loaded, beside that of `url`. */
  pictureOrigins: readonly string[];
  /** The timeout of one call, in milliseconds. */
  timeoutMs?: number;
}

/** Without an id nobody knows which page one was, so such an answer is refused as a whole. */
const identified = z.looseObject({ id: z.union([z.string().check(z.minLength(1), z.maxLength(200)), z.int()]) });
const wholeReply = z.looseObject({
  pages: z.array(identified),
  settings: z.looseObject({}),
  calendar: z.nullish(z.array(z.unknown())),
  redirects: z.nullish(z.array(z.unknown())),
});
const draftReply = z.looseObject({ page: z.nullable(identified) });

type WholeReply = z.infer<typeof wholeReply>;
type SentPage = z.infer<typeof identified>;

/** Content from any CMS, by way of a small function that writes it in our shape. */
export function createHttpSource({ url, token, pictureOrigins, timeoutMs }: HttpSourceOptions): ContentSource {
  const { origin, pathname } = new URL(url);
  const limited = timeLimit(timeoutMs);
  let known: { etag: string; pulled: PulledContent } | undefined;

  /** Null: not modified. */
  async function ask(
    { draft, etag }: { draft?: string; etag?: string | undefined },
    signal?: AbortSignal,
  ): Promise<{ json: unknown; etag: string | null } | null> {
    const address = new URL(url);
    if (draft !== undefined) address.searchParams.set('draft', draft);
    const headers = {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      ...(etag && { 'if-none-match': etag }),
    };
    return answered(pathname, async () => {
      // A redirect would send the token along, wherever it leads.
      const reply = await fetch(address, { headers, redirect: 'error', signal: limited(signal) });
      if (reply.status === 304 && etag) return null;
      const text = await textOfReply(pathname, reply);
      if (!reply.ok) throw new ContentUnavailable(`${pathname} answered ${reply.status}`);
      return { json: jsonOfReply(pathname, text), etag: reply.headers.get('etag') };
    });
  }

  async function load(signal?: AbortSignal): Promise<PulledContent> {
    // Another call may forget what is known meanwhile.
    const before = known;
    const answer = await ask({ etag: before?.etag }, signal);
    if (!answer) return before?.pulled ?? { parts: [], warnings: [] };
    const pulled = pulledOf(wholeIn(answer.json, pathname), origin);
    known = answer.etag === null ? undefined : { etag: answer.etag, pulled };
    return pulled;
  }

  return {
    name: nameOfCms('http', { url }),
    load,
    async loadDraft(slug, signal) {
      const [answer, { parts }] = await Promise.all([ask({ draft: slug }, signal), load(signal)]);
      const reply = draftReply.safeParse(answer?.json);
      if (!reply.success) throw new ContentUnavailable(`${pathname} did not answer with a page or null`);
      const { page } = reply.data;
      if (!page) return null;
      const draft = assembleDraft(readPage(page, origin));
      return resolvePageLinks(draft, pathOf(page), createIdTargets(addressesOf(parts))).page;
    },
    async loadDrafts(signal) {
      const answer = await ask({}, signal);
      const { pages } = wholeIn(answer?.json, pathname);
      return pages.filter(({ published }) => published === false).map((page) => readPage(page, origin));
    },
    loadPicture(src, options) {
      const address = /^(\/|https?:)/.test(src) ? URL.parse(src, origin) : null;
      const isAllowed = address && (address.origin === origin || pictureOrigins.includes(address.origin));
      if (!isAllowed || address.username !== '') return Promise.resolve(null);
      // Without the token: pictures are public, and may be at another host.
      return loadFile({ address, path: address.origin === origin ? address.pathname : address.href, limited }, options);
    },
  };
}

function wholeIn(json: unknown, path: string): WholeReply {
  const reply = wholeReply.safeParse(json);
  if (!reply.success)
    throw new ContentUnavailable(`${path} did not answer with settings and a list of pages that have an id each`);
  const ids = reply.data.pages.map(({ id }) => String(id));
  const double = ids.find((id, index) => ids.indexOf(id) !== index);
  if (double !== undefined) throw new ContentUnavailable(`${path} answered two pages with the id ${double}`);
  return reply.data;
}

function pulledOf({ pages, settings, calendar, redirects }: WholeReply, origin: string): PulledContent {
  // Whether a page is published is not known if that cannot be read. Then it is refused, and stays as it was.
  const parts = pages.filter(({ published }) => published !== false).map((page) => readPage(page, origin));
  const readList = (list: readonly unknown[] | null = []) => shownOf(list ?? []).map((one) => valueIn(one, origin));
  return {
    parts: [
      ...parts,
      ...readApart('settings', () => pulledSettings(settingsPart(settings, origin))),
      ...readApart('calendar', () => pulledEvents('calendar', readList(calendar))),
      ...readApart('redirects', () => pulledRedirects(readList(redirects).map(redirectPart))),
    ],
    warnings: [],
  };
}

/** Redirects are known by their id, or by the address from which they lead. */
function redirectPart(redirect: unknown, index: number): ContentPart & { id: string } {
  const { id, from, to, ...others } = isFields(redirect) ? redirect : { from: redirect };
  const named = [id, from].find((one) => typeof one === 'string' || typeof one === 'number') ?? `#${index}`;
  return { id: String(named), path: `redirects/${String(named)}`, value: { ...redirectOf(from, to), ...others } };
}

/** What cannot be read, because it is nested too deeply, is refused alone. */
function readApart(key: string, read: () => PulledPart[], path = key): PulledPart[] {
  try {
    return read();
  } catch (fault) {
    if (!(fault instanceof RangeError)) throw fault;
    return [
      { ok: false, key, path, faults: [{ path, expected: 'fields that can be read', found: 'nested too deeply' }] },
    ];
  }
}

const idOf = ({ id }: SentPage) => String(id);
const pathOf = (page: SentPage) => `pages/${typeof page['slug'] === 'string' ? page['slug'] : idOf(page)}`;

function readPage(page: SentPage, origin: string): PulledPart {
  const [key, path] = [`pages/${idOf(page)}`, pathOf(page)];
  const [pulled] = readApart(key, () => [pulledPage({ key, pagePath: path, ...pagePart(page, path, origin) })], path);
  if (!pulled) throw new Error('A page is one part');
  return pulled;
}

function pagePart({ id: _id, published, texts, ...head }: SentPage, path: string, origin: string): LocalisedPart {
  const faults: ContentFault[] =
    typeof published === 'boolean'
      ? []
      : [{ path: `${path} published`, expected: 'boolean', found: foundIn(published) }];
  const value = { slugs: {}, isHidden: false, ...(valueIn(head, origin) as Fields) };
  return { path, value, ...textsOf(path, texts, (text) => valueIn(text, origin)), faults };
}

const foundIn = (value: unknown) => (isEmpty(value) ? 'nothing' : JSON.stringify(value));

function settingsPart({ texts, ...head }: Fields, origin: string): LocalisedPart {
  const read = (text: unknown, locale: Locale) => {
    if (!isFields(text)) return text;
    const { popups } = text;
    const none = locale === defaultLocale && isEmpty(popups) && { popups: [] };
    const list = Array.isArray(popups) ? { popups: shownOf(popups) } : none;
    return valueIn({ ...text, ...list }, origin);
  };
  const value = { profiles: [], ...(valueIn(head, origin) as Fields) };
  return { path: 'settings', value, ...textsOf('settings', texts, read), faults: [] };
}

/** The texts of our languages; a site ignores what a CMS has in others. */
function textsOf(
  path: string,
  texts: unknown,
  read: (text: unknown, locale: Locale) => unknown,
): Pick<LocalisedPart, 'texts' | 'textPath'> {
  const present = locales.flatMap((locale): [Locale, ContentPart][] => {
    const text = isFields(texts) ? texts[locale] : undefined;
    return isEmpty(text) ? [] : [[locale, { path: `${path}/${locale}`, value: read(text, locale) }]];
  });
  return { texts: Object.fromEntries(present), textPath: `${path}/${defaultLocale}` };
}

/** The popups or events that are published: those that do not say otherwise. The schema refuses any other state. */
function shownOf(list: readonly unknown[]): unknown[] {
  return list.flatMap((one) => {
    if (!isFields(one) || typeof one['published'] !== 'boolean') return [one];
    const { published, ...rest } = one;
    return published ? [rest] : [];
  });
}

/**
 * Converts a value for the model: Markdown becomes HTML, HTML is sanitised, a link's `page` names a page by its id.
 * Leaves out null and empty texts, which CMSs answer for what was not written.
 */
function valueIn(value: unknown, origin: string): unknown {
  if (Array.isArray(value)) return value.map((one) => valueIn(one, origin));
  if (!isFields(value)) return value;
  const { markdown, page, ...rest } = value;
  const isMarkdown = typeof markdown === 'string' && rest['html'] === undefined;
  const isPageLink = 'label' in rest && isEmpty(rest['href']) && (typeof page === 'string' || typeof page === 'number');
  const fields: Fields = {
    ...rest,
    ...(isMarkdown ? { html: marked.parse(markdown, { async: false }) } : 'markdown' in value && { markdown }),
    ...(isPageLink ? { href: pageLink(String(page)) } : 'page' in value && { page }),
  };
  const read = Object.entries(fields).map(([key, inner]) => [key, fieldIn(key, inner, origin)] as const);
  return Object.fromEntries(read.filter(([key, inner]) => !isEmpty(inner) || (key === 'alt' && inner === '')));
}

function fieldIn(key: string, value: unknown, origin: string): unknown {
  if (typeof value !== 'string') return valueIn(value, origin);
  // Pictures of the source's own host are named by their paths, as everywhere else.
  if (key === 'html') return cleanHtml(value.replaceAll(`src="${origin}/`, 'src="/'));
  if (key === 'src' && value.startsWith(`${origin}/`)) return value.slice(origin.length);
  return value;
}

/** Finds the address of a published page by its id. */
function addressesOf(parts: readonly PulledPart[]): (id: string) => string | undefined {
  const addresses = new Map(
    parts.flatMap((part): [string, string][] => {
      if (!part.ok || !isPageKey(part.key)) return [];
      return [[pageIdOf(part.key), addressOf({ ...(part.value as Page), slugs: {} }, defaultLocale)]];
    }),
  );
  return (id) => addresses.get(id);
}
