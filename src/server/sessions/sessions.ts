import type { RequestOrigin } from '../audit/audit-log.ts';
import type { Database, Queries } from '../db/database.ts';
import type { Runtime } from '../runtime.ts';
import type { SessionOwner } from '../session-owner.ts';
import { ownerColumns } from '../session-owner.ts';
import type { LivingSince, SessionOpener, SessionPlace } from './sessions-rows.ts';
import { deleteDeadSessions, findGoneSessions, insertSession, loadSession, slideSession } from './sessions-rows.ts';
import { hashOfToken } from '../secrets/token-hash.ts';

/** A living session. Exactly one of the two owners is set; `ownerToken` is that owner's `user.token`. */
export interface Session {
  /** SHA-256 of the access token, hexadecimal: safe to keep and to compare, never to log. */
  tokenHash: string;
  accountId: number | null;
  affiliateId: number | null;
  ownerToken: string;
  /** Names it to its owner; opens nothing. */
  id: string;
  openedBy: SessionOpener;
  /** Unix milliseconds. */
  createdAt: number;
  /** Unix milliseconds. */
  lastSeenAt: number;
}

/** What is noted of how a session was opened, for its owner to see. */
export interface SessionOpening {
  openedBy: SessionOpener;
  origin: RequestOrigin;
  place: SessionPlace | null;
}

export interface Sessions {
  /**
   * Opens a session and returns its access token: 256 random bits, stored only as a hash. Customers are let in by
   * `admit`. `queries`: the database transaction that it belongs to.
   */
  open: (owner: SessionOwner, opening?: SessionOpening, queries?: Queries) => Promise<string>;
  /** The living session of an access token; seeing it counts as activity. */
  find: (accessToken: string) => Promise<Session | null>;
  /** The same without counting as activity. */
  peek: (accessToken: string) => Promise<Session | null>;
  /** Whether a session that was found is alive still. */
  isAlive: (session: Pick<Session, 'tokenHash'>) => Promise<boolean>;
  /** Counts as activity on a session that is known already. */
  slide: (session: Session) => Promise<void>;
  /** Which sessions are alive at this moment, by their instants. */
  stillAlive: () => LivingSince;
  /** Tells the listeners of sessions that somebody deleted by its rows; to be called after the commit. */
  announceEnded: (tokenHashes: readonly Buffer[]) => void;
  /**
   * Calls the listener with the hash of each session that ends in this process; returns the way to stop. Of those that
   * it `watches` it is told also when another process ended them, by the next sweep.
   */
  onEnded: (listener: (tokenHash: string) => void, watches?: () => readonly string[]) => () => void;
  /** Ends the sessions that were idle for too long, or open; tells of those that are watched and there no more. */
  sweep: () => Promise<void>;
}

/** Activity is written down at most this often per session: an order must not cost an update of its session. */
const slideEveryMs = 1_000;

/** However active: a session that somebody else got hold of must not live for ever. */
export const longestSessionMs = 24 * 60 * 60 * 1000;

const unnoted: SessionOpening = { openedBy: 'password', origin: { address: null, userAgent: null }, place: null };

export interface SessionsOptions {
  database: Pick<Database, 'query' | 'availability'>;
  runtime: Runtime;
  /** A session dies after this much time without activity; while the database is away nobody can be active. */
  idleMs: number;
}

/** The sessions of customers and affiliates, kept in the database so that a restart logs nobody out. */
export function createSessions({ database, runtime, idleMs }: SessionsOptions): Sessions {
  const { announce, onEnded, watched } = createAnnouncements();
  const stillAlive = (): LivingSince => ({
    seenAfter: new Date(database.availability.idleSince(runtime.now(), idleMs)),
    openedAfter: new Date(runtime.now() - longestSessionMs),
  });

  async function load(tokenHash: Buffer): Promise<Session | null> {
    const row = await loadSession(database, tokenHash);
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
    isAlive: async ({ tokenHash }) => (await load(Buffer.from(tokenHash, 'hex'))) !== null,
    async open(owner, opening = unnoted, queries = database) {
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

/** Who is told of sessions that end, and of which they want to know. */
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
