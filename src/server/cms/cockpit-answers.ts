import type { Locale } from '../../brand.ts';
import { defaultLocale, locales } from '../../brand.ts';
import type { CollectionQuestion } from '../../lib/contract/cockpit-calls.ts';
import { collectionFields } from './cockpit-fields.ts';
import type { StoredContent, StoredItem } from './cockpit-items.ts';
import { variantOf } from './cockpit-items.ts';

/** A response in the form of Cockpit v1: a status and a JSON body; undefined means an empty body. */
export interface CockpitAnswer {
  status: number;
  json?: string;
}

type CollectionName = keyof typeof collectionFields;

/**
 * The items of a collection. As in Cockpit, an unknown slug gives 200 with an empty list, and an unsupported filter
 * 406.
 */
export function answerCollection(stored: StoredContent, name: string, question: CollectionQuestion): CockpitAnswer {
  if (!isCollection(name)) return refusal(412, { error: 'Collection not found' });
  const matches = matcherOf(question.filter);
  if (!matches) return refusal(406, { error: true, message: 'Oooops, something went wrong.' });
  const found = stored[name].filter(matches);
  const [skip, limit] = [wholeIn(question.skip) ?? 0, wholeIn(question.limit) ?? found.length];
  const items = `[${found
    .slice(skip, skip + limit)
    .map((item) => itemText(item, question.lang))
    .join(',')}]`;
  if (isTruthy(question.simple)) return { status: 200, json: items };
  return { status: 200, json: `{"fields":${fieldTexts[name]},"entries":${items},"total":${found.length}}` };
}

/** The singleton `Settings`; any other gives an empty 404, as in Cockpit. */
export function answerSingleton(stored: StoredContent, name: string, lang: string | undefined): CockpitAnswer {
  return name === 'Settings' ? { status: 200, json: itemText(stored.Settings, lang) } : { status: 404 };
}

const refusal = (status: number, body: Readonly<Record<string, unknown>>) => ({ status, json: JSON.stringify(body) });

const fieldTexts = Object.fromEntries(
  Object.entries(collectionFields).map(([name, fields]) => [
    name,
    JSON.stringify(Object.fromEntries(fields.map((field) => [field.name, field]))),
  ]),
) as Record<CollectionName, string>;

/** A cache of each item's JSON text, in one language or with all of them. It is garbage-collected with the content. */
const texts = new WeakMap<StoredItem, Map<Locale | 'all', string>>();

function itemText(item: StoredItem, lang: string | null | undefined): string {
  const locale = lang ? (locales.find((one) => one === lang) ?? defaultLocale) : 'all';
  const cached = texts.get(item) ?? new Map<Locale | 'all', string>();
  texts.set(item, cached);
  const text = cached.get(locale) ?? JSON.stringify(locale === 'all' ? item : itemIn(item, locale));
  cached.set(locale, text);
  return text;
}

const isCollection = (name: string): name is CollectionName => Object.hasOwn(collectionFields, name);

/** Filters apply to the stored item, before a language is chosen. Null: the filter is not supported. */
function matcherOf(filter: unknown): ((item: StoredItem) => boolean) | null {
  if (filter === undefined || filter === null) return () => true;
  if (typeof filter !== 'object' || Array.isArray(filter)) return () => true;
  const rules = Object.entries(filter).map(([key, wanted]) => ruleOf(key, wanted));
  return rules.some((rule) => rule === null) ? null : (item) => rules.every((rule) => rule?.(item));
}

function ruleOf(key: string, wanted: unknown): ((item: StoredItem) => boolean) | null {
  if (key === '$or' && Array.isArray(wanted)) {
    const matchers = wanted.map(matcherOf);
    return matchers.includes(null) ? null : (item) => matchers.some((matches) => matches?.(item));
  }
  if (key.startsWith('$') || (typeof wanted === 'object' && wanted !== null)) return null;
  if (key === 'published') return (item) => (item['published'] === true) === isTruthy(wanted);
  return (item) => (Object.hasOwn(item, key) ? (item[key] ?? null) : null) === wanted;
}

/** Converts to a boolean as PHP does: the text "false" is true. */
function isTruthy(value: unknown): boolean {
  return !(value === undefined || value === null || value === false || value === 0 || value === '' || value === '0');
}

function wholeIn(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number > 0 ? number : undefined;
}

/**
 * An item in one language: the language's values replace those of the fallback, and the fields of all other languages
 * are removed.
 */
function itemIn(item: StoredItem, locale: Locale): StoredItem {
  const isVariant = new RegExp(`_(${locales.filter((one) => one !== defaultLocale).join('|')})(_slug)?$`);
  const own = Object.entries(item).filter(([name]) => !isVariant.test(name));
  const names = new Set([...own.map(([name]) => name), 'title_slug']);
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const value = item[variantOf(name, locale)];
      const chosen = value === undefined || value === null || value === '' ? item[name] : value;
      return chosen === undefined ? [] : [[name, chosen]];
    }),
  );
}
