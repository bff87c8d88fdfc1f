import { createHash } from 'node:crypto';
import type { Database } from '../db/database.ts';
import type { Runtime } from '../runtime.ts';
import {
  deleteIdleSessions,
  deleteSession,
  deleteSessionsOf,
  insertSession,
  loadSession,
  slideSession,
} from './sessions-rows.ts';

/** A living session. Exactly one of the two owners is set; `ownerToken` is that owner's `user.token`. */
export interface Session {
  /** SHA-256 of the access token, hexadecimal: safe to keep and to compare, never to log. */
  tokenHash: string;
  accountId: number | null;
  affiliateId: number | null;
  ownerToken: string;
  /** Unix milliseconds. */
  lastSeenAt: number;
}

export type SessionOwner = { accountId: number } | { affiliateId: number };

export interface Sessions {
  /** Opens a session and returns its access token: 256 random bits, stored only as a hash. */
  open: (owner: SessionOwner) => Promise<string>;
  /** The living session of an access token; seeing it counts as activity. */
  find: (accessToken: string) => Promise<Session | null>;
  /** The same without counting as activity. */
  peek: (accessToken: string) => Promise<Session | null>;
  /** Counts as activity on a session that is known already. */
  slide: (session: Session) => Promise<void>;
  end: (accessToken: string) => Promise<void>;
  endAllOf: (accountId: number) => Promise<void>;
  /** Calls the listener with the hash of each session that ends in this process; returns the way to stop. */
  onEnded: (listener: (tokenHash: string) => void) => () => void;
  /** Ends the sessions that were idle for too long. */
  sweep: () => Promise<void>;
}

/** Activity is written down at most this often per session: an order must not cost an update of its session. */
const slideEveryMs = 1_000;

export interface SessionsOptions {
  database: Pick<Database, 'query'>;
  runtime: Runtime;
  /** A session dies after this much time without activity. */
  idleMs: number;
}

/** The sessions of customers and affiliates, kept in the database so that a restart logs nobody out. */
export function createSessions({ database, runtime, idleMs }: SessionsOptions): Sessions {
  const listeners = new Set<(tokenHash: string) => void>();
  const announce = (tokenHashes: Buffer[]) => {
    for (const tokenHash of tokenHashes) {
      listeners.forEach((listener) => listener(tokenHash.toString('hex')));
    }
  };

  async function peek(accessToken: string): Promise<Session | null> {
    const row = await loadSession(database, hashOf(accessToken));
    if (!row || runtime.now() - row.lastSeenAt.getTime() >= idleMs) {
      return null;
    }
    return { ...row, tokenHash: row.tokenHash.toString('hex'), lastSeenAt: row.lastSeenAt.getTime() };
  }

  async function slide(session: Session): Promise<void> {
    const now = runtime.now();
    if (now - session.lastSeenAt >= slideEveryMs) {
      session.lastSeenAt = now;
      await slideSession(database, Buffer.from(session.tokenHash, 'hex'), new Date(now));
    }
  }

  return {
    peek,
    slide,
    async open(owner) {
      const accessToken = runtime.randomBytes(32).toString('base64url');
      await insertSession(database, {
        tokenHash: hashOf(accessToken),
        accountId: 'accountId' in owner ? owner.accountId : null,
        affiliateId: 'affiliateId' in owner ? owner.affiliateId : null,
        createdAt: new Date(runtime.now()),
      });
      return accessToken;
    },
    async find(accessToken) {
      const session = await peek(accessToken);
      if (session) {
        await slide(session);
      }
      return session;
    },
    async end(accessToken) {
      const tokenHash = hashOf(accessToken);
      await deleteSession(database, tokenHash);
      announce([tokenHash]);
    },
    async endAllOf(accountId) {
      announce(await deleteSessionsOf(database, accountId));
    },
    onEnded(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async sweep() {
      announce(await deleteIdleSessions(database, new Date(runtime.now() - idleMs)));
    },
  };
}

function hashOf(accessToken: string): Buffer {
  return createHash('sha256').update(accessToken).digest();
}
