import type { Switches } from '../brand.ts';
import { locales } from '../brand.ts';
import { addressOf, isOfferedApp, offeredPages, writeAddress } from './addresses.ts';
import type { SiteContent } from './model/site-content.ts';

/** No page is ever called this: it is rendered to have the page that says so. */
export const unknownSlug = '_unknown';

/**
 * Every path that is published: the pages of the content in all languages, the pages of the application (their paths in the
 * fallback language are given), and the one for addresses that there are not.
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
  ]);
  return [...new Set(paths)];
}
