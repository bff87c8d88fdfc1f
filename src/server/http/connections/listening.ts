import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { UnusableValue } from '../../environment.ts';

export interface Listening {
  /** The URL of the server. */
  url: string;
  /**
   * Stops accepting connections and resolves when the last one is closed. Requests under way are answered; whatever is
   * open after `patienceMs` is cut off, including WebSockets whose other end is gone.
   */
  stop: (patience: { patienceMs: number }) => Promise<void>;
}

/** How often a stopping server checks for connections that have become idle. */
const sweepEveryMs = 50;

/**
 * How many connections the kernel queues until they are accepted. Node's default of 511 overflows when thousands of
 * browsers reconnect at once, and a refused browser retries only seconds later. The kernel caps the number at
 * `net.core.somaxconn`.
 */
const backlog = 16_384;

interface Address {
  host: string;
  port: number;
}

/** Opens the port. Rejects if that fails, with `UnusableValue` if PORT or HOST has to be changed. */
export function listen(server: Server, { host, port }: Address): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return new Promise((resolve, reject) => {
    const refuse = (fault: NodeJS.ErrnoException) => reject(inWords(fault, { host, port }));
    server.once('error', refuse);
    server.listen({ host, port, backlog }, () => {
      server.off('error', refuse);
      resolve({ url: addressOf(server), stop: ({ patienceMs }) => stop(server, sockets, patienceMs) });
    });
  });
}

function inWords(fault: NodeJS.ErrnoException, { host, port }: Address): Error {
  switch (fault.code) {
    case 'EADDRINUSE': {
      const found = `${port}, where another program listens already`;
      return new UnusableValue({ variable: 'PORT', expected: `a free port of ${host}`, found }, fault);
    }
    case 'EACCES':
      return new UnusableValue(
        { variable: 'PORT', expected: 'a port that this user may open', found: `${port}` },
        fault,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new UnusableValue({ variable: 'HOST', expected: 'an address of this machine', found: host }, fault);
    default:
      return fault;
  }
}

function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

function stop(server: Server, sockets: ReadonlySet<Socket>, patienceMs: number): Promise<void> {
  const sweeping = setInterval(() => server.closeIdleConnections(), sweepEveryMs);
  const cutting = setTimeout(() => sockets.forEach((socket) => socket.destroy()), patienceMs);
  return new Promise((resolve) => {
    server.close(() => {
      clearInterval(sweeping);
      clearTimeout(cutting);
      resolve();
    });
    server.closeIdleConnections();
  });
}
