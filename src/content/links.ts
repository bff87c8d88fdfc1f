import type { Locale, Switches } from '../brand.ts';
import { defaultLocale } from '../brand.ts';
import { appPages, isOfferedApp, readAddress, writeAddress } from './addresses.ts';
import { homeSlug } from './model/parts.ts';
import type { SiteQuestions } from './site-questions.ts';

/** What decides where a link of the content leads. */
export interface LinkFacts {
  site: Pick<SiteQuestions, 'linkedPath'>;
  switches: Switches;
  locale: Locale;
}

/**
 * The address that a link of the content leads to, in the page's language if the link names none. Null if there is no
 * such published page, application page or file. Links to other sites, anchors, mail and phone links are not changed.
 */
export function linkIn(href: string, { site, switches, locale }: LinkFacts): string | null {
  const [, path, rest = ''] = /^(\/[^?#]*)(.*)$/.exec(href) ?? [];
  if (path === undefined) return href;
  const slug = path.replace(/^\/+|\/+$/g, '');
  // Files are the same in every language.
  if (/\.\w{2,5}$/.test(slug) || slug.startsWith('api/')) return href;
  const named = readAddress(path);
  const isOfOneLanguage = named.locale !== defaultLocale;
  const [first = ''] = named.slug.split('/');
  if (!isOfferedApp(`/${first}`, switches)) return null;
  if (appPages.has(first)) return isOfOneLanguage ? href : writeAddress({ locale, slug }) + rest;
  const address = site.linkedPath(named.slug || homeSlug, named.locale, locale);
  if (address === null) return null;
  return isOfOneLanguage ? href : address + rest;
}
