import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Switches } from '../../brand.ts';
import { fillPlaces } from '../../content/texts/fill-places.ts';
import type { BuildContent } from './build-content.ts';
import { keepBuildContent } from './build-content.ts';
import type { BuiltRoutes } from './build-notes.ts';
import { writeNotes } from './build-notes.ts';
import type { PublishedPage } from './render-pages.ts';
import { renderPages } from './render-pages.ts';
import type { BuiltHeaders } from './page-headers.ts';
import { nameFacts } from './site-publisher.ts';
import { loadSiteRenderer } from './site-renderer.ts';

export interface PublishBuildOptions {
  routes: BuiltRoutes;
  switches: Switches;
  /** The site's public address. */
  origin: string;
  content: BuildContent;
  /** Null: the site has no reCAPTCHA. */
  recaptchaSiteKey: string | null;
}

/** Renders every page of a built site into its files; answers how many. */
export async function publishBuild(distDir: string, options: PublishBuildOptions): Promise<number> {
  const { routes, switches, origin, recaptchaSiteKey } = options;
  const content = fillPlaces(options.content.content);
  const renderer = await loadSiteRenderer(distDir);
  if (!renderer) throw new Error('The build left no renderer');
  // Which assets there are, the server knows: pages that depend on it are rendered there.
  const facts = { content, origin, recaptchaSiteKey, today: new Date(), isAsset: () => Promise.resolve(true) };
  const count = await writePages(distDir, renderPages(renderer, facts, { switches, routes }));
  await keepBuildContent(distDir, options.content);
  await writeNotes(distDir, { ...routes, renderedFrom: nameFacts(facts) });
  return count;
}

/** Writes rendered pages where any host of files finds them, and their headers where our server does. */
async function writePages(distDir: string, pages: AsyncIterable<PublishedPage>): Promise<number> {
  const file = join(distDir, '_headers.json');
  const built = JSON.parse(await readFile(file, 'utf8').catch(() => '[]')) as BuiltHeaders[];
  let count = 0;
  for await (const { path, page } of pages) {
    const target = join(distDir, 'client', fileOf(path));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, page.content);
    const headers = Object.entries(page.headers).map(([key, value]) => ({ key, value: String(value) }));
    built.push({ pathname: path, status: page.status, headers });
    count++;
  }
  await writeFile(file, `${JSON.stringify(built)}\n`);
  return count;
}

/** The file of a path, as every host of files looks for it. */
export function fileOf(path: string): string {
  if (path === '/') return 'index.html';
  return /\.\w+$/.test(path) ? path.slice(1) : `${path.slice(1)}.html`;
}
