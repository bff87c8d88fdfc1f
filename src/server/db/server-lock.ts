import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { keepAliveAfterMs, unreachable } from './database.ts';
import type { Queries } from './database.ts';
import type { DatabaseFaultKind } from './database-faults.ts';
import { DatabaseUnavailable, databaseFaultKind } from './database-faults.ts';
import {
  backendOf,
  endConnections,
  endLocks,
  enterAsHolder,
  isHolder,
  isReadOnly,
  nameConnection,
  nameLock,
  ownBackend,
  tryServerLock,
} from './server-lock-rows.ts';

export interface ServerLock {
  /** Names a new connection, so that the next holder can end it. Rejects unless this server holds the lock. */
  fence: (connection: Queries) => Promise<void>;
  /** Records which server uses the database. Call it after the migration and before anything is read into memory. */
  enter: (queries: Queries, now: Date) => Promise<void>;
  /** Sets the listener for changes of the lock. */
  follow: (follower: LockFollower) => void;
  release: () => Promise<void>;
}

export interface LockFollower {
  /** Called with the reason when the lock is lost, and whenever an attempt to take it again fails. */
  onLost: (kind: DatabaseFaultKind) => void;
  /** Called when the lock is held again and no other server had it meanwhile. If it rejects, the lock is taken anew. */
  onHeld: () => unknown;
}

export interface ServerLockOptions {
  databaseUrl: string;
  /** How long to wait for a server that is shutting down, which takes up to 10 seconds. */
  patienceMs?: number;
  /** If the database has not answered by then, the attempt fails. */
  answerTimeoutMs?: number;
  /** The database is queried every second. Without an answer for this long, it counts as away. */
  silenceMs?: number;
  /** Called if the lock was lost with its connection, and another server has held it since. */
  onLost?: (fault: unknown) => void;
}

/** Another server uses the database; the message is for the person who starts this one. */
export class DatabaseInUse extends Error {
  override name = 'DatabaseInUse';
  override message = 'Another server is using the database of DATABASE_URL. Stop it first, or name another database.';
}

/** Another server used the database after this one lost the lock: what this one has in memory is out of date. */
export class DatabaseTakenOver extends DatabaseInUse {
  override name = 'DatabaseTakenOver';
  override message = 'Another server has used the database of DATABASE_URL in the meantime. Restart this one.';
}

const [pollEveryMs, askEveryMs, goodbyeWithinMs] = [250, 1_000, 1_000] as const;
const nobody: LockFollower = { onLost: () => undefined, onHeld: () => undefined };

interface Holding {
  client: pg.Client;
  /** The id of its PostgreSQL process. */
  backend: number;
  /** Resolves with the reason when the connection breaks. */
  broken: Promise<DatabaseFaultKind>;
}

/**
 * Locks a PostgreSQL database for this server. Quotes, candles and the connected customers live in the memory of one
 * process: two servers on one database would fill orders at different prices and overwrite each other's candles. The
 * lock is held by a dedicated connection, so it ends with the process, even after a crash. That connection is queried
 * every second. If it breaks or falls silent, the database is away, and the lock is taken again when it is back,
 * however late. Throws `DatabaseInUse` if another server keeps it, `DatabaseUnreachable` if no database answers.
 */
export async function lockServer(options: ServerLockOptions): Promise<ServerLock> {
  const { databaseUrl, patienceMs = 12_000, answerTimeoutMs = 10_000 } = options;
  const { silenceMs = 3_000, onLost = throwLater } = options;
  const releasing = new AbortController();
  const { signal } = releasing;
  const isReleased = () => signal.aborted;
  const wanted = { databaseUrl, answerTimeoutMs, id: randomUUID() };
  let holding: Holding | null = await take({ ...wanted, patienceMs });
  let follower = nobody;
  let hasEntered = false;
  /** Retries through all faults until the lock is held again, or another server has it. */
  async function retake(): Promise<void> {
    while (!isReleased()) {
      try {
        const taken = (holding = await take({ ...wanted, patienceMs: 0, isAgain: true }));
        // `release` was called before there was a connection that it could close.
        if (isReleased()) throw new DatabaseUnavailable('away');
        if (hasEntered && !(await isHolder(taken.client, wanted.id))) throw new DatabaseTakenOver();
        await untilBroken(taken, follower.onHeld());
        return;
      } catch (fault) {
        letGo();
        if (isReleased()) return;
        if (fault instanceof DatabaseInUse) throw fault;
        follower.onLost(databaseFaultKind(fault) ?? 'away');
      }
      await delay(pollEveryMs, undefined, { signal }).catch(() => undefined);
    }
  }

  // Destroys the socket: a clean end would wait for the answer of a database that may be silent.
  function letGo(): void {
    holding?.client.connection.stream.destroy();
    holding = null;
  }

  const onBroken = (kind: DatabaseFaultKind) => {
    letGo();
    follower.onLost(kind);
    return retake();
  };
  const keeping = keepLock({ holding: () => holding && { holding, silenceMs, signal }, isReleased, onBroken }).catch(
    onLost,
  );
  return {
    async fence(connection) {
      await nameConnection(connection, wanted.id);
      if (!holding || (await backendOf(connection)) !== holding.backend) throw new DatabaseUnavailable('away');
    },
    async enter(queries, now) {
      await enterAsHolder(queries, wanted.id, now);
      hasEntered = true;
    },
    follow(next) {
      follower = next;
      if (!holding) follower.onLost('away');
    },
    async release() {
      releasing.abort();
      // A lock that is being taken again right now is released as soon as it is held.
      await Promise.race([
        Promise.all([holding?.client.end(), keeping]),
        delay(goodbyeWithinMs, undefined, { ref: false }),
      ]);
      letGo();
    },
  };
}

