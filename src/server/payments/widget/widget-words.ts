import { readFileSync } from 'node:fs';
import type { Locale } from '../../../brand.ts';
import { brand, locales } from '../../../brand.ts';
import type { Messages, Translate } from '../../../lib/i18n/translate.ts';
import { createTranslate } from '../../../lib/i18n/translate.ts';

const folder = new URL('../../../../public/locales/', import.meta.url);

const readWords = (locale: Locale): [Locale, Translate] => {
  const cashier = JSON.parse(readFileSync(new URL(`${locale}/cashier.json`, folder), 'utf8')) as Messages;
  const translate = createTranslate({ cashier });
  return [locale, (key, params) => translate(key, { brand: brand.name, ...params })];
};

/** The words of the pages that providers' scripts run on, by whole keys, for each language. */
export function loadWidgetWords(): ReadonlyMap<Locale, Translate> {
  return new Map(locales.map(readWords));
}
