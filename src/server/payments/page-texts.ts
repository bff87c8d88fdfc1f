import { readFileSync } from 'node:fs';
import type { Locale } from '../../brand.ts';
import { brand, locales } from '../../brand.ts';
import type { Messages, Translate } from '../../lib/i18n/translate.ts';
import { createTranslate } from '../../lib/i18n/translate.ts';

/** The texts of the pages that this folder writes itself: the simulated provider's, and those that providers' scripts run on. */

const folder = new URL('../../../public/locales/', import.meta.url);

/** The words of one file of `public/locales`, by whole keys, for each language. The brand's name is filled in by itself. */
export function loadPageWords(file: 'cashier' | 'sandbox'): ReadonlyMap<Locale, Translate> {
  return new Map(locales.map((locale) => [locale, readWords(file, locale)]));
}

function readWords(file: string, locale: Locale): Translate {
  const messages = JSON.parse(readFileSync(new URL(`${locale}/${file}.json`, folder), 'utf8')) as Messages;
  const translate = createTranslate({ [file]: messages });
  return (key, params) => translate(key, { brand: brand.name, ...params });
}

const markup: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text as it stands in a page, or in an attribute between double quotes. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => markup[character] ?? '');
