import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locale } from '../../brand.ts';
import { brand, defaultLocale, locales } from '../../brand.ts';
import { dateLocale } from '../../lib/format/format-date-time.ts';
import type { MessageParams, Messages, Translate } from '../../lib/i18n/translate.ts';
import { createTranslate } from '../../lib/i18n/translate.ts';

const folder = fileURLToPath(new URL('../../../public/locales/', import.meta.url));

/**
 * Loaded at startup: mails are written while a customer's account is locked, which is too late to notice that a file is
 * missing.
 */
const words: ReadonlyMap<Locale, Translate> = new Map(locales.map((locale) => [locale, readWords(locale)]));

/**
 * Translates the texts of mails to customers, by full keys (`mails.reset.subject`). The brand's name is filled in
 * automatically.
 */
export function mailWords(locale: Locale): Translate {
  const known = words.get(locale);
  if (!known) throw new Error(`There are no mail texts in ${locale}`);
  return known;
}

function readWords(locale: Locale): Translate {
  const mails = JSON.parse(readFileSync(`${folder}${locale}/mails.json`, 'utf8')) as Messages;
  const translate = createTranslate({ mails });
  return (key: string, params?: MessageParams) => translate(key, { brand: brand.name, ...params });
}

const dates = new Map<Locale, Intl.DateTimeFormat>();
/** A 24-hour clock, as on the pages. */
const dateParts = { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' } as const;

/** Formats an instant as date and time to the minute, in UTC, followed by `UTC`. */
export function mailDate(locale: Locale, at: Date): string {
  const format = dates.get(locale) ?? new Intl.DateTimeFormat(dateLocale(locale), dateParts);
  dates.set(locale, format);
  return `${format.format(at)} UTC`;
}

/**
 * The language for a mail: that of the page, otherwise the first language in `Accept-Language` (in the order of the
 * header) that has texts, otherwise English.
 */
export function languageOf(asked: string | undefined, acceptLanguage?: string): Locale {
  const candidates = [asked ?? '', ...(acceptLanguage ?? '').slice(0, 200).split(',')];
  const languages = candidates.map((one) => one.trim().toLowerCase().split(/[-;]/)[0]);
  return languages.map((one) => locales.find((locale) => locale === one)).find((locale) => locale) ?? defaultLocale;
}
