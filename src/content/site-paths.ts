import type { Switches } from '../brand.ts';
import { locales } from '../brand.ts';
import { addressOf, isOfferedApp, offeredPages, writeAddress } from './addresses.ts';
import type { SiteContent } from './model/site-content.ts';

/** Rendering this slug gives the page for unknown addresses. No real page has it. */
export const unknownSlug = '_unknown';
/** Rendering this slug gives the page for failures, which must be ready before a page fails. No real page has it. */
export const faultSlug = '_fault';

/**
 * Every published path: the pages of the content in all languages, the pages of the application (given as paths in the
 * fallback language), the page for unknown addresses, and the page for failures.
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