async function untilBroken({ broken }: Holding, work: unknown): Promise<void> {
  await Promise.race([work, broken.then((kind) => Promise.reject(new DatabaseUnavailable(kind)))]);
}

/** Watches the lock's connection and takes the lock again, until it is released or lost for good. */
async function keepLock({ holding, isReleased, onBroken }: KeptLock): Promise<void> {
  while (!isReleased()) {
    const held = holding();
    if (!held) return;
    const kind = await broken(held.holding, held);
    if (!isReleased()) await onBroken(kind);
  }
}

interface KeptLock {
  holding: () => { holding: Holding; silenceMs: number; signal: AbortSignal } | null;
  isReleased: () => boolean;
  onBroken: (kind: DatabaseFaultKind) => Promise<void>;
}

/** Queries every second; resolves when the connection is broken or silent for too long, or the lock is released. */
async function broken(
  { client, broken: over }: Holding,
  { silenceMs, signal }: { silenceMs: number; signal: AbortSignal },
): Promise<DatabaseFaultKind> {
  const isOver = new AbortController();
  const kind = over.finally(() => isOver.abort());
  const resting = AbortSignal.any([signal, isOver.signal]);
  const isResting = () => !resting.aborted;
  while (isResting()) {
    await delay(askEveryMs, undefined, { signal: resting }).catch(() => undefined);
    if (!isResting()) break;
    const answered = client.query('select 1').then(
      () => 'answered' as const,
      () => kind,
    );
    const first = await Promise.race([answered, silence(silenceMs, resting).then((is) => (is ? 'silent' : kind))]);
    if (first !== 'answered') return first;
  }
  return signal.aborted ? 'away' : kind;
}

/** Resolves to true after `ms`, to false if aborted. Input that came while the process was paused is read first. */
async function silence(ms: number, signal: AbortSignal): Promise<boolean> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
  await nextTurn();
  await nextTurn();
  return !signal.aborted;
}

interface Wanted {
  databaseUrl: string;
  answerTimeoutMs: number;
  patienceMs: number;
  id: string;
  /** Whether to retake a lock: ends what is left of its old connection; a read-only database still counts as away. */
  isAgain?: boolean;
}

/** Opens a connection and waits for the lock; the connection holds it until it ends or breaks. */
async function take({ databaseUrl, answerTimeoutMs, patienceMs, id, isAgain = false }: Wanted): Promise<Holding> {
  const client = new pg.Client({
    ...{ connectionString: databaseUrl, keepAlive: true, keepAliveInitialDelayMillis: keepAliveAfterMs },
    ...{ connectionTimeoutMillis: answerTimeoutMs, query_timeout: answerTimeoutMs },
  });
  const over = new Promise<DatabaseFaultKind>((resolve) => {
    client.on('error', (fault) => resolve(databaseFaultKind(fault) ?? 'away')).on('end', () => resolve('away'));
  });
  await client.connect().catch(unreachable);
  try {
    await nameLock(client, id);
    if (isAgain && (await isReadOnly(client))) throw new DatabaseUnavailable('read_only');
    if (isAgain) await endLocks(client, id);
    if (!(await waitForLock(client, patienceMs))) throw new DatabaseInUse();
    await endConnections(client);
    return { client, backend: await ownBackend(client), broken: over };
  } catch (fault) {
    client.connection.stream.destroy();
    if (fault instanceof DatabaseInUse || fault instanceof DatabaseUnavailable) throw fault;
    return unreachable(fault);
  }
}

/** False if another session still has it after `patienceMs`. */
async function waitForLock(client: pg.Client, patienceMs: number): Promise<boolean> {
  // Otherwise a machine that vanished would keep the lock for two hours, until TCP gives its connection up.
  await client.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3');
  const endMs = performance.now() + patienceMs;
  while (!(await tryServerLock(client))) {
    if (performance.now() >= endMs) return false;
    await delay(pollEveryMs);
  }
  return true;
}

/** Throws where nothing catches it, which ends the process. */
function throwLater(fault: unknown): void {
  setImmediate(() => {
    throw fault;
  });
}
