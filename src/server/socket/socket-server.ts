import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http';
import type { ServerOptions, Socket } from 'socket.io';
import { Server } from 'socket.io';
import { keepForwardedAddress, namesItsHost, visitorAddress } from '../http/connections/request-head.ts';
import { ownHeaders } from '../http/raw-problem.ts';
import { assetList } from '../market/assets.ts';
import type { Market } from '../market/market.ts';
import { isSecure, strictTransport } from '../site/page-headers.ts';
import { subscriberAddress } from '../throttle/client-address.ts';
import { createRateCounter, consumeEach } from '../throttle/rate-counter.ts';
import type { CustomerSocket, CustomerSocketParts } from './customer-socket.ts';
import { attachCustomerSocket } from './customer-socket.ts';
import { createFairInput } from './fair-input.ts';
import type { PriceSocket } from './price-socket.ts';
import { attachPriceSocket } from './price-socket.ts';

/** The largest message that a client may send. An order has a few hundred bytes. */
const largestMessageBytes = 16 * 1024;

/**
 * Packets per 10 seconds from all polling connections of an address. Closing 500 positions takes 500 packets; an idle
 * page sends one every five seconds.
 */
const pollingAllowance = { points: 2_000, duration: 10 };

/** The settings of the socket server. */
export interface SocketConfig {
  /**
   * Other sites that may connect. If empty, no origin is checked: prices are public, and customers present their access
   * token.
   */
  siteOrigins: readonly string[];
  siteUrl: string;
  /** Whether to trust the proxy in front of us when it says that the visitor uses https. */
  trustProxy: boolean;
}

/** Creates the Socket.IO server on the HTTP server. The price socket and the customer's socket are attached to it. */
export function createSocketServer(server: HttpServer, config?: SocketConfig): Server {
  const subscriberOf = (request: IncomingMessage) =>
    subscriberAddress(visitorAddress(request, config?.trustProxy ?? false));
  const io = new Server(server, {
    path: '/socket.io',
    serveClient: false,
    wsEngine: createFairInput(subscriberOf),
    maxHttpBufferSize: largestMessageBytes,
    // A connection that never joins a namespace is closed.
    connectTimeout: 10_000,
    // Both sides give up a silent connection after ten seconds, before its prices are too old to trade at.
    pingInterval: 5_000,
    pingTimeout: 5_000,
    ...(config && config.siteOrigins.length > 0 && onlyFrom(config)),
  });
  // Socket.IO answers polls and refusals itself, bypassing the HTTP server's own listener and hooks.
  io.engine.use((request: IncomingMessage, response: ServerResponse, next: (fault?: Error) => void) => {
    if (config?.trustProxy) keepForwardedAddress(request);
    for (const [name, value] of Object.entries(ownHeaders)) response.setHeader(name, value);
    if (isSecure(request, config?.trustProxy ?? false)) response.setHeader(...strictTransport);
    next(namesItsHost(request) ? undefined : new Error('One Host header is expected'));
  });
  limitPolling(io, subscriberOf);
  return io;
}

/**
 * Closes the polling connections of an address that sends too much. One polling request can carry hundreds of messages,
 * which all arrive at once and so cannot be read in turns.
 */
function limitPolling(io: Server, subscriberOf: (request: IncomingMessage) => string): void {
  const packets = createRateCounter(null, 'polled-packets', pollingAllowance);
  io.engine.on('connection', (connection: Socket['conn']) => {
    const address = subscriberOf(connection.request);
    connection.on('packet', () => {
      if (connection.transport.name !== 'polling' || connection.readyState !== 'open') return;
      void consumeEach([() => packets.consume(address)]).then(({ ok }) => ok || connection.close(true));
    });
  });
}

/**
 * Refuses connections from origins other than the configured sites, because a browser lets any page open a WebSocket to
 * any server.
 */
function onlyFrom({ siteOrigins, siteUrl }: SocketConfig): Partial<ServerOptions> {
  const known = new Set([...siteOrigins, new URL(siteUrl).origin]);
  const isKnown = ({ headers: { origin, host } }: IncomingMessage) =>
    origin === undefined || known.has(origin) || (URL.canParse(origin) && new URL(origin).host === host);
  return {
    cors: { origin: [...siteOrigins] },
    allowRequest: (request, decide) => decide(null, isKnown(request)),
  };
}

/**
 * Closes every connection. Clients treat this as a lost connection and reconnect automatically; after a disconnect of
 * the namespace they would not.
 */
export function closeSocketServer(io: Server): void {
  io.engine.close();
}

/** The price socket and the customer's socket, on one HTTP server. */
export interface OpenSockets {
  stats: { prices: PriceSocket['stats']; customers: CustomerSocket['stats'] };
  tellAll: CustomerSocket['tellAll'];
  /** Closes every connection; clients reconnect automatically. */
  close: () => void;
}

/** Attaches Socket.IO to the HTTP server, with the price socket and the customer's socket. */
export function openSockets(
  server: HttpServer,
  { config, ...parts }: Omit<CustomerSocketParts, 'trustProxy'> & { market: Market; config: SocketConfig },
): OpenSockets {
  const io = createSocketServer(server, config);
  const prices = attachPriceSocket(io, parts.market, { elapsedMs: parts.runtime.elapsedMs });
  const customers = attachCustomerSocket(io, { ...parts, trustProxy: config.trustProxy });
  const { market } = parts;
  const stopTelling = market.onAssetsChanged(() => io.of('/').emit('assets', assetList(market.assets)));
  return {
    stats: { prices: prices.stats, customers: customers.stats },
    tellAll: customers.tellAll,
    close() {
      stopTelling();
      prices.close();
      customers.close();
      closeSocketServer(io);
    },
  };
}
