import type { IncomingMessage, ServerResponse } from 'node:http';
import { negotiateEncoding } from './content-encoding.ts';
import type { Locale } from '../../brand.ts';
import { defaultLocale } from '../../brand.ts';
import { readAddress, writeAddress } from '../../content/addresses.ts';
import { faultSlug, unknownSlug } from '../../content/site-paths.ts';
import { siteHeaders, strictTransport } from './page-headers.ts';
import type { SiteFile } from './site-files.ts';
import { pageCaching } from './site-files.ts';
import type { SiteForm } from './site-form.ts';

export interface SitePages {
  /**
   * Answers a GET or HEAD request with the file or page at its path, or redirects an old address or another spelling of
   * a page's path. Returns false if there is none.
   */
  answer: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Answers with the "not found" page in the language of the address; false if the site has none. */
  answerNotFound: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Answers with the error page in the language of the address; false if the site has none. */
  answerFault: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Whether there is a file or page at a path. */
  has: (path: string) => boolean;
  /** Serves this file or page at the path from now on; returns what was served there before. */
  put: (path: string, file: SiteFile) => SiteFile | undefined;
  /** Returns what was served there before. */
  remove: (path: string) => SiteFile | undefined;
  /** Where old addresses lead from now on: to paths of this site or to https addresses. Pages and files come first. */
  redirect: (to: ReadonlyMap<string, string>) => void;
  readonly stats: { readonly answered: number };
}

export interface SitePagesOptions {
  /** Whether the visitor uses https. */
  isSecure: (request: IncomingMessage) => boolean;
  /** Called if the files of a page cannot be read. */
  onFault: (fault: unknown, path: string) => void;
}

/** What a request is answered with. */
interface Sent {
  request: IncomingMessage;
  response: ServerResponse;
  status: number;
}

interface NamedPage {
  slug: string;
  status: number;
}

const unknownPage: NamedPage = { slug: unknownSlug, status: 404 };
const faultPage: NamedPage = { slug: faultSlug, status: 500 };

/** Serves the site in the encoding that the visitor prefers, from memory as far as it is there. */
export function createSitePages(files: Map<string, SiteFile>, { isSecure, onFault }: SitePagesOptions): SitePages {
  const stats = { answered: 0 };
  let redirects: ReadonlyMap<string, string> = new Map();

  function send(request: IncomingMessage, response: ServerResponse, path: string, status?: number): boolean {
    const file = files.get(path);
    if (!file) return false;
    stats.answered += 1;
    const form = file.form(negotiateEncoding(request.headers['accept-encoding']));
    const sent = { request, response, status: status ?? file.status };
    if (!(form instanceof Promise)) sendForm(sent, form);
    else void form.then((read) => sendForm(sent, read), sendOther);
    return true;

    /** The files are gone. Usually the page was published again or removed a moment ago. */
    function sendOther(fault: unknown): void {
      if (files.get(path) !== file && (send(request, response, path, status) || sendNamed(sent, unknownPage))) return;
      if (files.get(path) === file) onFault(fault, path);
      response.writeHead(500, { ...siteHeaders, 'content-length': '0' }).end();
    }
  }

  function sendForm({ request, response, status }: Sent, form: SiteForm): void {
    const unchanged = status === 200 && matches(request.headers['if-none-match'], form.etag);
    const headers = unchanged ? form.unchangedHeaders : form.headers;
    response.writeHead(unchanged ? 304 : status, isSecure(request) ? [...headers, ...strictTransport] : headers);
    response.end(unchanged || request.method === 'HEAD' ? undefined : form.content);
  }

  /** Sends one of the special pages in the language of the address; false if the site has none. */
  function sendNamed({ request, response }: Omit<Sent, 'status'>, { slug, status }: NamedPage): boolean {
    const [path] = split(request.url ?? '/');
    const { locale } = readAddress(path);
    return [...new Set<Locale>([locale, defaultLocale])].some((one) =>
      send(request, response, writeAddress({ locale: one, slug }), status),
    );
  }

  return {
    answer(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const [path, query] = split(request.url ?? '/');
      if (send(request, response, path)) return true;
      const page = otherSpelling(path);
      const known = page === undefined ? undefined : files.get(page);
      // Each page has one address: caches and search engines would treat another spelling as a second page.
      if (page !== undefined && known?.isPage && known.status === 200)
        return sendElsewhere(response, { status: 308, location: withQuery(page, query), isSecure: isSecure(request) });
      const to = redirects.get(path) ?? (page === undefined ? undefined : redirects.get(page));
      if (to === undefined) return false;
      return sendElsewhere(response, { status: 301, location: withQuery(to, query), isSecure: isSecure(request) });
    },
    answerNotFound: (request, response) => sendNamed({ request, response }, unknownPage),
    answerFault: (request, response) => sendNamed({ request, response }, faultPage),
    has: (path) => files.has(path),
    put(path, file) {
      const before = files.get(path);
      files.set(path, file);
      return before;
    },
    remove(path) {
      const before = files.get(path);
      files.delete(path);
      return before;
    },
    redirect: (to) => void (redirects = to),
    stats,
  };
}

interface Elsewhere {
  status: 301 | 308;
  location: string;
  isSecure: boolean;
}

/** An old address is not cached: a page may take it again, and browsers would not see it. */
function sendElsewhere(response: ServerResponse, { status, location, isSecure }: Elsewhere): true {
  const secure = isSecure ? Object.fromEntries([strictTransport]) : {};
  const caching = status === 301 ? { 'cache-control': pageCaching } : {};
  response.writeHead(status, { ...siteHeaders, ...secure, ...caching, location, 'content-length': '0' }).end();
  return true;
}

/** An address with a query behind its own, and before its anchor. The query is as Node accepted it, on one line. */
function withQuery(address: string, query: string | undefined): string {
  if (query === undefined || query === '') return address;
  const [, before = '', anchor = ''] = /^([^#]*)(.*)$/.exec(address) ?? [];
  return `${before}${before.includes('?') ? '&' : '?'}${query}${anchor}`;
}

/** Splits an address into its decoded path and its query. A malformed path is left as it is and matches no file. */
function split(url: string): [path: string, query: string | undefined] {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  return [path.includes('%') ? decoded(path) : path, mark < 0 ? undefined : url.slice(mark + 1)];
}

/** The canonical path for a path with a trailing slash or `.html`; undefined for other paths. */
function otherSpelling(path: string): string | undefined {
  if (path === '/index.html') return '/';
  if (path.endsWith('.html')) return path.slice(0, -'.html'.length);
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : undefined;
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
