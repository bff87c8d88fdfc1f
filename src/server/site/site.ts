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
  readonly stats: { readonly answered: number };
}

export interface SiteOptions {
  distDir: string;
  /** Whether to trust the proxy in front of us when it says that the visitor uses https. */
  trustProxy: boolean;
  switches: Switches;
  /** Returns the current facts for pages. Called for each page that is rendered on demand. */
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
    isGetOrHead(request) && acceptsPages(request) && pages.answerNotFound(request, response);

  async function answerRendered(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const [path = ''] = (request.url ?? '').split('?');
    const page = isRendered(path) ? await renderer?.render(request, facts()) : null;
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
    dropFile: pages.remove,
    serveFile: (path, content) => pages.put(path, fixedFile(path, content)),
    render: async (path, pageFacts) => (await renderer?.render(requestFor(path, pageFacts.origin), pageFacts)) ?? null,
    stats: pages.stats,
    publish: createSitePublisher({
      ...{ renderer, pages, routes: notes, switches, logger },
      builtFrom: notes.renderedFrom,
    }).publish,
    async answerUnknown(request, response) {
      if (!isGetOrHead(request)) return false;
      return (await answerRendered(request, response)) || answerNotFound(request, response);
    },
  };
}

/** Whether the client accepts HTML, or accepts anything (also by sending no `Accept`) without asking for JSON. */
function acceptsPages({ headers: { accept = '*/*' } }: IncomingMessage): boolean {
  return /text\/html/.test(accept) || (/\*\/\*|text\/\*/.test(accept) && !/json/.test(accept));
}

function isGetOrHead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}
