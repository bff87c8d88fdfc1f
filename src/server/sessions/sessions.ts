import type { RequestOrigin } from '../audit/audit-log.ts';
import type { Database, Queries } from '../db/database.ts';
import type { Runtime } from '../runtime.ts';
import type { SessionOwner } from '../session-owner.ts';
import { ownerColumns } from '../session-owner.ts';
import type { LivingSince, SessionOpener, SessionLocation } from './sessions-rows.ts';
import {
  deleteDeadSessions,
  findGoneSessions,
  hasEmail,
  insertSession,
  loadSession,
  slideSession,
} from './sessions-rows.ts';
import { hashOfToken } from '../secrets/token-hash.ts';

/** A living session. Exactly one of `accountId` and `affiliateId` is set; `ownerToken` is that owner's `user.token`. */
export interface Session {
  /** SHA-256 of the access token, in hexadecimal: safe to keep and to compare, never to log. */
  tokenHash: string;
  accountId: number | null;
  affiliateId: number | null;
  ownerToken: string;
  /** The id by which its owner refers to the session; it grants nothing. */
  id: string;
  openedBy: SessionOpener;
  /** Whether everybody may enter its account: others there must not learn of this one, or be locked out by it. */
  isShared: boolean;
  /** Unix milliseconds. */
  createdAt: number;
  /** Unix milliseconds. */
  lastSeenAt: number;
}

/** What is recorded about how a session was opened, to show to its owner. */
export interface SessionOpening {
  openedBy: SessionOpener;
  origin: RequestOrigin;
  location: SessionLocation | null;
}

export interface Sessions {
  /**
   * Opens a session and returns its access token: 256 random bits, stored only as a hash. Customers log in through
   * `admit` (auth/admit.ts), which also records their device. `queries`: the database transaction in which the session
   * is stored.
   */
  open: (owner: SessionOwner, opening?: SessionOpening, queries?: Queries) => Promise<string>;
  /** The living session of an access token; counts as activity. */
  find: (accessToken: string) => Promise<Session | null>;
  /** Like `find`, but does not count as activity. */
  peek: (accessToken: string) => Promise<Session | null>;
  /** Whether everybody may enter the account. */
  isShared: (accountId: number, queries: Queries) => Promise<boolean>;
  /** Whether a session that was found before is still alive. */
  isAlive: (session: Pick<Session, 'tokenHash'>) => Promise<boolean>;
  /** Records activity of a session that was found before. */
  slide: (session: Session) => Promise<void>;
  /** The cutoffs for a session that is alive now: last seen after the one, opened after the other. */
  stillAlive: () => LivingSince;
  /** Notifies the listeners of sessions whose rows were deleted. Call it after the commit. */
  announceEnded: (tokenHashes: readonly Buffer[]) => void;
  /**
   * Calls the listener with the hash of each session that ends in this process; returns a function that unsubscribes.
   * For the sessions in `watches`, the sweep also reports those that another process ended.
   */
  onEnded: (listener: (tokenHash: string) => void, watches?: () => readonly string[]) => () => void;
  /** Ends sessions that were idle or open for too long; reports watched sessions that no longer exist. */
  sweep: () => Promise<void>;
}

/** Activity of a session is stored at most this often, so that not every order causes a write. */
const slideEveryMs = 1_000;

/** Even an active session ends after this time, so that a stolen one does not live forever. */
export const longestSessionMs = 24 * 60 * 60 * 1000;

const unknownOpening: SessionOpening = {
  openedBy: 'password',
  origin: { address: null, userAgent: null },
  location: null,
};

export interface SessionsOptions {
  database: Pick<Database, 'query' | 'availability'>;
  runtime: Runtime;
  /** A session ends after this much time without activity. Time while the database is away does not count. */
  idleMs: number;
  /** The email of the account that everybody may enter; null, the default: there is none. */
  sharedEmail?: string | null;
}

/** The sessions of customers and affiliates, stored in the database so that a restart logs nobody out. */
export function createSessions({ database, runtime, idleMs, sharedEmail = null }: SessionsOptions): Sessions {
  const { announce, onEnded, watched } = createAnnouncements();
  const stillAlive = (): LivingSince => ({
    seenAfter: new Date(database.availability.idleSince(runtime.now(), idleMs)),
    openedAfter: new Date(runtime.now() - longestSessionMs),
  });

  async function load(tokenHash: Buffer): Promise<Session | null> {
    const row = await loadSession(database, { tokenHash, sharedEmail });
    if (!row) return null;
    const { createdAt, lastSeenAt } = row;
    const { seenAfter, openedAfter } = stillAlive();
    if (lastSeenAt <= seenAfter || createdAt <= openedAfter) return null;
    return {
      ...{ ...row, tokenHash: row.tokenHash.toString('hex') },
      ...{ createdAt: createdAt.getTime(), lastSeenAt: lastSeenAt.getTime() },
    };
  }

  const peek = (accessToken: string) => load(hashOfToken(accessToken));

  async function slide(session: Session): Promise<void> {
    const now = runtime.now();
    if (now - session.lastSeenAt >= slideEveryMs) {
      session.lastSeenAt = now;
      await slideSession(database, Buffer.from(session.tokenHash, 'hex'), new Date(now));
    }
  }

  return {
    stillAlive,
    peek,
    slide,
    isShared: async (id, queries) => sharedEmail !== null && hasEmail(queries, { id, email: sharedEmail }),
    isAlive: async ({ tokenHash }) => (await load(Buffer.from(tokenHash, 'hex'))) !== null,
    async open(owner, opening = unknownOpening, queries = database) {
      const accessToken = runtime.randomBytes(32).toString('base64url');
      await insertSession(queries, {
        ...opening,
        tokenHash: hashOfToken(accessToken),
        id: runtime.newId(),
        ...ownerColumns(owner),
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
    announceEnded: announce,
    onEnded,
    async sweep() {
      announce(await deleteDeadSessions(database, stillAlive()));
      const hashes = watched();
      if (hashes.length > 0) announce(await findGoneSessions(database, hashes));
    },
  };
}

/** The listeners for ended sessions, and the sessions that they watch. */
function createAnnouncements() {
  const listeners = new Map<(tokenHash: string) => void, () => readonly string[]>();
  return {
    announce: (tokenHashes: readonly Buffer[]): void => {
      for (const tokenHash of tokenHashes) {
        for (const listener of listeners.keys()) listener(tokenHash.toString('hex'));
      }
    },
    onEnded: ((listener, watches = () => []) => {
      listeners.set(listener, watches);
      return () => listeners.delete(listener);
    }) satisfies Sessions['onEnded'],
    watched: (): Buffer[] => {
      const hashes = new Set([...listeners.values()].flatMap((watches) => watches()));
      return [...hashes].map((tokenHash) => Buffer.from(tokenHash, 'hex'));
    },
  };
}
