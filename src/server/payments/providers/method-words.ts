import { readFileSync } from 'node:fs';
import type { Locale } from '../../../brand.ts';
import { locales } from '../../../brand.ts';
import type { Messages, Translate } from '../../../lib/i18n/translate.ts';
import { createTranslate } from '../../../lib/i18n/translate.ts';

const folder = new URL('../../../../public/locales/', import.meta.url);

/** What the methods are called that the product brings itself, by language. */
export function cardLabel(): Partial<Record<Locale, string>> {
  return inAll((t) => t('deposit.own.card'));
}

export function sandboxLabel(): Partial<Record<Locale, string>> {
  return inAll((t) => t('deposit.own.sandbox'));
}

function inAll(label: (t: Translate) => string): Partial<Record<Locale, string>> {
  return Object.fromEntries(
    locales.map((locale) => {
      const deposit = JSON.parse(readFileSync(new URL(`${locale}/deposit.json`, folder), 'utf8')) as Messages;
      return [locale, label(createTranslate({ deposit }))];
    }),
  );
}
