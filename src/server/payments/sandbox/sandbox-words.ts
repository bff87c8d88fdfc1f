import { readFileSync } from 'node:fs';
import type { Locale } from '../../../brand.ts';
import { brand, locales } from '../../../brand.ts';
import type { Messages, Translate } from '../../../lib/i18n/translate.ts';
import { createTranslate } from '../../../lib/i18n/translate.ts';

const folder = new URL('../../../../public/locales/', import.meta.url);

const readWords = (locale: Locale): [Locale, Translate] => {
  const sandbox = JSON.parse(readFileSync(new URL(`${locale}/sandbox.json`, folder), 'utf8')) as Messages;
  const translate = createTranslate({ sandbox });
  return [locale, (key, params) => translate(key, { brand: brand.name, ...params })];
};

/** The words of the simulated provider's pages, by whole keys, for each language. The brand's name is filled in by itself. */
export function loadSandboxWords(): ReadonlyMap<Locale, Translate> {
  return new Map(locales.map(readWords));
}
