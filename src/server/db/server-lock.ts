import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { keepAliveAfterMs, unreachable } from './database.ts';

export interface ServerLock {
  release: () => Promise<void>;
}

export interface ServerLockOptions {
  databaseUrl: string;
  /** How long to wait for a server that is about to end, which has 10 seconds. */
  patienceMs?: number;
  /** A database that has not answered by then is given up. */
  answerTimeoutMs?: number;
  /** Told when the lock went with its connection and another server has it now. */
  onLost?: (fault: DatabaseInUse) => void;
}

/** Another server works on the database; the message is for the person who starts this one. */
export class DatabaseInUse extends Error {
  override name = 'DatabaseInUse';
  override message = 'Another server works on the database of DATABASE_URL. Stop it first, or name another database.';
}

/** Any number, the same in every process of this product. */
const serverLock = 7_315_022_043;
const lookEveryMs = 250;

/**
 * Takes a PostgreSQL database for this server. Quotes, candles and who is connected live in the memory of one process: two on
 * one database would fill at two prices and overwrite each other's candles. The lock is of the session of a connection of its
 * own, so it ends with the process however that ends; when the connection breaks it is taken again.
 * Throws `DatabaseInUse` when another server keeps it, `DatabaseUnreachable` when there is no database, or one that does not answer.
 */
export async function lockServer(options: ServerLockOptions): Promise<ServerLock> {
  const { databaseUrl, patienceMs = 12_000, answerTimeoutMs = 10_000, onLost = throwLater } = options;
  const release = new AbortController();
  const isReleased = () => release.signal.aborted;
  const onBroken = () => void retake().catch(onLost);

  async function retake(): Promise<void> {
    while (!isReleased()) {
      await delay(lookEveryMs);
      try {
        client = await holdLock({ ...holding, patienceMs: 0 });
        if (isReleased()) await client.end();
        return;
      } catch (fault) {
        if (fault instanceof DatabaseInUse) throw fault;
      }
    }
  }

  const holding = { databaseUrl, answerTimeoutMs, onBroken };
  let client = await holdLock({ ...holding, patienceMs });
  return {
    release: async () => {
      release.abort();
      await client.end();
    },
  };
}

interface Holding {
  databaseUrl: string;
  patienceMs: number;
  answerTimeoutMs: number;
  onBroken: () => void;
}

/** Opens a connection and waits for the lock; the connection holds it until it ends or breaks. */
async function holdLock({ databaseUrl, patienceMs, answerTimeoutMs, onBroken }: Holding): Promise<pg.Client> {
  const client = new pg.Client({
    ...{ connectionString: databaseUrl, keepAlive: true, keepAliveInitialDelayMillis: keepAliveAfterMs },
    ...{ connectionTimeoutMillis: answerTimeoutMs, query_timeout: answerTimeoutMs },
  });
  let isHeld = false;
  client.on('error', () => {
    if (isHeld) onBroken();
    isHeld = false;
  });
  await client.connect().catch(unreachable);
  try {
    if (!(await waitForLock(client, patienceMs))) throw new DatabaseInUse();
  } catch (fault) {
    await client.end();
    if (fault instanceof DatabaseInUse) throw fault;
    return unreachable(fault);
  }
  isHeld = true;
  return client;
}

/** False when somebody else still has it once the patience is over. */
async function waitForLock(client: pg.Client, patienceMs: number): Promise<boolean> {
  // A machine that vanished must not keep the lock for the two hours that a connection is believed in otherwise.
  await client.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3');
  const endMs = performance.now() + patienceMs;
  while (!(await tryLock(client))) {
    if (performance.now() >= endMs) return false;
    await delay(lookEveryMs);
  }
  return true;
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [serverLock]);
  return rows[0]?.locked === true;
}

/** As a fault that nobody catches it ends the process. */
function throwLater(fault: DatabaseInUse): void {
  setImmediate(() => {
    throw fault;
  });
}
