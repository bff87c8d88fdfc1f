import type { OutgoingHttpHeaders } from 'node:http';
import { ServerResponse } from 'node:http';
import type { RenderedPage } from '../site/send-rendered.ts';

/**
 * A response that keeps what is written to it instead of sending it: the site's renderer knows no other way to hand over
 * a page, and a page can be compressed and named by its content only when it is whole.
 */
export class PageRecorder extends ServerResponse {
  #chunks: Buffer[] = [];
  #headers: OutgoingHttpHeaders = {};
  #isFinished = false;

  /** Whether anything was rendered; a renderer that has no such page writes nothing. */
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

/** The renderer leaves that to the page itself. */
function inUtf8(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const type = headers['content-type'];
  const isText = type === 'text/html' || type === 'application/xml';
  return isText ? { ...headers, 'content-type': `${type}; charset=utf-8` } : headers;
}
