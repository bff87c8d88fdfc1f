import type { IncomingMessage, ServerResponse } from 'node:http';
import { ownHeaders } from './raw-problem.ts';

/** What pages of other origins may request from this server. */
export interface CrossOrigin {
  /**
   * Answers a browser's preflight request. Returns false and writes nothing if the request is not a preflight request,
   * or is not allowed.
   */
  answerPreflight: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** The response headers by which the browser lets the calling page read the answer. */
  headersFor: (request: IncomingMessage) => Record<string, string>;
}

/** Callers authenticate by an access token and not by cookies, so `access-control-allow-credentials` is not sent. */
const permission = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type',
  // In seconds: two hours. Chrome caches the permission no longer.
  'access-control-max-age': '7200',
};

/** Pages correct their clock by the `date` header: see src/stores/realtime/api-server.ts. */
const exposed = { 'access-control-expose-headers': 'date' };

const isCall = ({ url = '' }: IncomingMessage) => url.startsWith('/api/');

/** Lets only pages of these origins make calls. If there are none, answers carry no CORS headers. */
export function createCrossOrigin(siteOrigins: readonly string[]): CrossOrigin {
  const known = new Set(siteOrigins);

  function headersFor(request: IncomingMessage): Record<string, string> {
    if (known.size === 0 || !isCall(request)) return {};
    const { origin } = request.headers;
    // Sent to other origins as well, so that no cache reuses an answer for a different origin.
    const vary = { vary: 'origin' };
    return origin !== undefined && known.has(origin)
      ? { ...vary, 'access-control-allow-origin': origin, ...exposed }
      : vary;
  }

  return {
    headersFor,
    answerPreflight(request, response) {
      if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return false;
      const headers = headersFor(request);
      if (!('access-control-allow-origin' in headers)) return false;
      response.writeHead(204, { ...ownHeaders, ...headers, ...permission }).end();
      return true;
    },
  };
}
