import * as zod from 'zod/mini';
import type * as z from 'zod/mini';
import type { Locale } from '../../brand.ts';
import { defaultLocale, locales } from '../../brand.ts';
import { checkContent } from '../check-content.ts';
import type { ContentFault, PulledPart } from '../content-source.ts';
import { ContentInvalid } from '../content-source.ts';
import { redirect } from '../model/redirects.ts';
import type { Page } from '../model/site-content.ts';
import {
  calendarEvent,
  page,
  pageText,
  popup,
  settings as settingsSchema,
  settingsText,
  translatedPage,
  translatedSettings,
} from '../model/site-content.ts';
import { endsFirst } from '../pull/schedule.ts';

/** A value of a source, and where an editor can find it. */
export interface ContentPart {
  path: string;
  value: unknown;
}

/**
 * A part with its language-independent facts and the texts of each language. The facts and each language's texts have
 * locations of their own.
 */
export interface LocalisedPart extends ContentPart {
  texts: Partial<Record<Locale, ContentPart>>;
  /** The path to report if the texts of the fallback language are missing: where an editor should add them. */
  textPath: string;
  /** Found while it was read. A path that could not be read at all is reported by these alone. */
  faults: readonly ContentFault[];
}

/** A page that is not validated yet. */
export interface PagePart extends LocalisedPart {
  key: string;
  /** Where an editor finds the whole page. */
  pagePath: string;
}

const pageHead = zod.omit(page, { texts: true });

/** Validates a page. A fault names the location where it can be fixed. */
export function pulledPage({ key, pagePath, ...part }: PagePart): PulledPart {
  const found: ContentFault[] = [...part.faults];
  const check = (schema: z.ZodMiniType, { path, value }: ContentPart): unknown => {
    const checked = checkContent(schema, value, path);
    if (checked.ok) return checked.value;
    if (!part.faults.some((fault) => fault.path === path)) found.push(...checked.faults);
    return undefined;
  };
  const head = check(pageHead, part);
  found.push(...wrongTimes(head, part.path));
  const texts = locales.flatMap((locale): [Locale, unknown][] => {
    const isFallback = locale === defaultLocale;
    const text = part.texts[locale] ?? (isFallback ? { path: part.textPath, value: undefined } : undefined);
    return text ? [[locale, check(isFallback ? pageText : translatedPage, text)]] : [];
  });
  if (found.length > 0) return { ok: false, key, path: pagePath, faults: found };
  return { ok: true, key, path: pagePath, value: { ...(head as object), texts: Object.fromEntries(texts) } };
}

/** The fault of a part that would end before it begins. `field`: the field at `path` that holds the part. */
function wrongTimes(value: unknown, path: string, field = ''): ContentFault[] {
  if (!endsFirst(value)) return [];
  const { unpublishAt } = value as { unpublishAt: string };
  const name = field === '' ? 'unpublishAt' : `${field}.unpublishAt`;
  return [{ path: `${path} ${name}`, expected: 'later than publishAt', found: unpublishAt }];
}

/** The page of a part. Throws ContentInvalid with its faults. */
export function assembleDraft(pulled: PulledPart): Page {
  if (!pulled.ok) throw new ContentInvalid(pulled.faults);
  return pulled.value as Page;
}

const headShape = zod.omit(settingsSchema, { texts: true }).shape;

/** Validates every setting, and every popup, on its own. */
export function pulledSettings(part: LocalisedPart): PulledPart[] {
  const unread = part.faults.flatMap((fault): PulledPart[] => {
    const { path } = fault;
    const keys = path === part.path ? Object.keys(headShape).map((field) => `settings/${field}`) : [withoutEnd(path)];
    return keys.map((key) => ({ ok: false, key, path, faults: [fault] }));
  });
  const isUnread = (path: string) => part.faults.some((fault) => fault.path === path);
  const texts = locales.flatMap((locale) => {
    const isFallback = locale === defaultLocale;
    const text = part.texts[locale] ?? (isFallback ? { path: part.textPath, value: {} } : undefined);
    if (!text || isUnread(text.path)) return [];
    const shape = isFallback ? settingsText.shape : translatedSettings.shape;
    return pulledFields(`settings/${locale}`, text, shape);
  });
  return [...unread, ...(isUnread(part.path) ? [] : pulledFields('settings', part, headShape)), ...texts];
}

