import type { Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

export interface SilentProxy {
  url: string;
  /**
   * From now on every byte is dropped, in both directions, and no connection is closed, as if the network were gone.
   */
  fallSilent: () => void;
  /** From now on the server's answers to existing connections are dropped; what the clients send still reaches it. */
  swallowAnswers: () => void;
  /** New connections work again; existing ones stay silent. */
  recover: () => void;
  /** Breaks every existing connection; new ones work or are silent as before. */
  cut: () => void;
  close: () => void;
}

/** A proxy between a client and the server that a URL names. */
export async function openSilentProxy(serverUrl: string): Promise<SilentProxy> {
  const target = new URL(serverUrl);
  const sockets = new Set<Socket>();
  const farSockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname);
    farSockets.add(far);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy()).on('close', () => isSilent || to.destroy());
      from.on('data', (bytes) => isDeaf(from) || to.write(bytes));
    }
    if (isSilent) [near, far].forEach((socket) => deaf.add(socket));
  });
  const deaf = new Set<Socket>();
  const isDeaf = (socket: Socket) => deaf.has(socket);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(serverUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    fallSilent: () => {
      isSilent = true;
      sockets.forEach((socket) => deaf.add(socket));
    },
    swallowAnswers: () => farSockets.forEach((socket) => deaf.add(socket)),
    recover: () => (isSilent = false),
    cut: () => sockets.forEach((socket) => socket.destroy()),
    close: () => {
      server.close();
      sockets.forEach((socket) => socket.destroy());
    },
  };
}
