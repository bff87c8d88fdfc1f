import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { ServerOptions } from 'socket.io';
import { Server } from 'socket.io';

/** The largest message that a client may send: an order is a few hundred bytes. */
const largestMessageBytes = 16 * 1024;

/** Whose pages may connect. */
export interface SocketOrigins {
  /** Sites elsewhere. None: no origin is looked at, since prices are for anybody and customers show their access token. */
  siteOrigins: readonly string[];
  siteUrl: string;
}

/** Socket.IO on the HTTP server; the price socket and the customer's socket are attached to it by their own modules. */
export function createSocketServer(server: HttpServer, origins?: SocketOrigins): Server {
  return new Server(server, {
    path: '/socket.io',
    serveClient: false,
    maxHttpBufferSize: largestMessageBytes,
    // A connection that never joins a namespace is nobody's.
    connectTimeout: 10_000,
    // A line that nobody answers is given up after ten seconds, on both sides: before its prices are too old to trade at.
    pingInterval: 5_000,
    pingTimeout: 5_000,
    ...(origins && origins.siteOrigins.length > 0 && onlyFrom(origins)),
  });
}

/** Who names its sites is asked by no others: a browser lets any page open a WebSocket to any server. */
function onlyFrom({ siteOrigins, siteUrl }: SocketOrigins): Partial<ServerOptions> {
  const known = new Set([...siteOrigins, new URL(siteUrl).origin]);
  const isKnown = ({ headers: { origin, host } }: IncomingMessage) =>
    origin === undefined || known.has(origin) || (URL.canParse(origin) && new URL(origin).host === host);
  return {
    cors: { origin: [...siteOrigins] },
    allowRequest: (request, decide) => decide(null, isKnown(request)),
  };
}

/**
 * Closes every connection. Clients see it as a lost connection and try again by themselves; a disconnect of the
 * namespace would tell them to stay away.
 */
export function closeSocketServer(io: Server): void {
  io.engine.close();
}
