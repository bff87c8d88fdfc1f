import { join } from 'node:path';
import pg from 'pg';
import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { Availability } from './availability.ts';
import { createAvailability } from './availability.ts';
import { startEmbedded } from './embedded.ts';
import { columnTypes } from './column-types.ts';
import { databaseFaultKind } from './database-faults.ts';
import { probeWrites } from './write-probe.ts';

/** What a pool and one of its connections have in common: rows modules take it, and so run inside or outside a transaction. */
export interface Queries {
  query<Row extends QueryResultRow>(query: string | QueryConfig, values?: unknown[]): Promise<QueryResult<Row>>;
}

export interface Database extends Queries {
  readonly kind: 'embedded' | 'postgres';
  readonly pool: pg.Pool;
  /** Whether it can be used: while it cannot, queries and database transactions fail at once. */
  readonly availability: Availability;
  /**
   * Runs the work in one database transaction on one connection: commits what it returns, rolls back when it throws.
   * The work must query by the connection that it is given: the embedded database has only this one. `settings` hold until its
   * end and cost no round trip of their own.
   */
  transaction: <Value>(
    work: (connection: pg.PoolClient) => Promise<Value>,
    settings?: Readonly<Record<string, string>>,
  ) => Promise<Value>;
  /** Runs work whose statements may take as long as they need, such as migrations: no timeout ends them. */
  withoutTimeouts: <Value>(work: (database: Database) => Promise<Value>) => Promise<Value>;
  /**
   * Copies the files of the embedded database into a folder that there is not yet, as they are with all that was committed until then;
   * what is asked meanwhile waits. Null for PostgreSQL, which has programs for that.
   */
  copyTo: ((folder: string) => Promise<void>) | null;
  /** Ends what was asked before, then every connection. */
  close: () => Promise<void>;
}

export interface DatabaseOptions {
  /** A PostgreSQL 15+ server; null for the embedded database. */
  databaseUrl: string | null;
  /** The embedded database lives in its folder `database`; null keeps it in memory. */
  dataDir: string | null;
  poolSize: number;
  /**
   * PostgreSQL cancels a statement that takes longer; where it is silent even then, the connection is given up. Otherwise a network
   * that swallows packets would keep every caller waiting until TCP gives up, a quarter of an hour later. None: no limit.
   */
  statementTimeoutMs?: number;
  /** Told about connections that break while nobody uses them; the pool replaces them by itself. */
  onFault?: (fault: Error) => void;
  /** Kept by whoever watches the database; nobody does otherwise. */
  availability?: Availability;
  /** Called with each new connection to PostgreSQL before it is used; where it rejects, the connection is not. */
  fence?: (connection: pg.ClientBase) => Promise<void>;
}

/** A caller that waits this long for a connection gets an error: an endless wait hides the mistake behind it. */
const connectionTimeoutMs = { embedded: 30_000, postgres: 10_000 };
/** PostgreSQL's own answer that it cancelled a statement has this long to arrive. */
const answerGraceMs = 1_000;
/** A connection that nobody uses is looked at this long afterwards. */
export const keepAliveAfterMs = 10_000;

/** The configured server does not answer or does not let us in; the message says why, for the person who starts us. */
export class DatabaseUnreachable extends Error {
  override name = 'DatabaseUnreachable';
}

/** Opens PostgreSQL, or the embedded database when there is no URL. Throws `DatabaseUnreachable` when it cannot. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { onFault = () => undefined, availability = createAvailability() } = options;
  if (options.databaseUrl !== null) {
    const pool = new pg.Pool(postgresOptions(options.databaseUrl, options));
    const withoutTimeouts: Database['withoutTimeouts'] = async (work) => {
      const more = { poolSize: 1, statementTimeoutMs: undefined, availability: undefined };
      const patient = await openDatabase({ ...options, ...more });
      return work(patient).finally(() => patient.close());
    };
    const stop = () => Promise.resolve();
    const source = { kind: 'postgres', pool, onFault, availability, withoutTimeouts, copyTo: null, stop } as const;
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
    ...{ kind: 'embedded', pool, onFault, availability, stop: embedded.stop },
    withoutTimeouts: (work) => work(database),
    copyTo: (copy) => copyBetweenTransactions(pool, () => embedded.copyTo(copy)),
  });
  return checked(database);
}

function postgresOptions(
  databaseUrl: string,
  { poolSize, statementTimeoutMs, fence }: DatabaseOptions,
): pg.PoolConfig {
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
      // What a client that vanished has locked must be free again by then.
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
  throw new DatabaseUnreachable(`The database cannot be opened: ${reason}`, { cause });
}

/** With the only connection in hand, nobody is in the middle of anything; after a checkpoint there is little to recover. */
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
  stop: () => Promise<void>;
}

