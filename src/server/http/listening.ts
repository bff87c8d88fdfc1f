import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Opens the port; resolves with the address that it answers at. Rejects when the port cannot be had. */
export function listen(server: Server, { host, port }: { host: string; port: number }): Promise<{ url: string }> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      const { address, family, port: taken } = server.address() as AddressInfo;
      resolve({ url: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}` });
    });
  });
}

/**
 * Stops accepting connections and resolves when the last one is gone. Requests under way are answered; those that are
 * not after `patienceMs` are cut off. Connections that wait for a next request are closed at once, and again shortly
 * after: a request that was under way leaves one behind.
 */
export function stopListening(server: Server, { patienceMs }: { patienceMs: number }): Promise<void> {
  if (!server.listening) {
    return Promise.resolve();
  }
  const sweeping = setInterval(() => server.closeIdleConnections(), 100);
  const cutting = setTimeout(() => server.closeAllConnections(), patienceMs);
  return new Promise((resolve) => {
    server.close(() => {
      clearInterval(sweeping);
      clearTimeout(cutting);
      resolve();
    });
    server.closeIdleConnections();
  });
}
