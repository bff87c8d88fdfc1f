import type pg from 'pg';
import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { Availability } from './availability.ts';
import { databaseFaultKind, metOnTheWay } from './database-faults.ts';

/** Connections to a database, and whether that can be used. */
export interface WatchedPool {
  kind: 'embedded' | 'postgres';
  pool: pg.Pool;
  availability: Availability;
  /** It is used although the database is away for all others. */
  isExempt?: boolean;
}

/**
 * Listens to the faults of each connection for as long as it lives. The pool listens only while a connection is idle,
 * and a fault that nobody listens to would end the process. Where the database is found to be away all connections are
 * broken, so that nobody waits for an answer, and nothing goes on that its caller has given up.
 */
export function breakTogether({ kind, pool, availability }: WatchedPool): void {
  const connections = new Set<pg.PoolClient>();
  pool.on('connect', (connection) => {
    connections.add(connection);
    // Before whoever waits for an answer is told.
    connection.on('error', metOnTheWay);
  });
  pool.on('remove', (connection) => void connections.delete(connection));
  // The one session of the embedded database outlives its connections.
  if (kind === 'embedded') return;
  availability.onFall(() => connections.forEach((connection) => connection.connection.stream.destroy()));
}

/** A connection of the pool. Nobody waits for one where the database is away, or found to be. */
async function acquire(watched: WatchedPool): Promise<pg.PoolClient> {
  const { pool, availability } = watched;
  admit(watched);
  const connecting = pool.connect();
  try {
    return await availability.whileThere(connecting);
  } catch (fault) {
    connecting.then(
      (late) => late.release(),
      () => undefined,
    );
    throw metOnTheWay(fault);
  }
}

function admit({ availability, isExempt }: WatchedPool): void {
  if (!isExempt) availability.admit();
}

/** As the pool's own query: a connection on which it failed is not used again. */
export async function queryOnce<Row extends QueryResultRow>(
  watched: WatchedPool,
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

/** See `Database.transaction`. */
export async function inTransaction<Value>(
  watched: WatchedPool,
  work: (connection: pg.PoolClient) => Promise<Value>,
  settings: Readonly<Record<string, string>> = {},
): Promise<Value> {
  const opening = ['begin', ...Object.entries(settings).map(([name, value]) => `set local ${name} = '${value}'`)].join(
    ';',
  );
  const connection = await acquire(watched);
  let broken: Error | undefined;
  try {
    await connection.query(opening);
    const value = await work(connection);
    // Another server may have the database by now.
    admit(watched);
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

/** Where the fault of a statement was swallowed, PostgreSQL answers a commit with a rollback and no error. */
async function commit(connection: pg.PoolClient): Promise<void> {
  const { command } = await connection.query('commit');
  if (command !== 'COMMIT') throw new Error('The database transaction was rolled back: a statement in it had failed');
}

/** A statement had no answer in time. The connection still waits for it: a rollback would only wait behind. */
function isUnanswered(error: unknown): error is Error {
  return databaseFaultKind(error) === 'silent';
}
