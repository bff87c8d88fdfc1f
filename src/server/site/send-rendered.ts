import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { brotli, gzip, negotiateEncoding } from './content-encoding.ts';

/** A page that was rendered into memory. */
export interface RenderedPage {
  status: number;
  headers: OutgoingHttpHeaders;
  content: Buffer;
}

/**
 * Sends a rendered page in the best encoding that the client accepts, or status 304 if the client already has the page.
 */
export async function sendRendered(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, content }: RenderedPage,
): Promise<void> {
  const encoding = content.length > 0 ? negotiateEncoding(request.headers['accept-encoding']) : 'identity';
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}-${encoding}"`;
  const shared = {
    'cache-control': 'no-cache',
    ...headers,
    vary: 'accept-encoding',
    ...(status === 200 && { etag }),
  };
  if (status === 200 && request.headers['if-none-match'] === etag) {
    response.writeHead(304, shared).end();
    return;
  }
  const body = encoding === 'identity' ? content : await compress(content, encoding);
  response.writeHead(status, {
    ...shared,
    'content-length': body.length,
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function compress(content: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  return encoding === 'br' ? brotli(content, 'quick') : gzip(content, 'quick');
}
