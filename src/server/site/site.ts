import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Switches } from '../../brand.ts';
import type { SiteFacts } from '../../content/site-facts.ts';
import { matchRoutes, readNotes } from './build-notes.ts';
import { isSecure, siteHeaders } from './page-headers.ts';
import type { RenderedPage } from './send-rendered.ts';
import { sendRendered } from './send-rendered.ts';
import { fixedFile, loadSiteFiles } from './site-files.ts';
import { createSitePages } from './site-pages.ts';
import type { SitePublisher } from './site-publisher.ts';
import { createSitePublisher } from './site-publisher.ts';
import { loadSiteRenderer, requestFor } from './site-renderer.ts';

/** The site, as the HTTP server uses it. */
export interface Site extends Pick<SitePublisher, 'publish'> {
  /** Answers with a published page or file; false if there is none. Called before the routes. */
  answerFirst: (request: IncomingMessage, response: ServerResponse) => boolean;
  /**
   * Answers a request that no route handles: with a page that is rendered on demand, or with the "not found" page if
   * the client accepts pages. False, with nothing written, if the failure envelope is the better answer. Rejects if a
   * page fails.
   */
  answerUnknown: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
  /** Answers clients that accept pages with the "not found" page; false, with nothing written, for others. */
  answerNotFound: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** The same with the error page. */
  answerFault: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** The page at a path as these facts produce it, whatever is published there; null if the site has no such route. */
  render: (path: string, facts: SiteFacts) => Promise<RenderedPage | null>;
  /** Whether a published page or file is at a path; these answer GET and HEAD only. */
  hasPage: (path: string) => boolean;
  /** Serves this file at a path from now on. Its name identifies its content, so it never changes. */
  serveFile: (path: string, content: Buffer) => void;
  dropFile: (path: string) => void;
  readonly stats: { readonly answered: number };
}

export interface SiteOptions {
  distDir: string;
  /** Whether to believe the proxy in front of us that the visitor uses https. */
  trustProxy: boolean;
  switches: Switches;
  /** The current facts for pages; called for each page that is rendered on demand. */
  facts: () => SiteFacts;
  logger: Pick<Logger, 'error'>;
}

/** Loads the built site into memory. Throws if it is not built. */
export async function loadSite({ distDir, trustProxy, switches, facts, logger }: SiteOptions): Promise<Site> {
  const [files, renderer, notes] = await Promise.all([
    loadSiteFiles(distDir),
    loadSiteRenderer(distDir),
    readNotes(distDir),
  ]);
  const pages = createSitePages(files, { isSecure: (request) => isSecure(request, trustProxy) });
  const isRendered = matchRoutes(notes);

  const answerNotFound: Site['answerNotFound'] = (request, response) =>
    isReading(request) && acceptsPages(request) && pages.answerNotFound(request, response);

  async function answerRendered(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const [path = ''] = (request.url ?? '').split('?');
    const page = isRendered(path) ? await renderer?.render(request, facts()) : null;
    if (!page) return false;
    // The renderer has logged the reason itself, and its answer is no page.
    if (page.status >= 500) throw new Error(`The renderer answered ${page.status}`);
    for (const [name, value] of Object.entries(siteHeaders)) response.setHeader(name, value);
    await sendRendered(request, response, page);
    return true;
  }

  return {
    answerFirst: pages.answer,
    answerNotFound,
    answerFault: (request, response) =>
      isReading(request) && /text\/html/.test(request.headers.accept ?? '') && pages.answerFault(request, response),
    hasPage: pages.has,
    dropFile: pages.remove,
    serveFile: (path, content) => pages.put(path, fixedFile(path, content)),
    render: async (path, told) => (await renderer?.render(requestFor(path, told.origin), told)) ?? null,
    stats: pages.stats,
    publish: createSitePublisher({
      ...{ renderer, pages, routes: notes, switches, logger },
      builtFrom: notes.renderedFrom,
    }).publish,
    async answerUnknown(request, response) {
      if (!isReading(request)) return false;
      return (await answerRendered(request, response)) || answerNotFound(request, response);
    },
  };
}

/** Clients that accept HTML, or anything (also without `Accept`) but do not ask for JSON. */
function acceptsPages({ headers: { accept = '*/*' } }: IncomingMessage): boolean {
  return /text\/html/.test(accept) || (/\*\/\*|text\/\*/.test(accept) && !/json/.test(accept));
}

function isReading({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}
