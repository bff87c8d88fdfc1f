import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Switches } from '../../brand.ts';
import { locales } from '../../brand.ts';
import { addressOf } from '../../content/addresses.ts';
import type { Page, SiteContent } from '../../content/model/site-content.ts';
import type { SiteFacts } from '../../content/site-facts.ts';
import { createAskableSite } from '../../content/site-questions.ts';
import { createSequence } from '../throttle/one-at-a-time.ts';
import { matchRoutes, readNotes } from './build-notes.ts';
import { openPublisher } from './open-publisher.ts';
import { isSecure, siteHeaders } from './page-headers.ts';
import { createPageReader } from './page-reader.ts';
import type { SiteRecords } from './page-records.ts';
import { loadRecords } from './page-store.ts';
import { createPublisherApart } from './publish-apart.ts';
import type { RenderedPage } from './send-rendered.ts';
import { sendRendered } from './send-rendered.ts';
import type { SiteFile } from './site-files.ts';
import { fixedFile, loadSiteFiles, storedFile } from './site-files.ts';
import { createSitePages } from './site-pages.ts';
import type { Published, SitePublisher } from './site-publisher.ts';
import { loadSiteRenderer, requestFor } from './site-renderer.ts';
import type { PageFolders, StoredPage } from './stored-page.ts';
import { deletePage, sizeOfPage } from './stored-page.ts';

/** The site, as the HTTP server uses it. */
export interface Site {
  /**
   * Publishes the pages that these facts change, and serves them once all are ready; see `SitePublisher`. Changes
   * nothing if the build left no renderer.
   */
  publish: SitePublisher['publish'];
  /** Answers with a published page or file; returns false if there is none. Called before the routes. */
  answerFirst: (request: IncomingMessage, response: ServerResponse) => boolean;
  /**
   * Answers a request that no route handles: with a page rendered on demand, or with the "not found" page if the client
   * accepts pages. Otherwise writes nothing and returns false, so the caller can send the failure envelope. Rejects if
   * a page cannot be rendered.
   */
  answerUnknown: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
  /** Sends the "not found" page to clients that accept pages. Writes nothing and returns false for others. */
  answerNotFound: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Sends the error page to clients that ask for HTML. Writes nothing and returns false for others. */
  answerFault: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Renders the page at a path from these facts, whatever is published there; null if the site has no such route. */
  render: (path: string, facts: SiteFacts) => Promise<RenderedPage | null>;
  /** Whether a page or file is published at a path. Pages and files answer GET and HEAD only. */
  hasPage: (path: string) => boolean;
  /**
   * Serves this file at a path from now on. The path must contain a hash of the content: browsers cache the file
   * forever.
   */
  serveFile: (path: string, content: Buffer) => void;
  dropFile: (path: string) => void;
  /** Ends the thread that renders pages. Call it when no publication is under way. */
  stop: () => Promise<void>;
  readonly stats: { readonly answered: number };
}

export interface SiteOptions extends PageFolders {
  /** Whether to trust the proxy in front of us when it says that the visitor uses https. */
  trustProxy: boolean;
  switches: Switches;
  /** Returns the current facts for pages. Called for each page that is rendered on demand. */
  facts: () => SiteFacts;
  logger: Pick<Logger, 'error'>;
  /** Whether pages are published in a thread of their own. */
  publishesApart: boolean;
}

/** The most bytes of pages in memory, besides those of a small build. */
const mostPageBytes = 48 * 1024 * 1024;

