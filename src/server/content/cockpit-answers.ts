import { defaultLocale, locales } from '../../brand.ts';
import { collectionFields } from './cockpit-fields.ts';
import type { StoredContent, StoredEntry } from './cockpit-entries.ts';
import { variantOf } from './cockpit-entries.ts';

/** What a call of Cockpit v1 answers: a status and a JSON body; undefined is an empty one. */
export interface CockpitAnswer {
  status: number;
  body?: unknown;
}

/** What a client asks a collection for. What is not here (`populate`, `sort`, `token`) changes nothing. */
export interface CockpitQuestion {
  filter?: unknown;
  simple?: unknown;
  lang?: unknown;
  limit?: unknown;
  skip?: unknown;
}

type CollectionName = keyof typeof collectionFields;

/** Entries of a collection. An unknown slug is 200 and an empty list; a filter that nobody understands 406, as there. */
export function answerCollection(stored: StoredContent, name: string, question: CockpitQuestion): CockpitAnswer {
  if (!isCollection(name)) return { status: 412, body: { error: 'Collection not found' } };
  const matches = matcherOf(question.filter);
  if (!matches) return { status: 406, body: { error: true, message: 'Oooops, something went wrong.' } };
  const found = stored[name].filter(matches);
  const [skip, limit] = [wholeIn(question.skip) ?? 0, wholeIn(question.limit) ?? found.length];
  const entries = found.slice(skip, skip + limit).map((entry) => entryIn(entry, question.lang));
  if (isTruthy(question.simple)) return { status: 200, body: entries };
  const fields = Object.fromEntries(collectionFields[name].map((field) => [field.name, field]));
  return { status: 200, body: { fields, entries, total: found.length } };
}

/** The singleton `Settings`; any other is an empty 404, as there. */
export function answerSingleton(stored: StoredContent, name: string, lang: unknown): CockpitAnswer {
  return name === 'Settings' ? { status: 200, body: entryIn(stored.Settings, lang) } : { status: 404 };
}

const isCollection = (name: string): name is CollectionName => Object.hasOwn(collectionFields, name);

/** Filters run on what is stored, before a language is chosen. Null: a filter that is not understood. */
function matcherOf(filter: unknown): ((entry: StoredEntry) => boolean) | null {
  if (filter === undefined || filter === null) return () => true;
  if (typeof filter !== 'object' || Array.isArray(filter)) return () => true;
  const rules = Object.entries(filter).map(([key, wanted]) => ruleOf(key, wanted));
  return rules.some((rule) => rule === null) ? null : (entry) => rules.every((rule) => rule?.(entry));
}

function ruleOf(key: string, wanted: unknown): ((entry: StoredEntry) => boolean) | null {
  if (key === '$or' && Array.isArray(wanted)) {
    const matchers = wanted.map(matcherOf);
    return matchers.includes(null) ? null : (entry) => matchers.some((matches) => matches?.(entry));
  }
  if (key.startsWith('$') || (typeof wanted === 'object' && wanted !== null)) return null;
  if (key === 'published') return (entry) => (entry['published'] === true) === isTruthy(wanted);
  return (entry) => (entry[key] ?? null) === wanted;
}

/** As PHP reads a value that is asked for as yes or no: the text "false" is a yes. */
function isTruthy(value: unknown): boolean {
  return !(value === undefined || value === null || value === false || value === 0 || value === '' || value === '0');
}

function wholeIn(value: unknown): number | undefined {
  const number = Number(value);
  return value !== null && value !== '' && Number.isInteger(number) && number > 0 ? number : undefined;
}

/** With a language, its values take the place of the fallback's and the variants go; without one, all are there. */
function entryIn(entry: StoredEntry, lang: unknown): StoredEntry {
  if (typeof lang !== 'string' || lang === '') return entry;
  const isVariant = new RegExp(`_(${locales.filter((locale) => locale !== defaultLocale).join('|')})(_slug)?$`);
  const locale = locales.find((one) => one === lang) ?? defaultLocale;
  const own = Object.entries(entry).filter(([name]) => !isVariant.test(name));
  const names = new Set([...own.map(([name]) => name), 'title_slug']);
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const value = entry[variantOf(name, locale)];
      const chosen = value === undefined || value === null || value === '' ? entry[name] : value;
      return chosen === undefined ? [] : [[name, chosen]];
    }),
  );
}
