import { join } from 'node:path';
import pg from 'pg';
import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { Availability } from './availability.ts';
import { createAvailability } from './availability.ts';
import { startEmbedded } from './embedded.ts';
import { columnTypes } from './column-types.ts';
import { markAsDatabaseFault } from './database-faults.ts';
import type { WatchedPool } from './watched-pool.ts';
import { closeConnectionsWhenAway, inTransaction, queryOnce } from './watched-pool.ts';
import { probeWrites } from './write-probe.ts';

/**
 * What a pool and its connections have in common. The functions of `*-rows.ts` accept either, so they run inside or
 * outside a transaction.
 */
export interface Queries {
  query<Row extends QueryResultRow>(query: string | QueryConfig, values?: unknown[]): Promise<QueryResult<Row>>;
}

export interface Database extends Queries {
  readonly kind: 'embedded' | 'postgres';
  readonly pool: pg.Pool;
  /** Whether the database can be used. While it cannot, queries and database transactions fail at once. */
  readonly availability: Availability;
  /**
   * The same queries and transactions, but usable even while the database counts as away: for the work that must be
   * done before it counts as back.
   */
  readonly exempt: Pick<Database, 'query' | 'transaction'>;
  /**
   * Runs the work in one database transaction on one connection: commits when it returns, rolls back when it throws.
   * The work must use only the connection that it is given: the embedded database has no other. `settings` hold until
   * the end of the transaction and cost no round trip of their own.
   */
  transaction: <Value>(
    work: (connection: pg.PoolClient) => Promise<Value>,
    settings?: Readonly<Record<string, string>>,
  ) => Promise<Value>;
  /** Runs work without statement timeouts, such as migrations. */
  withoutTimeouts: <Value>(work: (database: Database) => Promise<Value>) => Promise<Value>;
  /**
   * Copies the files of the embedded database, with all that is committed, into a folder that must not exist yet;
   * queries wait meanwhile. Null for PostgreSQL, which has programs for that.
   */
  copyTo: ((folder: string) => Promise<void>) | null;
  /** Waits for queries and transactions in progress, then closes every connection. */
  close: () => Promise<void>;
}

export interface DatabaseOptions {
  /** A PostgreSQL 15+ server; null for the embedded database. */
  databaseUrl: string | null;
  /** The embedded database lives in its folder `database`; null keeps it in memory. */
  dataDir: string | null;
  poolSize: number;
  /**
   * PostgreSQL cancels a statement that takes longer; if there is no answer even then, the connection is given up.
   * Otherwise a network that drops packets would keep every caller waiting until TCP gives up, a quarter of an hour
   * later. Undefined: no limit.
   */
  statementTimeoutMs?: number;
  /** Called when an unused connection breaks; the pool replaces it by itself. */
  onFault?: (fault: Error) => void;
  /** Passed by the code that watches the database; if absent, nobody watches it. */
  availability?: Availability;
  /** Called with each new connection to PostgreSQL before its first use; if it rejects, the connection is not used. */
  fence?: (connection: pg.ClientBase) => Promise<void>;
  /** Calls `run` at an interval, and returns the function that stops it. Tests pass one that they step by hand. */
  schedule?: (run: () => void, intervalMs: number) => () => void;
}

/** A caller that waits this long for a connection gets an error: an endless wait would hide its cause. */
const connectionTimeoutMs = { embedded: 30_000, postgres: 10_000 };
/** Extra time for PostgreSQL to answer that it cancelled a statement. */
const answerGraceMs = 1_000;
/** How long a connection is idle before the first keep-alive probe. */
export const keepAliveAfterMs = 10_000;

/**
 * The configured server does not answer or rejects the connection; the message says why, for the person who starts this
 * server.
 */
export class DatabaseUnreachable extends Error {
  override name = 'DatabaseUnreachable';
}

