import type { IncomingMessage, ServerResponse } from 'node:http';
import { ownHeaders } from './raw-problem.ts';

/** What the pages of other origins may ask of this server. */
export interface CrossOrigin {
  /**
   * Answers a browser that asks before it makes a call from another site; false, with nothing written, where nobody
   * asked or may.
   */
  answerPreflight: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** What the answer to a call says, so that the browser hands it to the page that asked. */
  headersFor: (request: IncomingMessage) => Record<string, string>;
}

/** Who calls shows an access token and no cookie: nothing here lets a browser send what it holds by itself. */
const permission = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type',
  // Two hours, the longest that browsers remember it.
  'access-control-max-age': '7200',
};

/** What the browser's clock is set by: see src/stores/realtime/api-server.ts. */
const exposed = { 'access-control-expose-headers': 'date' };

const isCall = ({ url = '' }: IncomingMessage) => url.startsWith('/api/');

/** Lets the pages of these origins make calls, and no others. Without any, answers say nothing of origins. */
export function createCrossOrigin(siteOrigins: readonly string[]): CrossOrigin {
  const known = new Set(siteOrigins);

  function headersFor(request: IncomingMessage): Record<string, string> {
    if (known.size === 0 || !isCall(request)) return {};
    const { origin } = request.headers;
    // Also to the others: what is kept of an answer to one must not be handed to another.
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
