import { readAddress } from '../../content/addresses.ts';
import { homeSlug } from '../../content/model/parts.ts';
import type { AskableSite } from '../../content/site-questions.ts';
import { until } from '../work/break-off.ts';
import type { RenderedPage } from './send-rendered.ts';
import type { SiteRenderer } from './site-renderer.ts';
import { requestFor } from './site-renderer.ts';

/** A page was rendered, with what it asked the site; or it could not be rendered. */
export type PageResult = RenderingResult & { path: string };

type RenderingResult =
  | {
      /** Null: it redirects or must not be cached, so it is rendered on demand. */
      page: RenderedPage | null;
      asked: readonly string[];
    }
  | { fault: PageFault };

export interface RenderPagesOptions {
  paths: Iterable<string>;
  /** The site's public address. */
  origin: string;
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

/** A page could not be rendered. */
export class PageFault extends Error {
  override readonly name = 'PageFault';
}

/** With this many pages over the time limit it is not the pages: rendering stops, or it would take hours. */
const mostLatePages = 3;

/**
 * Renders pages one after the other, and lets other work run in between. A page that takes too long in one language is
 * not tried in the others. Throws a PageFault only if several pages take too long.
 */
export async function* renderPages(
  renderer: SiteRenderer,
  site: AskableSite,
  { paths, origin, signal, pageTimeoutMs = firstPageTimeoutMs }: RenderPagesOptions,
): AsyncGenerator<PageResult> {
  const { page } = site.questions();
  const late = new Set<string>();
  /** The same in all languages of a page. */
  const pageAt = (path: string) => {
    const { locale, slug } = readAddress(path);
    return page(slug === '' ? homeSlug : slug, locale)?.slug ?? path;
  };
  for (const path of paths) {
    signal?.throwIfAborted();
    if (late.size > 0 && late.has(pageAt(path))) {
      yield { path, fault: new PageFault(`${path} was not rendered, because another language of it took too long`) };
      continue;
    }
    const timeLimit = AbortSignal.timeout(pageTimeoutMs);
    const either = signal ? AbortSignal.any([signal, timeLimit]) : timeLimit;
    const result = await until(renderPage(renderer, site, path, origin), either).catch((thrown: unknown) => {
      if (thrown !== timeLimit.reason) throw thrown;
      const fault = new PageFault(`${path} was not rendered within ${pageTimeoutMs} ms`);
      if (late.add(pageAt(path)).size >= mostLatePages) throw fault;
      return { fault };
    });
    yield { path, ...result };
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function renderPage(
  renderer: SiteRenderer,
  site: AskableSite,
  path: string,
  origin: string,
): Promise<RenderingResult> {
  const asked = new Set<string>();
  try {
    const questions = site.questions((question) => void asked.add(question));
    const page = await renderer.render(requestFor(path, origin), questions);
    if (page && page.status < 500) return { page: isPublishable(page) ? page : null, asked: [...asked] };
    return { fault: new PageFault(`${path} could not be rendered: ${page?.status ?? 'it was aborted'}`) };
  } catch (cause) {
    return { fault: new PageFault(`${path} could not be rendered: ${String(cause)}`, { cause }) };
  }
}

function isPublishable({ status, headers }: RenderedPage): boolean {
  return (status === 200 || status === 404) && headers['cache-control'] !== 'no-store';
}