/** Opens PostgreSQL, or the embedded database if there is no URL. Throws `DatabaseUnreachable` if that fails. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { onFault = () => undefined, availability = createAvailability(), schedule = everySoOften } = options;
  if (options.databaseUrl !== null) {
    const pool = new pg.Pool(postgresOptions(options.databaseUrl, options));
    const withoutTimeouts: Database['withoutTimeouts'] = async (work) => {
      const more = { poolSize: 1, statementTimeoutMs: undefined, availability: undefined };
      const patient = await openDatabase({ ...options, ...more });
      return work(patient).finally(() => patient.close());
    };
    const stop = () => Promise.resolve();
    const source = {
      kind: 'postgres',
      pool,
      onFault,
      availability,
      schedule,
      withoutTimeouts,
      copyTo: null,
      stop,
    } as const;
    return checked(fromPool(source));
  }
  const folder = options.dataDir === null ? null : join(options.dataDir, 'database');
  const embedded = await startEmbedded({ folder }).catch(unreachable);
  const pool = new pg.Pool({
    types: columnTypes,
    connectionTimeoutMillis: connectionTimeoutMs.embedded,
    user: 'postgres',
    database: 'postgres',
    stream: embedded.connect,
    ssl: false,
    max: 1,
    idleTimeoutMillis: 0,
  });
  const database = fromPool({
    ...{ kind: 'embedded', pool, onFault, availability, schedule, stop: embedded.stop },
    withoutTimeouts: (work) => work(database),
    copyTo: (copy) => copyBetweenTransactions(pool, () => embedded.copyTo(copy)),
  });
  return checked(database);
}

function postgresOptions(databaseUrl: string, { poolSize, statementTimeoutMs, fence }: DatabaseOptions): pg.PoolConfig {
  return {
    ...(fence && { verify: (connection, done) => void fence(connection).then(() => done(), done) }),
    types: columnTypes,
    connectionTimeoutMillis: connectionTimeoutMs.postgres,
    connectionString: databaseUrl,
    max: poolSize,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    ...(statementTimeoutMs !== undefined && {
      statement_timeout: statementTimeoutMs,
      query_timeout: statementTimeoutMs + answerGraceMs,
      // If a client vanishes, the rows that it has locked are free again after this.
      idle_in_transaction_session_timeout: statementTimeoutMs + answerGraceMs,
    }),
  };
}

async function checked(database: Database): Promise<Database> {
  try {
    await database.query('select 1');
    return database;
  } catch (error) {
    await database.close();
    return unreachable(error);
  }
}

/** Throws `DatabaseUnreachable` with the reason in words. */
export function unreachable(cause: unknown): never {
  const reason = cause instanceof Error ? cause.message : String(cause);
  throw new DatabaseUnreachable(`The database cannot be opened: ${reason}`, { cause: markAsDatabaseFault(cause) });
}

/**
 * Takes the only connection, so that no transaction is open during the copy. The checkpoint leaves little to recover.
 */
async function copyBetweenTransactions(pool: pg.Pool, copy: () => Promise<void>): Promise<void> {
  const connection = await pool.connect();
  try {
    await connection.query('checkpoint');
    await copy();
  } finally {
    connection.release();
  }
}

interface Source extends Pick<Database, 'kind' | 'pool' | 'availability' | 'withoutTimeouts' | 'copyTo'> {
  onFault: (fault: Error) => void;
  schedule: NonNullable<DatabaseOptions['schedule']>;
  stop: () => Promise<void>;
}

const everySoOften: Source['schedule'] = (run, intervalMs) => {
  const timer = setInterval(run, intervalMs).unref();
  return () => clearInterval(timer);
};

function fromPool(source: Source): Database {
  const { kind, pool, onFault, availability, schedule, withoutTimeouts, copyTo, stop } = source;
  pool.on('error', onFault);
  const watched = { kind, pool, availability };
  closeConnectionsWhenAway(watched);
  const stopProbing = probeWrites({ begin: (work) => inTransaction(watched, work), availability, schedule });
  const pending = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;

  // `close` waits for these answers before it ends the pool. A pool that ends forgets the callers that wait for a
  // connection: they would hang until their timeout.
  function follow<Value>(answer: Promise<Value>): Promise<Value> {
    pending.add(answer);
    const forget = () => void pending.delete(answer);
    answer.then(forget, forget);
    return answer;
  }

  function noted<Value>(answer: Promise<Value>): Promise<Value> {
    answer.catch(availability.note);
    return follow(answer);
  }

  const askedBy = (by: WatchedPool): Database['exempt'] => ({
    query: (query, values) => noted(queryOnce(by, query, values)),
    transaction: (work, settings) => noted(inTransaction(by, work, settings)),
  });

  async function close(): Promise<void> {
    stopProbing();
    while (pending.size > 0) await Promise.allSettled(pending);
    await pool.end();
    await stop();
  }

  return {
    ...{ kind, pool, availability, withoutTimeouts },
    ...askedBy(watched),
    exempt: askedBy({ ...watched, isExempt: true }),
    // A copy is written to another disk, so its faults say nothing about the database.
    copyTo: copyTo && ((folder) => follow(copyTo(folder))),
    close: () => (closing ??= close()),
  };
}