function fromPool({ kind, pool, onFault, availability, withoutTimeouts, copyTo, stop }: Source): Database {
  pool.on('error', onFault);
  breakWithPool(pool, availability);
  const stopProbing = probeWrites({ begin: (work) => inTransaction({ pool, availability }, work), availability });
  const asked = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;

  // A pool that ends forgets who waits for one of its connections: they would hang until their time is over.
  function follow<Value>(answer: Promise<Value>): Promise<Value> {
    asked.add(answer);
    const forget = () => void asked.delete(answer);
    answer.then(forget, (fault: unknown) => {
      forget();
      availability.note(fault);
    });
    return answer;
  }

  async function close(): Promise<void> {
    stopProbing();
    while (asked.size > 0) await Promise.allSettled(asked);
    await pool.end();
    await stop();
  }

  return {
    ...{ kind, pool, availability, withoutTimeouts },
    query: (query, values) => follow(queryOnce({ pool, availability }, query, values)),
    transaction: (work, settings) => follow(inTransaction({ pool, availability }, work, settings)),
    copyTo: copyTo && ((folder) => follow(copyTo(folder))),
    close: () => (closing ??= close()),
  };
}

/**
 * Somebody listens to the faults of each connection for as long as it lives: the pool does only while nobody uses it, and a fault
 * that nobody listens to would end the process. Where the database is found to be away all are broken, so that nobody waits for an
 * answer, and nothing goes on later that its caller has given up.
 */
function breakWithPool(pool: pg.Pool, availability: Availability): void {
  const connections = new Set<pg.PoolClient>();
  pool.on('connect', (connection) => {
    connections.add(connection);
    connection.on('error', () => undefined);
  });
  pool.on('remove', (connection) => void connections.delete(connection));
  availability.onFall(() => connections.forEach((connection) => connection.connection.stream.destroy()));
}

type Watched = Pick<Database, 'pool' | 'availability'>;

/** A connection of the pool. Nobody waits for one where the database is away, or found to be. */
async function acquire({ pool, availability }: Watched): Promise<pg.PoolClient> {
  availability.admit();
  const connecting = pool.connect();
  try {
    return await availability.whileThere(connecting);
  } catch (fault) {
    connecting.then(
      (late) => late.release(),
      () => undefined,
    );
    throw fault;
  }
}

/** As the pool's own query: a connection on which it failed is not used again. */
async function queryOnce<Row extends QueryResultRow>(
  watched: Watched,
  query: string | QueryConfig,
  values?: unknown[],
): Promise<QueryResult<Row>> {
  const connection = await acquire(watched);
  try {
    const result = await connection.query<Row>(query, values);
    connection.release();
    return result;
  } catch (fault) {
    connection.release(true);
    throw fault;
  }
}

async function inTransaction<Value>(
  watched: Watched,
  work: (connection: pg.PoolClient) => Promise<Value>,
  settings: Readonly<Record<string, string>> = {},
) {
  const opening = ['begin', ...Object.entries(settings).map(([name, value]) => `set local ${name} = '${value}'`)].join(
    ';',
  );
  const connection = await acquire(watched);
  let broken: Error | undefined;
  try {
    await connection.query(opening);
    const value = await work(connection);
    // Another server may have the database by now.
    watched.availability.admit();
    await commit(connection);
    return value;
  } catch (error) {
    // A connection that cannot roll back is in an unknown state: the pool must drop it, not hand it on.
    if (isUnanswered(error)) broken = error;
    else {
      await connection
        .query('rollback')
        .catch((fault: unknown) => (broken = fault instanceof Error ? fault : new Error()));
    }
    throw error;
  } finally {
    connection.release(broken);
  }
}

/** Where a statement has failed and its fault was swallowed, PostgreSQL answers a commit with a rollback and no error. */
async function commit(connection: pg.PoolClient): Promise<void> {
  const { command } = await connection.query('commit');
  if (command !== 'COMMIT') throw new Error('The database transaction was rolled back: a statement in it had failed');
}

/** A statement had no answer in time. The connection still waits for it: a rollback would only wait behind. */
function isUnanswered(error: unknown): error is Error {
  return databaseFaultKind(error) === 'silent';
}
