import type { Duplex } from 'node:stream';
import type { Socket } from 'socket.io';

/**
 * The connection under a Socket.IO socket on the websocket transport. It consists of private fields, so each is checked
 * before use; if one is missing, the caller falls back to `emit`.
 */
export interface RawConnection {
  /** The `ws` WebSocket. */
  webSocket: WebSocketParts;
  /** The TCP or TLS stream. */
  stream: Duplex;
}

interface WebSocketParts {
  readyState: number;
  on: (event: 'pong', listener: (content: Buffer) => void) => unknown;
  off: (event: 'pong', listener: (content: Buffer) => void) => unknown;
}

const open = 1;

/**
 * The connection under a socket; null if the transport is polling, if the connection is not open, or if a package has
 * changed its private fields.
 */
export function rawConnection(socket: Socket): RawConnection | null {
  const { transport } = socket.conn;
  if (transport.name !== 'websocket') return null;
  const webSocket = part(transport, 'socket');
  if (!isWebSocket(webSocket) || webSocket.readyState !== open) return null;
  const stream = part(webSocket, '_socket');
  return isStream(stream) ? { webSocket, stream } : null;
}

/**
 * Returns a function that finds the connection under a socket. It caches the connection until the transport changes,
 * and checks at each call whether the connection is still open.
 */
export function watchRawConnection(socket: Socket): () => RawConnection | null {
  let transport: unknown;
  let known: RawConnection | null = null;
  return () => {
    if (known === null || socket.conn.transport !== transport) {
      ({ transport } = socket.conn);
      known = rawConnection(socket);
    }
    return known !== null && known.webSocket.readyState === open && known.stream.writable ? known : null;
  };
}

/** Whether packets wait for the transport. Bytes written directly would overtake them. */
export function hasWaitingPackets(socket: Socket): boolean {
  const waiting: unknown = socket.conn['writeBuffer'];
  return !Array.isArray(waiting) || waiting.length > 0;
}

/** Bytes that the client has not accepted yet, in waiting packets and in the stream below. Approximate for text. */
function waitingBytes(socket: Socket): number {
  const waiting = part(socket.conn, 'writeBuffer');
  const packets: unknown[] = Array.isArray(waiting) ? waiting : [];
  const inPackets = packets.reduce<number>((sum, packet) => {
    const data = part(packet, 'data');
    return sum + (typeof data === 'string' ? data.length : 0);
  }, 0);
  return inPackets + (rawConnection(socket)?.stream.writableLength ?? 0);
}

/** More than a person's slow connection can accumulate: the largest update for a customer has some ten kilobytes. */
const mostUnreadBytes = 8 * 1024 * 1024;

/**
 * Disconnects a client if too many bytes for it, including answers that it requested, wait to be read: otherwise they
 * would eventually fill the memory of the process. Returns whether it disconnected the client.
 */
export function disconnectIfUnread(socket: Socket): boolean {
  if (waitingBytes(socket) <= mostUnreadBytes) return false;
  // A closing handshake would wait behind the unread bytes.
  const raw = rawConnection(socket);
  if (raw) raw.stream.destroy();
  else socket.conn.close(true);
  return true;
}

function part(whole: unknown, name: string): unknown {
  return typeof whole === 'object' && whole !== null ? (whole as Record<string, unknown>)[name] : undefined;
}

function isWebSocket(value: unknown): value is WebSocketParts {
  return typeof part(value, 'readyState') === 'number' && typeof part(value, 'on') === 'function';
}

function isStream(value: unknown): value is Duplex {
  return part(value, 'writable') === true && typeof part(value, 'writableLength') === 'number';
}
