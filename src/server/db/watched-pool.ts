import type pg from 'pg';
import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { Availability } from './availability.ts';
import { databaseFaultKind, markAsDatabaseFault } from './database-faults.ts';

/** The connections to a database, and whether it can be used. */
export interface WatchedPool {
  kind: 'embedded' | 'postgres';
  pool: pg.Pool;
  availability: Availability;
  /** Usable even while the database counts as away. */
  isExempt?: boolean;
}

/**
 * Listens to the faults of each connection for as long as it lives: the pool listens only while a connection is idle,
 * and an unhandled fault would end the process. When the database is found to be away, all connections are closed, so
 * that no caller waits for an answer, and no statement runs on after its caller has given up.
 */
export function closeConnectionsWhenAway({ kind, pool, availability }: WatchedPool): void {
  const connections = new Set<pg.PoolClient>();
  pool.on('connect', (connection) => {
    connections.add(connection);
    // Runs before the callers that wait for an answer learn of the fault.
    connection.on('error', markAsDatabaseFault);
  });
  pool.on('remove', (connection) => void connections.delete(connection));
  // The only session of the embedded database outlives its connections.
  if (kind === 'embedded') return;
  availability.onFall(() => connections.forEach((connection) => connection.connection.stream.destroy()));
}

/** A connection of the pool. Rejects at once if the database is away, or as soon as it is found to be. */
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
    throw markAsDatabaseFault(fault);
  }
}

function admit({ availability, isExempt }: WatchedPool): void {
  if (!isExempt) availability.admit();
}

/** Like the pool's own query, but a connection on which a query failed is not used again. */
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
    // Checked again before the commit: another server may have the database by now.
    admit(watched);
    await commit(connection);
    return value;
  } catch (error) {
    // A connection that cannot roll back is in an unknown state, so the pool must close it.
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

/** If the fault of a statement was swallowed, PostgreSQL answers a commit with a rollback and no error. */
async function commit(connection: pg.PoolClient): Promise<void> {
  const { command } = await connection.query('commit');
  if (command !== 'COMMIT') throw new Error('The database transaction was rolled back: a statement in it had failed');
}

/**
 * Whether a statement was not answered in time. The connection still waits for that answer, so a rollback would have to
 * wait too.
 */
function isUnanswered(error: unknown): error is Error {
  return databaseFaultKind(error) === 'silent';
}
