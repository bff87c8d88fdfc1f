import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';

/** The largest message that a client may send: an order is a few hundred bytes. */
const largestMessageBytes = 16 * 1024;

/** Socket.IO on the HTTP server; the price socket and the customer's socket are attached to it by their own modules. */
export function createSocketServer(server: HttpServer): Server {
  return new Server(server, {
    path: '/socket.io',
    serveClient: false,
    maxHttpBufferSize: largestMessageBytes,
    // A connection that never joins a namespace is nobody's.
    connectTimeout: 10_000,
    // A line that nobody answers is given up after ten seconds, on both sides: before its prices are too old to trade at.
    pingInterval: 5_000,
    pingTimeout: 5_000,
  });
}

/**
 * Closes every connection. Clients see it as a lost connection and try again by themselves; a disconnect of the
 * namespace would tell them to stay away.
 */
export function closeSocketServer(io: Server): void {
  io.engine.close();
}
