import type { Socket } from 'socket.io';
import { rawConnection, waitingBytes } from './raw-connection.ts';

/** No slow line of a person: what a customer is sent at once is some ten kilobytes. */
const mostUnreadBytes = 8 * 1024 * 1024;

/**
 * Cuts off a client that is sent more than it reads, answers it asked for included: what waits for it would in time
 * fill the memory of the process. Returns whether it did.
 */
export function cutOffUnread(socket: Socket): boolean {
  if (waitingBytes(socket) <= mostUnreadBytes) return false;
  // A closing handshake would stand in line behind all that is not read.
  const raw = rawConnection(socket);
  if (raw) raw.stream.destroy();
  else socket.conn.close(true);
  return true;
}
