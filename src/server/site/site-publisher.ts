import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Switches } from '../../brand.ts';
import type { SiteFacts } from '../../content/site-facts.ts';
import { canonicalText } from '../../content/texts/canonical-text.ts';
import type { BuiltRoutes } from './build-notes.ts';
import { firstPageTimeoutMs, renderPages } from './render-pages.ts';
import { compressedForms } from './content-encoding.ts';
import type { RenderedPage } from './send-rendered.ts';
import type { SiteFile, SiteFileParts } from './site-files.ts';
import { createSiteFile, pageCaching } from './site-files.ts';
import type { SitePages } from './site-pages.ts';
import type { SiteRenderer } from './site-renderer.ts';

export interface SitePublisher {
  /**
   * Renders all pages from these facts and serves them from then on; removes pages that no longer exist. Visitors get
   * the old pages until all new ones are ready. New pages are compressed quickly at first, and at the highest level
   * soon after. Publications run one at a time, in the order of the calls. A publication that fails or is aborted
   * changes nothing.
   */
  publish: (facts: SiteFacts, signal?: AbortSignal) => Promise<Published>;
}

/** What a publication changed. */
export interface Published {
  rendered: number;
  changed: string[];
  removed: string[];
}

export interface SitePublisherParts {
  renderer: SiteRenderer | null;
  pages: Pick<SitePages, 'put' | 'remove' | 'hashOf' | 'pagePaths'>;
  routes: Pick<BuiltRoutes, 'appPaths' | 'filePaths'>;
  switches: Switches;
  /** Identifies the facts from which the pages in memory were rendered, by `nameFacts`; null if unknown. */
  builtFrom: string | null;
  logger: Pick<Logger, 'error'>;
  /**
   * The time limits of one page: until all pages have been rendered once, and after that. Default: 60 and 10 seconds.
   */
  pageTimeouts?: PageTimeouts;
}

export interface PageTimeouts {
  firstMs: number;
  laterMs: number;
}

/** The later limit is a hundred times what a page takes: a rendering that exceeds it will never end. */
const defaultPageTimeouts: PageTimeouts = { firstMs: firstPageTimeoutMs, laterMs: 10_000 };

/** Hashes the facts from which pages are rendered, including the day: facts with the same hash give the same site. */
export function nameFacts({ content, origin, today, recaptchaSiteKey }: Omit<SiteFacts, 'isAsset'>): string {
  const day = today.toISOString().slice(0, 10);
  return createHash('sha256')
    .update(canonicalText([content, origin, day, recaptchaSiteKey]))
    .digest('base64url');
}

export function createSitePublisher({
  renderer,
  pages,
  routes,
  switches,
  builtFrom,
  logger,
  pageTimeouts = defaultPageTimeouts,
}: SitePublisherParts): SitePublisher {
  let publishedFrom = builtFrom;
  let pageTimeoutMs = pageTimeouts.firstMs;
  const lateCompression = createLateCompression(pages, logger);

  /** Renders all pages before it serves any of them: if one page fails, the whole site stays as it is. */
  async function publishNow(facts: SiteFacts, signal?: AbortSignal): Promise<Published> {
    const published: Published = { rendered: 0, changed: [], removed: [] };
    const name = nameFacts(facts);
    if (!renderer || name === publishedFrom) return published;
    const gone = new Set(publishedFrom === null ? [] : pages.pagePaths());
    const made = new Map<string, PlainPage>();
    const files = new Map<string, SiteFile>();
    const options = { switches, routes, signal, pageTimeoutMs };
    for await (const { path, page } of renderPages(renderer, facts, options)) {
      published.rendered++;
      gone.delete(path);
      const plain = plainPage(page);
      if (createSiteFile(plain).hash === pages.hashOf(path)) continue;
      const { identity } = plain.content;
      made.set(path, plain);
      files.set(
        path,
        createSiteFile({ ...plain, content: { identity, ...(await compressedForms(identity, 'quick')) } }),
      );
    }
    signal?.throwIfAborted();
    pageTimeoutMs = pageTimeouts.laterMs;
    for (const [path, file] of files) pages.put(path, file);
    for (const path of gone) pages.remove(path);
    lateCompression.add(made, signal);
    publishedFrom = name;
    return { ...published, changed: [...made.keys()], removed: [...gone] };
  }

  let last: Promise<unknown> = Promise.resolve();
  return {
    publish(facts, signal) {
      const published = last.then(() => publishNow(facts, signal));
      last = published.catch(() => undefined);
      return published;
    },
  };
}

function plainPage({ status, headers, content }: RenderedPage): PlainPage {
  const named = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return {
    status,
    headers: { 'cache-control': pageCaching, ...(Object.fromEntries(named) as Record<string, string>) },
    content: { identity: content },
  };
}

/** A page as it is served, without compressed forms. */
type PlainPage = Omit<SiteFileParts, 'content'> & { content: Pick<SiteFileParts['content'], 'identity'> };

/**
 * Recompresses published pages at the highest level, one at a time. This takes a hundred times as long as rendering, so
 * no publication waits for it. A page that was published again meanwhile is skipped: its new version is in the queue.
 */
function createLateCompression(
  pages: Pick<SitePages, 'put' | 'hashOf'>,
  logger: Pick<Logger, 'error'>,
): {
  add: (made: ReadonlyMap<string, PlainPage>, signal?: AbortSignal) => void;
} {
  const waiting = new Map<string, PlainPage>();
  let stopping: AbortSignal | undefined;
  let isRunning = false;

  async function compress(path: string, page: PlainPage): Promise<void> {
    const { identity } = page.content;
    const file = createSiteFile({ ...page, content: { identity, ...(await compressedForms(identity, 'best')) } });
    if (pages.hashOf(path) === file.hash) pages.put(path, file);
  }

  async function run(): Promise<void> {
    isRunning = true;
    for (const [path, page] of waiting) {
      waiting.delete(path);
      const onFault = (fault: unknown) =>
        logger.error({ err: fault, path }, 'a page could not be compressed further; it keeps its quick compression');
      if (!stopping?.aborted) await compress(path, page).catch(onFault);
    }
    isRunning = false;
  }

  return {
    add(made, signal) {
      for (const [path, page] of made) waiting.set(path, page);
      stopping = signal;
      if (!isRunning) void run();
    },
  };
}
