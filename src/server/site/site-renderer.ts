import { access } from 'node:fs/promises';
import type { OutgoingHttpHeaders } from 'node:http';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SiteQuestions } from '../../content/site-questions.ts';
import type { RenderedPage } from './send-rendered.ts';

/** The built site's own renderer. */
export interface SiteRenderer {
  /** Renders the page for a request; null if the site has no such route. */
  render: (request: IncomingMessage, site: SiteQuestions) => Promise<RenderedPage | null>;
}

type AstroHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
  locals: { site: SiteQuestions },
) => Promise<void>;

/** Loads the renderer of a built site; null if the build left none. */
export async function loadSiteRenderer(distDir: string): Promise<SiteRenderer | null> {
  const entry = join(distDir, 'server', 'entry.mjs');
  const exists = await access(entry).then(
    () => true,
    () => false,
  );
  if (!exists) return null;
  const { handler } = (await import(/* @vite-ignore */ pathToFileURL(entry).href)) as { handler: AstroHandler };

  return {
    async render(request, site) {
      // A path that begins with two slashes would be parsed as a URL with a host.
      if (!/^\/(?!\/)/.test(request.url ?? '')) return null;
      // Astro answers HEAD with an empty page, but the headers must describe the whole page.
      const whole = request.method === 'HEAD' ? copyOf(request, 'GET') : request;
      const recorder = new PageRecorder(whole);
      await handler(whole, recorder, () => undefined, { site });
      return recorder.page;
    },
  };
}

/** A synthetic GET request, to render a page by its path instead of for a visitor's own request. */
export function requestFor(path: string, origin: string): IncomingMessage {
  const { host, protocol } = new URL(origin);
  const headers = { host, 'x-forwarded-proto': protocol.slice(0, -1) };
  return copyOf({ socket: new Socket(), url: path, headers }, 'GET');
}

function copyOf({ socket, url, headers }: Pick<IncomingMessage, 'socket' | 'url' | 'headers'>, method: string) {
  return Object.assign(new IncomingMessage(socket), { method, url, headers });
}

/**
 * A response that stores what is written to it instead of sending it. The site's renderer has no other way to return a
 * page, and a page can be compressed and hashed only when it is complete.
 */
class PageRecorder extends ServerResponse {
  #chunks: Buffer[] = [];
  #headers: OutgoingHttpHeaders = {};
  #isFinished = false;

  /** Null if nothing was rendered: if the site has no route for the request, the renderer writes nothing. */
  get page(): RenderedPage | null {
    if (!this.#isFinished) return null;
    return { status: this.statusCode, headers: inUtf8(this.#headers), content: Buffer.concat(this.#chunks) };
  }

  override writeHead(status: number, ...rest: unknown[]): this {
    this.statusCode = status;
    this.#headers = { ...this.#headers, ...(rest.findLast((part) => typeof part === 'object') as OutgoingHttpHeaders) };
    return this;
  }

  override write(chunk: unknown, ...rest: unknown[]): boolean {
    this.#keep(chunk);
    this.#callBack(rest);
    return true;
  }

  override end(...parts: unknown[]): this {
    this.#keep(parts[0]);
    this.#isFinished = true;
    this.#callBack(parts);
    this.emit('finish');
    return this;
  }

  #keep(chunk: unknown): void {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) this.#chunks.push(Buffer.from(chunk));
  }

  #callBack(parts: unknown[]): void {
    const done = parts.findLast((part) => typeof part === 'function');
    if (done) (done as () => void)();
  }
}

/** Adds the charset to the content type, because the renderer declares it only inside the page. */
function inUtf8(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const type = headers['content-type'];
  const isText = type === 'text/html' || type === 'application/xml';
  return isText ? { ...headers, 'content-type': `${type}; charset=utf-8` } : headers;
}
