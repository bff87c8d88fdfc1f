import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface Listening {
  /** Where the server answers. */
  url: string;
  /**
   * Stops accepting connections and resolves when the last one is gone. Requests under way are answered; what is still
   * open after `patienceMs` is cut off, WebSockets whose other end is gone among them.
   */
  stop: (patience: { patienceMs: number }) => Promise<void>;
}

/** How often a stopping server looks for connections that have become idle. */
const sweepEveryMs = 50;

/** Opens the port. Rejects when it cannot be had. */
export function listen(server: Server, { host, port }: { host: string; port: number }): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve({ url: addressOf(server), stop: ({ patienceMs }) => stop(server, sockets, patienceMs) });
    });
  });
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
