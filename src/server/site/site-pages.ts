import type { IncomingMessage, ServerResponse } from 'node:http';
import { negotiateEncoding } from './negotiate-encoding.ts';
import { strictTransport } from './page-headers.ts';
import type { SiteFile, SiteFiles, SiteForm } from './site-files.ts';

export interface SitePages {
  /** Answers a GET or HEAD of a built file or page; false where there is none. */
  answer: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Answers with the page that says there is nothing here; false where the site has none. */
  answerNotFound: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Whether a path is one of a built file or page. */
  has: (path: string) => boolean;
  readonly stats: { readonly answered: number };
}

export interface SitePagesOptions {
  /** Whether the visitor speaks https to us or to the proxy in front of us. */
  isSecure: (request: IncomingMessage) => boolean;
}

/** Serves the built site from memory, compressed as the visitor likes it. */
export function createSitePages({ byPath, notFound }: SiteFiles, { isSecure }: SitePagesOptions): SitePages {
  const stats = { answered: 0 };

  function send(request: IncomingMessage, response: ServerResponse, status: 200 | 404, form: SiteForm): void {
    stats.answered += 1;
    const unchanged = status === 200 && matches(request.headers['if-none-match'], form.etag);
    const headers = unchanged ? form.unchangedHeaders : form.headers;
    response.writeHead(unchanged ? 304 : status, isSecure(request) ? [...headers, ...strictTransport] : headers);
    response.end(unchanged || request.method === 'HEAD' ? undefined : form.content);
  }

  const formFor = (request: IncomingMessage, file: SiteFile) =>
    file[negotiateEncoding(request.headers['accept-encoding'])];

  return {
    answer(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const [path, query] = split(request.url ?? '/');
      const file = byPath.get(path);
      if (file) {
        send(request, response, 200, formFor(request, file));
        return true;
      }
      const page = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : undefined;
      if (page === undefined || !byPath.has(page)) return false;
      // One address for each page: the other spelling would be a second one to caches and search engines.
      response.writeHead(308, { location: query === undefined ? page : `${page}?${query}`, 'content-length': '0' });
      response.end();
      return true;
    },
    answerNotFound(request, response) {
      if (!notFound) return false;
      send(request, response, 404, formFor(request, notFound));
      return true;
    },
    has: (path) => byPath.has(path),
    stats,
  };
}

/** A path as the files are named, and the query behind it; a path that no text can be is left as it is and finds nothing. */
function split(url: string): [path: string, query: string | undefined] {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  return [path.includes('%') ? decoded(path) : path, mark < 0 ? undefined : url.slice(mark + 1)];
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function matches(asked: string | undefined, etag: string): boolean {
  if (asked === undefined) return false;
  if (asked === '*') return true;
  return asked.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}
