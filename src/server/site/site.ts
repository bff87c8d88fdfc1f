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

/** The site, as the HTTP server asks it. */
export interface Site extends Pick<SitePublisher, 'publish'> {
  /** Answers a published page or file; false where there is none. Asked before the routes. */
  answerFirst: (request: IncomingMessage, response: ServerResponse) => boolean;
  /**
   * Answers what no route knew: a page that is rendered on demand, or to whoever reads pages the one that says there is
   * nothing here. False, with nothing written, where the failure envelope is the better answer. Rejects where a page
   * fails.
   */
  answerUnknown: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
  /** Answers whoever takes pages with the one that says there is nothing here; false, with nothing written, others. */
  answerNotFound: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** The same for a page that could not be rendered. */
  answerFault: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** The page at a path as these facts make it, whatever is published there; null where the site has no such route. */
  render: (path: string, facts: SiteFacts) => Promise<RenderedPage | null>;
  /** Whether a path is one of a published page or file, which answers GET and HEAD only. */
  hasPage: (path: string) => boolean;
  /** Serves this file at a path from now on: its name says what is in it, so that it never changes. */
  serveFile: (path: string, content: Buffer) => void;
  dropFile: (path: string) => void;
  readonly stats: { readonly answered: number };
}

export interface SiteOptions {
  distDir: string;
  /** Whether the proxy in front of us may say that the visitor speaks https. */
  trustProxy: boolean;
  switches: Switches;
  /** What pages are told now; asked for each page that is rendered on demand. */
  facts: () => SiteFacts;
  logger: Pick<Logger, 'error'>;
}

/** Loads the built site into memory. Throws when it is not built. */
export async function loadSite({ distDir, trustProxy, switches, facts, logger }: SiteOptions): Promise<Site> {
  const [files, renderer, notes] = await Promise.all([
    loadSiteFiles(distDir),
    loadSiteRenderer(distDir),
    readNotes(distDir),
  ]);
  const pages = createSitePages(files, { isSecure: (request) => isSecure(request, trustProxy) });
  const isRendered = matchRoutes(notes);

  const answerNotFound: Site['answerNotFound'] = (request, response) =>
    isReading(request) && takesPages(request) && pages.answerNotFound(request, response);

  async function answerRendered(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const [path = ''] = (request.url ?? '').split('?');
    const page = isRendered(path) ? await renderer?.render(request, facts()) : null;
    if (!page) return false;
    // Why, the renderer has written down itself; what it answers then is no page.
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

/** Whoever names HTML, and whoever takes anything (no `Accept` is the same) without a wish for JSON. */
function takesPages({ headers: { accept = '*/*' } }: IncomingMessage): boolean {
  return /text\/html/.test(accept) || (/\*\/\*|text\/\*/.test(accept) && !/json/.test(accept));
}

function isReading({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}
