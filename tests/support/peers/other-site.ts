import type { Page } from '@playwright/test';

/**
 * A site of somebody else whose pictures and pages ours shows: a service of map tiles, a provider of embedded pages.
 */
export interface OtherSite {
  origin: string;
  /** The paths that a page asked it for, with their query, in order. */
  asked: string[];
}

/** One grey pixel. */
const tile = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);

/**
 * Answers for it to one page: what ends in .png with a tile, and everything else with a page that says its own address.
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