/** Loads the built site, and the pages that were published since. Throws if it is not built. */
export async function loadSite(options: SiteOptions): Promise<Site> {
  const { distDir, pagesDir, trustProxy, switches, facts, logger } = options;
  const folders = { distDir, pagesDir };
  const [{ files, drop, store }, renderer, notes] = await Promise.all([
    loadPages(folders),
    loadSiteRenderer(distDir),
    readNotes(distDir),
  ]);
  const pages = createSitePages(files, {
    isSecure: (request) => isSecure(request, trustProxy),
    onFault: (err, path) => logger.error({ err, path }, 'a page could not be read'),
  });
  const isRendered = matchRoutes(notes);
  const publisher = renderer && createPublisher(options, drop);
  let lastContent: SiteContent | null = null;
  /** The old paths of pages that are not ready at their new ones. */
  let stillServed: readonly string[] = [];

  const render = async (request: IncomingMessage, pageFacts: SiteFacts): Promise<RenderedPage | null> =>
    (await renderer?.render(request, createAskableSite(pageFacts, switches).questions())) ?? null;

  function serve({ changed, removed }: Published): void {
    for (const [path, page] of changed) drop(pages.put(path, store(page))?.stored);
    for (const path of removed) drop(pages.remove(path)?.stored);
  }

  const answerNotFound: Site['answerNotFound'] = (request, response) =>
    isGetOrHead(request) && acceptsPages(request) && pages.answerNotFound(request, response);

  async function answerRendered(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const [path = ''] = (request.url ?? '').split('?');
    const page = isRendered(path) ? await render(request, facts()) : null;
    if (!page) return false;
    // The renderer has logged the reason itself, and has no page to show.
    if (page.status >= 500) throw new Error(`The renderer answered ${page.status}`);
    for (const [name, value] of Object.entries(siteHeaders)) response.setHeader(name, value);
    await sendRendered(request, response, page);
    return true;
  }

  return {
    answerFirst: pages.answer,
    answerNotFound,
    answerFault: (request, response) =>
      isGetOrHead(request) && /text\/html/.test(request.headers.accept ?? '') && pages.answerFault(request, response),
    hasPage: pages.has,
    dropFile: (path) => void pages.remove(path),
    serveFile: (path, content) => void pages.put(path, fixedFile(path, content)),
    render: (path, pageFacts) => render(requestFor(path, pageFacts.origin), pageFacts),
    stats: pages.stats,
    async publish(pageFacts, signal) {
      const { content } = pageFacts;
      // What is unpublished goes at once, whatever becomes of the publication; so do redirects to it.
      const { gone, moving } = leavingPaths(lastContent, content, stillServed);
      serve({ ...nothingPublished, removed: gone });
      pages.redirect(redirectsOf(content, lastContent));
      [lastContent, stillServed] = [content, moving];
      const published = (await publisher?.publish(pageFacts, signal)) ?? nothingPublished;
      stillServed = [];
      serve(published);
      pages.redirect(redirectsOf(content));
      return published;
    },
    stop: async () => publisher?.stop(),
    async answerUnknown(request, response) {
      if (!isGetOrHead(request)) return false;
      return (await answerRendered(request, response)) || answerNotFound(request, response);
    },
  };
}

/** Where old addresses lead. With `before`: only as they led then, because no new page is ready yet. */
function redirectsOf({ redirects }: SiteContent, before?: SiteContent | null): Map<string, string> {
  const all = new Map(redirects.map(({ from, to }) => [from, to]));
  if (before === undefined) return all;
  const stays = (before?.redirects ?? []).filter(({ from }) => all.has(from));
  return new Map(stays.map(({ from, to }) => [from, to]));
}

/**
 * The paths of pages that are not in the content any more, unless another page has them. `moving`: those of pages that
 * have moved, which stay at their old paths until they are ready at the new ones. `served`: the same of publications
 * that failed.
 */