/** The file `settings/de.yaml` holds all parts whose keys begin with `settings/de`. */
const withoutEnd = (path: string) => path.replace(/\.ya?ml$/, '');

function pulledFields(
  key: string,
  { path, value }: ContentPart,
  shape: Readonly<Record<string, z.ZodMiniType>>,
): PulledPart[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const checked = checkContent(zod.looseObject({}), value, path);
    return checked.ok ? [] : [{ ok: false, key, path, faults: checked.faults }];
  }
  const fields = value as Readonly<Record<string, unknown>>;
  return [...new Set([...Object.keys(shape), ...Object.keys(fields)])].flatMap((field): PulledPart[] => {
    const at = { key: `${key}/${field}`, path: `${path} ${field}` };
    const schema = Object.hasOwn(shape, field) ? shape[field] : undefined;
    if (!schema) {
      const fault = { path, expected: `no field ${field}`, found: 'one' };
      return [{ ok: false, ...at, faults: [fault] }];
    }
    if (field === 'popups' && Array.isArray(fields[field])) return pulledPopups(at.key, path, fields[field]);
    const checked = checkContent(schema, fields[field], path, field);
    if (!checked.ok) return [{ ok: false, ...at, faults: checked.faults }];
    return checked.value === undefined ? [] : [{ ok: true, ...at, value: checked.value }];
  });
}

/**
 * The key of the whole list says that there is one, even if it is empty. A list without a good popup does not hide
 * those of the fallback language.
 */
function pulledPopups(key: string, path: string, popups: readonly unknown[]): PulledPart[] {
  const list: PulledPart = { ok: true, key, path: `${path} popups`, value: [] };
  const pulled = pulledList({ key, path, field: 'popups' }, popup, popups);
  const isThere = pulled.length === 0 || pulled.some(({ ok }) => ok);
  return isThere ? [list, ...pulled] : pulled;
}

/** Validates the events of the calendar, each on its own. `ids`: by which they are known, if not by their `id`. */
export function pulledEvents(path: string, events: readonly unknown[], ids?: readonly string[]): PulledPart[] {
  return pulledList({ key: 'calendar', path, field: '' }, calendarEvent, events, ids);
}

/** Validates redirects, each on its own. `id`: by which it is known; the second of two with one id by its place too. */
export function pulledRedirects(items: readonly (ContentPart & { id: string })[]): PulledPart[] {
  const taken = new Set<string>();
  return items.map(({ id, path, value }, index): PulledPart => {
    const named = taken.has(id) ? `${id}#${index}` : id;
    taken.add(named);
    return { key: `redirects/${named}`, path, ...checkContent(redirect, value, path) };
  });
}

/** A redirect as somebody wrote it: old addresses are often copied from a browser, which encodes them. */
export function redirectOf(from: unknown, to: unknown): { from: unknown; to: unknown } {
  const written = typeof from === 'string' ? withoutLastSlashes(decoded(from.trim())) : from;
  return { from: written, to: typeof to === 'string' ? to.trim() : to };
}

function withoutLastSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end--;
  return path.slice(0, end);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * Items are known by their `id`, those with the id of another by their index. Nobody knows which item one without an id
 * was, so if it is refused, its faults are the whole list's.
 */
function pulledList(
  { key, path, field }: { key: string; path: string; field: string },
  schema: z.ZodMiniType,
  items: readonly unknown[],
  ids: readonly string[] = [],
): PulledPart[] {
  const taken = new Set<string>();
  const nameless: ContentFault[] = [];
  const pulled = items.flatMap((item, index): PulledPart[] => {
    const { id } = (typeof item === 'object' && item !== null ? item : {}) as { id?: unknown };
    const own = ids[index] ?? id;
    const named = typeof own === 'string' && !taken.has(own) ? own : `#${index}`;
    taken.add(named);
    const at = { key: `${key}/${named}`, path: `${path} ${field}[${index}]` };
    const checked = checkContent(schema, item, path, `${field}[${index}]`);
    const faults = checked.ok ? wrongTimes(checked.value, path, `${field}[${index}]`) : checked.faults;
    if (checked.ok && faults.length === 0) return [{ ok: true, ...at, value: checked.value }];
    if (typeof own === 'string') return [{ ok: false, ...at, faults }];
    nameless.push(...faults);
    return [];
  });
  if (nameless.length > 0) pulled.push({ ok: false, key, path: `${path} ${field}`.trim(), faults: nameless });
  return pulled;
}
