import { readFileSync } from 'node:fs';
import type { Locale } from '../../brand.ts';
import { brand, locales } from '../../brand.ts';
import type { Messages, Translate } from '../../lib/i18n/translate.ts';
import { createTranslate } from '../../lib/i18n/translate.ts';

const folder = new URL('../../../public/locales/', import.meta.url);

/**
 * Loads the texts, by language, of a page that the server renders itself (the simulated provider's or the cashier's).
 * Each page has one file in `public/locales`; `{{brand}}` is filled in.
 */
export function loadPageTexts(file: 'cashier' | 'sandbox'): ReadonlyMap<Locale, Translate> {
  return new Map(locales.map((locale) => [locale, readWords(file, locale)]));
}

function readWords(file: string, locale: Locale): Translate {
  const messages = JSON.parse(readFileSync(new URL(`${locale}/${file}.json`, folder), 'utf8')) as Messages;
  const translate = createTranslate({ [file]: messages });
  return (key, params) => translate(key, { brand: brand.name, ...params });
}

const markup: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text for HTML, including attributes in double quotes. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => markup[character] ?? '');
