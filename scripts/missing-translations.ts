import type { Locale } from '../src/brand.ts';
import { defaultLocale, locales } from '../src/brand.ts';
import type { SiteContent } from '../src/content/model/site-content.ts';

/** A text that exists in the fallback language but not in all others. */
export interface MissingTranslation {
  /** Names the text, for example `pages/about title`. */
  part: string;
  lacks: ReadonlySet<Locale>;
}

const others = locales.filter((locale) => locale !== defaultLocale);

export function missingTranslations({ pages, settings, calendar }: SiteContent): MissingTranslation[] {
  return [
    ...pages.flatMap(({ slug, texts }) => compare(`pages/${slug}`, texts)),
    ...compare('settings', settings.texts),
    ...calendar.flatMap(({ id, titles }) => {
      const lacks = others.filter((locale) => titles[locale] === undefined);
      return lacks.length > 0 ? [{ part: `calendar ${id}`, lacks: new Set(lacks) }] : [];
    }),
  ];
}

function compare(at: string, texts: Readonly<Partial<Record<Locale, object>>>): MissingTranslation[] {
  return Object.entries(texts[defaultLocale] ?? {}).flatMap(([name, text]) => {
    if (Array.isArray(text) && text.length === 0) return [];
    const lacks = others.filter((locale) => !Object.hasOwn(texts[locale] ?? {}, name));
    return lacks.length > 0 ? [{ part: `${at} ${name}`, lacks: new Set(lacks) }] : [];
  });
}
