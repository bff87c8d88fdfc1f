import type { IncomingMessage, ServerResponse } from 'node:http';
import { loadSiteFiles } from './site-files.ts';
import { createSitePages } from './site-pages.ts';
import type { PageFacts } from './site-render.ts';
import { loadSiteRender } from './site-render.ts';

/** The built site, as the HTTP server asks it. */
export interface Site {
  /** Answers a built page or file; false where there is none. Asked before the routes. */
  answerFirst: (request: IncomingMessage, response: ServerResponse) => boolean;
  /**
   * Answers what no route knew: a page that is rendered on demand, or to whoever reads pages the one that says there is
   * nothing here. False, with nothing written, where the failure envelope is the better answer.
   */
  answerUnknown: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
  /** Answers whoever reads pages with the one that says there is nothing here; false, with nothing written, others. */
  answerNotFound: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Whether a path is one of a built page or file, which answers GET and HEAD only. */
  hasPage: (path: string) => boolean;
  readonly stats: { readonly answered: number };
}

export interface SiteOptions {
  distDir: string;
  /** Whether the proxy in front of us may say that the visitor speaks https. */
  trustProxy: boolean;
  /** Whether there is an asset with this symbol. */
  isAsset: PageFacts['isAsset'];
}

/** Loads the built site into memory. Throws when it is not built. */
export async function loadSite({ distDir, trustProxy, isAsset }: SiteOptions): Promise<Site> {
  const isSecure = (request: IncomingMessage) => trustProxy && request.headers['x-forwarded-proto'] === 'https';
  const pages = createSitePages(await loadSiteFiles(distDir), { isSecure });
  const render = await loadSiteRender(distDir, { isSecure, facts: { isAsset } });

  const answerNotFound: Site['answerNotFound'] = (request, response) =>
    isReading(request) && /text\/html/.test(request.headers.accept ?? '') && pages.answerNotFound(request, response);

  return {
    answerFirst: pages.answer,
    answerNotFound,
    hasPage: pages.has,
    stats: pages.stats,
    async answerUnknown(request, response) {
      if (!isReading(request)) return false;
      return (await render?.(request, response)) || answerNotFound(request, response);
    },
  };
}

function isReading({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}
