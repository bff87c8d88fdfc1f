import type { IncomingMessage } from 'node:http';
import { forwardedAddress } from '../../throttle/client-address.ts';

/**
 * Whether a request names its host exactly once, as HTTP/1.1 requires. If there are two `Host` headers, Node keeps the
 * first, while a proxy may have used the second.
 */
export function namesItsHost({
  rawHeaders,
  httpVersion,
}: Pick<IncomingMessage, 'rawHeaders' | 'httpVersion'>): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && httpVersion !== '1.1');
}

/**
 * Reduces `X-Forwarded-For` to the address that the one proxy in front of us wrote, normalised. If that is not a valid
 * address, the header is removed and the connection's address counts as the visitor's.
 */
export function keepForwardedAddress({ headers }: Pick<IncomingMessage, 'headers'>): void {
  const headerValue = headers['x-forwarded-for'];
  if (headerValue === undefined) return;
  const address = forwardedAddress([headerValue].flat().join(','));
  if (address === null) delete headers['x-forwarded-for'];
  else headers['x-forwarded-for'] = address;
}

/**
 * The address of a visitor who connects to a socket: the one that the proxy in front of us wrote if it is trusted,
 * otherwise the connection's.
 */
export function visitorAddress(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  trustProxy: boolean,
): string {
  const headerValue = trustProxy ? headers['x-forwarded-for'] : undefined;
  return (headerValue === undefined ? socket.remoteAddress : [headerValue].flat().join(',')) ?? '';
}