function leavingPaths(
  before: SiteContent | null,
  now: SiteContent,
  served: readonly string[],
): { gone: string[]; moving: string[] } {
  const slugs = new Set(now.pages.map(({ slug }) => slug));
  const left = before?.pages.filter(({ slug }) => !slugs.has(slug)) ?? [];
  if (left.length + served.length === 0) return { gone: [], moving: [] };
  const pathsOf = (pages: readonly Page[]) => pages.flatMap((page) => locales.map((locale) => addressOf(page, locale)));
  const [pathsBefore, pathsNow] = [new Set(pathsOf(before?.pages ?? [])), new Set(pathsOf(now.pages))];
  // A redirect to a page that was elsewhere before is an editor's, not the move of this page.
  const moved = new Map(now.redirects.map(({ from, to }) => [from, to]));
  const isMoving = (path: string) => {
    const target = moved.get(path);
    return target !== undefined && pathsNow.has(target) && (served.includes(path) || !pathsBefore.has(target));
  };
  const leaving = [...new Set([...served, ...pathsOf(left)])].filter((path) => !pathsNow.has(path));
  return { gone: leaving.filter((path) => !isMoving(path)), moving: leaving.filter(isMoving) };
}

const nothingPublished: Published = { rendered: 0, changed: new Map(), removed: [], faults: [] };

/** The files of the build and the published pages, and what to do with a page that is served no more. */
async function loadPages(folders: PageFolders) {
  const { records, built } = await loadRecords(folders);
  const reader = createPageReader(folders, { mostBytes: mostPageBytes });
  const share = createSharing();
  // One after the other: thousands at once would keep readers of other files waiting.
  const inTurn = createSequence();
  const store = (page: StoredPage): SiteFile => {
    const headers = Object.entries(page.headers).map(([name, value]) => [name, share(value)]);
    return storedFile({ ...page, headers: Object.fromEntries(headers) as StoredPage['headers'] }, reader);
  };
  // Pages of a small build are all in memory, so that another build in the same folder does not change them.
  const isSmall = (await sizeOfPages(folders, built)) <= mostPageBytes;
  const isLoaded = (page: StoredPage | null | undefined) => isSmall && page?.isBuilt === true;
  const others = [...built.pages.keys()].filter((path) => !isLoaded(records.pages.get(path)?.page));
  const files = await loadSiteFiles(folders.distDir, new Set(others));
  for (const [path, { page }] of records.pages) if (page && !isLoaded(page)) files.set(path, store(page));
  return {
    files,
    store,
    /** `isGone` if nothing refers to its files any more. */
    drop: (page: StoredPage | undefined, isGone = true): void => {
      if (!page) return;
      reader.forget(page);
      // What cannot be deleted now is deleted by the next start.
      if (isGone) void inTurn(() => deletePage(folders, page)).catch(() => undefined);
    },
  };
}

/** Policies are long and the same on many pages, but each page comes with a copy: all but the first are given up. */
function createSharing(): (text: string) => string {
  const shared = new Map<string, string>();
  return (text) => {
    if (!shared.has(text)) shared.set(text, text);
    return shared.get(text) ?? text;
  };
}

async function sizeOfPages(folders: PageFolders, { pages }: SiteRecords): Promise<number> {
  const stored = [...pages.values()].flatMap(({ page }) => (page ? [page] : []));
  const sizes = await Promise.all(stored.map((page) => sizeOfPage(folders, page)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

function createPublisher(
  { distDir, pagesDir, switches, logger, publishesApart }: SiteOptions,
  drop: (page: StoredPage, isGone: boolean) => void,
): SitePublisher {
  const options = { distDir, pagesDir, switches };
  const parts = { logger, onImproved: (page: StoredPage) => drop(page, false) };
  if (publishesApart) return createPublisherApart(options, parts);
  let opened: Promise<SitePublisher> | undefined;
  return {
    publish: async (facts, signal) => (await (opened ??= openPublisher(options, parts))).publish(facts, signal),
    stop: async () => (await opened)?.stop(),
  };
}

/** Whether the client accepts HTML, or accepts anything (also by sending no `Accept`) without asking for JSON. */
function acceptsPages({ headers: { accept = '*/*' } }: IncomingMessage): boolean {
  return /text\/html/.test(accept) || (/\*\/\*|text\/\*/.test(accept) && !/json/.test(accept));
}

function isGetOrHead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}
