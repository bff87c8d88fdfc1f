import type { Switches } from '../brand.ts';
import { locales } from '../brand.ts';
import { addressOf, isOfferedApp, offeredPages, writeAddress } from './addresses.ts';
import type { SiteContent } from './model/site-content.ts';

/** No page is ever called this: it is rendered to have the page that says so. */
export const unknownSlug = '_unknown';
/**
 * Neither this: it is rendered to have the page that says that one could not be shown, which is there before one fails.
 */
export const faultSlug = '_fault';

/**
 * Every path that is published: the pages of the content in all languages, the pages of the application (their paths in
 * the fallback language are given), the one for addresses that there are not, and the one for pages that fail.
 */
export function sitePaths(
  content: SiteContent,
  { switches, appPaths }: { switches: Switches; appPaths: readonly string[] },
): string[] {
  const pages = offeredPages(content, switches);
  const offeredApps = appPaths.filter((path) => isOfferedApp(path, switches));
  const paths = locales.flatMap((locale) => [
    ...pages.map((page) => addressOf(page, locale)),
    ...offeredApps.map((path) => writeAddress({ locale, slug: path.replace(/^\//, '') })),
    writeAddress({ locale, slug: unknownSlug }),
    writeAddress({ locale, slug: faultSlug }),
  ]);
  return [...new Set(paths)];
}
