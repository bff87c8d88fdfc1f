import type { Socket } from 'socket.io';
import { rawConnection, waitingBytes } from './raw-connection.ts';

/**
 * More than a slow connection of a person accumulates: the most that a customer is sent at once is some ten kilobytes.
 */
const mostUnreadBytes = 8 * 1024 * 1024;

/**
 * Disconnects a client that reads less than it is sent, including answers that it requested: otherwise the waiting
 * bytes would eventually fill the memory of the process. Returns whether it did.
 */
export function cutOffUnread(socket: Socket): boolean {
  if (waitingBytes(socket) <= mostUnreadBytes) return false;
  // A closing handshake would wait behind everything that is not read.
  const raw = rawConnection(socket);
  if (raw) raw.stream.destroy();
  else socket.conn.close(true);
  return true;
}
