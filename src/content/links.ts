import type { Locale, Switches } from '../brand.ts';
import { defaultLocale } from '../brand.ts';
import { addressOf, appPages, offeredPages, readAddress, writeAddress } from './addresses.ts';
import { findPage } from './localise.ts';
import { appSlugs, homeSlug } from './model/parts.ts';
import type { SiteContent } from './model/site-content.ts';

/** What decides where a link of the content leads. */
export interface LinkFacts {
  content: Pick<SiteContent, 'pages'>;
  switches: Switches;
  locale: Locale;
}

/**
 * The address of a link that the content wrote without a language; null where it would lead to a page that the switches hide, or
 * to one of the application that there is not.
 * Links to other sites, to places on the page, mails and telephones stay as they are.
 */
export function linkIn(href: string, { content, switches, locale }: LinkFacts): string | null {
  const [, path, rest = ''] = /^(\/[^?#]*)(.*)$/.exec(href) ?? [];
  if (path === undefined) return href;
  // It names a language itself.
  if (readAddress(path).locale !== defaultLocale) return href;
  const slug = path.replace(/^\/+|\/+$/g, '');
  const [first = ''] = slug.split('/');
  if (first === 'register' && !switches.registration) return null;
  if (appSlugs.includes(first) && !appPages.has(first)) return null;
  // A file has no language.
  if (/\.\w{2,5}$/.test(slug) || slug.startsWith('api/')) return href;
  const page = findPage(content.pages, slug || homeSlug, defaultLocale);
  if (!page) return writeAddress({ locale, slug }) + rest;
  return offeredPages(content, switches).includes(page) ? addressOf(page, locale) + rest : null;
}
