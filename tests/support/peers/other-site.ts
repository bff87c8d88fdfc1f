import type { Page } from '@playwright/test';

/** A third-party site whose pictures and pages ours shows: a map tile service, a provider of embedded pages. */
export interface OtherSite {
  origin: string;
  /** The paths, with query, that a page requested, in order. */
  asked: string[];
}

/** One grey pixel. */
const tile = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);

/**
 * Answers one page's requests to the site: paths that end in .png get a tile, all others a page that shows its own
 * address.
 */
export async function playOtherSite(page: Page, origin: string): Promise<OtherSite> {
  const asked: string[] = [];
  await page.route(`${origin}/**`, (route) => {
    const path = route.request().url().slice(origin.length);
    asked.push(path);
    return path.endsWith('.png')
      ? route.fulfill({ contentType: 'image/png', body: tile })
      : route.fulfill({ contentType: 'text/html; charset=utf-8', body: pageOf(path) });
  });
  return { origin, asked };
}

const pageOf = (path: string) =>
  `<!doctype html><html lang="en"><title>Other</title><main aria-label="Provider"><h1>${encodeURI(path)}</h1></main></html>`;
