import type { Switches } from '../../brand.ts';
import type { SiteFacts } from '../../content/site-facts.ts';
import { sitePaths } from '../../content/site-paths.ts';
import { until } from '../work/break-off.ts';
import type { BuiltRoutes } from './build-notes.ts';
import type { RenderedPage } from './send-rendered.ts';
import type { SiteRenderer } from './site-renderer.ts';
import { requestFor } from './site-renderer.ts';

export interface PublishedPage {
  path: string;
  page: RenderedPage;
}

export interface RenderPagesOptions {
  switches: Switches;
  routes: Pick<BuiltRoutes, 'appPaths' | 'filePaths'>;
  /** Aborts rendering, even in the middle of a page. Rendering then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** The time limit of one page. Default: `firstPageTimeoutMs`. */
  pageTimeoutMs?: number | undefined;
}

/**
 * The time limit of the first rendering, which also loads the code of the pages while the server is busy starting. It
 * is generous, because without these pages there may be no site.
 */
export const firstPageTimeoutMs = 60_000;

/** A page could not be rendered, so nothing is published. */
export class PageFault extends Error {
  override readonly name = 'PageFault';
}

/**
 * Renders every published page, one at a time, so requests are served in between. Skips pages that redirect or must not
 * be cached: they are rendered on demand. Throws a PageFault at the first page that fails.
 */
export async function* renderPages(
  renderer: SiteRenderer,
  facts: SiteFacts,
  { switches, routes, signal, pageTimeoutMs = firstPageTimeoutMs }: RenderPagesOptions,
): AsyncGenerator<PublishedPage> {
  const { appPaths, filePaths } = routes;
  for (const path of [...sitePaths(facts.content, { switches, appPaths }), ...filePaths]) {
    signal?.throwIfAborted();
    const timeLimit = AbortSignal.timeout(pageTimeoutMs);
    const rendering = renderer.render(requestFor(path, facts.origin), facts);
    const page = await until(rendering, signal ? AbortSignal.any([signal, timeLimit]) : timeLimit).catch(
      (fault: unknown) => {
        if (fault !== timeLimit.reason) throw fault;
        throw new PageFault(`${path} was not rendered within ${pageTimeoutMs} ms`);
      },
    );
    if (!page || page.status >= 500)
      throw new PageFault(`${path} could not be rendered: ${page?.status ?? 'it was aborted'}`);
    if (isPublishable(page)) yield { path, page };
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function isPublishable({ status, headers }: RenderedPage): boolean {
  return (status === 200 || status === 404) && headers['cache-control'] !== 'no-store';
}
