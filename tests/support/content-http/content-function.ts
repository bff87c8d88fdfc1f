import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A stand-in for somebody's function that answers with content, written from docs/content-http.md alone. */
export interface ContentFunction {
  url: string;
  /** What it answers; a test may change it at any time. */
  readonly held: HeldContent;
  /** Every call: path with query, headers, and the status of the answer. */
  readonly calls: { path: string; headers: IncomingMessage['headers']; status: number }[];
  /** Answers every call this way from now on, until called with null. */
  breakWith: (answer: BrokenFunction | null) => void;
  close: () => Promise<void>;
}

export type Held = Record<string, unknown>;

export interface HeldContent {
  pages: Held[];
  settings: Held;
  calendar?: Held[];
  redirects?: Held[];
  /** Pictures by their paths. */
  files: Record<string, Uint8Array>;
}

export type BrokenFunction = 'silence' | { status: number; body?: string; location?: string };

export const functionToken = 'a token of the function';

export async function startContentFunction(held: HeldContent): Promise<ContentFunction> {
  const calls: ContentFunction['calls'] = [];
  let broken: BrokenFunction | null = null;

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://function');
    if (broken === 'silence') return;
    if (broken) {
      const { status, body, location } = broken;
      response.writeHead(status, location === undefined ? {} : { location }).end(body);
      return;
    }
    const file = held.files[pathname];
    const isKnown = request.headers.authorization === `Bearer ${functionToken}`;
    if (file) send(request, response, file);
    else if (pathname !== '/site') response.writeHead(404).end();
    else if (!isKnown) response.writeHead(401).end();
    else send(request, response, answerOf(searchParams.get('draft')));
  }

  function answerOf(draft: string | null): string {
    const { pages, settings, calendar, redirects } = held;
    const found = pages.find(({ slug }) => slug === draft) ?? null;
    return JSON.stringify(draft === null ? { pages, settings, calendar, redirects } : { page: found });
  }

  const server = createServer((request, response) => {
    response.once('finish', () =>
      calls.push({ path: request.url ?? '', headers: request.headers, status: response.statusCode }),
    );
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/site`,
    held,
    calls,
    breakWith: (answerNow) => (broken = answerNow),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function send(request: IncomingMessage, response: ServerResponse, body: string | Uint8Array): void {
  const etag = `"${createHash('sha256').update(body).digest('hex')}"`;
  const isKnown = request.headers['if-none-match'] === etag;
  response.writeHead(isKnown ? 304 : 200, { etag }).end(isKnown ? undefined : body);
}
