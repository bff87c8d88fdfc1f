import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locale } from '../../brand.ts';
import { brand, defaultLocale, locales } from '../../brand.ts';
import type { MessageParams, Messages, Translate } from '../../lib/i18n/translate.ts';
import { createTranslate } from '../../lib/i18n/translate.ts';

const folder = fileURLToPath(new URL('../../../public/locales/', import.meta.url));

/**
 * Read as the process starts: a mail is written while a customer's account is locked, and a file that is missing is to
 * be seen before.
 */
const words: ReadonlyMap<Locale, Translate> = new Map(locales.map((locale) => [locale, readWords(locale)]));

/**
 * The words of the mails to customers, by whole keys (`mails.reset.subject`). The brand's name is filled in by itself.
 */
export function mailWords(locale: Locale): Translate {
  const known = words.get(locale);
  if (!known) throw new Error(`There are no words for mails in ${locale}`);
  return known;
}

function readWords(locale: Locale): Translate {
  const mails = JSON.parse(readFileSync(`${folder}${locale}/mails.json`, 'utf8')) as Messages;
  const translate = createTranslate({ mails });
  return (key: string, params?: MessageParams) => translate(key, { brand: brand.name, ...params });
}

const dates = new Map<Locale, Intl.DateTimeFormat>();
/** Of a clock of 24 hours, as on the pages. */
const dateParts = { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' } as const;

/** Day and minute of an instant, in UTC, which is said. */
export function mailDate(locale: Locale, at: Date): string {
  const format = dates.get(locale) ?? new Intl.DateTimeFormat(locale, dateParts);
  dates.set(locale, format);
  return `${format.format(at)} UTC`;
}

/**
 * The text of a mail: its paragraphs between the greeting and the closing. Nobody is named: who gives a name may be a
 * stranger.
 */
export function letter(locale: Locale, paragraphs: readonly string[]): string {
  const t = mailWords(locale);
  return [t('mails.greeting'), ...paragraphs, t('mails.closing'), ''].join('\n\n').trimEnd() + '\n';
}

/**
 * The language to write to somebody in: the one that their page names, else the first of their browser's languages
 * (`Accept-Language`, in the order in which they stand there) that there are words in, else English.
 */
export function languageOf(asked: string | undefined, acceptLanguage?: string): Locale {
  const spoken = [asked ?? '', ...(acceptLanguage ?? '').slice(0, 200).split(',')];
  const languages = spoken.map((one) => one.trim().toLowerCase().split(/[-;]/)[0]);
  return languages.map((one) => locales.find((locale) => locale === one)).find((locale) => locale) ?? defaultLocale;
}
