import type { Socket } from 'socket.io';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { Session, Sessions } from '../sessions/sessions.ts';
import { visitorAddress } from '../http/connections/request-head.ts';
import { subscriberAddress } from '../throttle/client-address.ts';
import { createFairQueue } from '../throttle/fair-queue.ts';

/** The customer who has connected. */
export interface Customer {
  accountId: number;
  accessToken: string;
  session: Session;
}

/**
 * A connecting client is not authenticated yet, so only few look-ups run at a time, and one address never gets all of
 * the slots.
 */
const limits = { mostAtOnce: 4, mostAtOnceOfOne: 3, mostWaiting: 4_096, mostWaitingOfOne: 1_000 };

export interface HandshakesOptions {
  sessions: Pick<Sessions, 'peek'>;
  /** Whether to trust the client address that the proxy in front of us reports. */
  trustProxy: boolean;
}

/** Identifies the customer who connects. Problems: UNAUTHENTICATED, TOO_MANY_REQUESTS. Rejects if the look-up fails. */
export type Handshake = (socket: HandshakeSocket) => Promise<Result<{ customer: Customer }>>;

/** The parts of a socket that a handshake reads. */
export interface HandshakeSocket {
  handshake: Pick<Socket['handshake'], 'query'>;
  request: Parameters<typeof visitorAddress>[0];
  conn: Pick<Socket['conn'], 'readyState'>;
}

/**
 * Looks sessions up round-robin by address, and one at a time for each connection, because a client may repeat its
 * handshake as often as it likes.
 */
export function createHandshakes({ sessions, trustProxy }: HandshakesOptions): Handshake {
  const queue = createFairQueue<string>(limits);
  const underWay = new WeakSet<HandshakeSocket['conn']>();

  // Reconnecting does not count as activity, so the handshake does not extend the session.
  async function findCustomer(accessToken: string, { conn }: HandshakeSocket): Promise<Customer | null> {
    if (conn.readyState !== 'open') return null;
    const session = await sessions.peek(accessToken);
    return session && session.accountId !== null ? { accountId: session.accountId, accessToken, session } : null;
  }

  return async (socket) => {
    const { conn, request } = socket;
    const accessToken = socket.handshake.query.token;
    if (typeof accessToken !== 'string' || accessToken === '') return refuse('UNAUTHENTICATED');
    if (underWay.has(conn)) return refuse('TOO_MANY_REQUESTS');
    underWay.add(conn);
    try {
      const address = subscriberAddress(visitorAddress(request, trustProxy));
      const found = await queue.run(address, () => findCustomer(accessToken, socket));
      if (!found.ok) return found;
      return found.value ? { ok: true, customer: found.value } : refuse('UNAUTHENTICATED');
    } finally {
      underWay.delete(conn);
    }
  };
}
