import { localizePath } from 'astro-i18next';
import i18next from 'i18next';
import type { TFunction } from 'i18next';
import { defaultLocale, locales } from '../brand.ts';
import type { Locale, Namespace } from '../brand.ts';
import corrected from '../lib/i18n/corrected-texts.json' with { type: 'json' };
import type { Messages } from '../lib/i18n/translate.ts';
import { switches } from './build-settings.ts';

/** The page's language; the fallback language if the address names no supported one. */
export function localeOf(current: string | undefined): Locale {
  return locales.find((locale) => locale === current) ?? defaultLocale;
}

/**
 * A translation function for one namespace and locale. i18next's own current language is not used, because concurrent
 * renders share it.
 */
export function words(locale: Locale, namespace: Namespace): TFunction {
  return texts().getFixedT(locale, namespace);
}

let isCorrected = !switches.correctedTexts;

/** All texts. The brand's corrections are merged in at the first use, when i18next has loaded its files. */
function texts(): typeof i18next {
  if (!isCorrected)
    for (const [name, over] of Object.entries(corrected)) i18next.addResourceBundle('en', name, over, true, true);
  isCorrected = true;
  return i18next;
}

/** The address of a page in a language: `/login` or `/de/login`. */
export function pathIn(locale: Locale, path: string): string {
  return localizePath(path, locale, '/');
}

/**
 * An island's texts by namespace, with keys such as `login.submit`. Missing translations come from the fallback
 * language.
 */
export function messagesFor(locale: Locale, names: readonly Namespace[]): Messages {
  const bundle = (language: Locale, name: Namespace) => (texts().getResourceBundle(language, name) ?? {}) as Messages;
  return Object.fromEntries(names.map((name) => [name, merge(bundle(defaultLocale, name), bundle(locale, name))]));
}

function merge(base: Messages, over: Messages): Messages {
  const merged: Messages = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key];
    merged[key] = typeof value === 'object' && typeof below === 'object' ? merge(below, value) : value;
  }
  return merged;
}
