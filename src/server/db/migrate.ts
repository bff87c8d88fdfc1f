import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PoolClient } from 'pg';
import type { Database, Queries } from './database.ts';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/**
 * The key of the advisory lock: arbitrary, but the same in every process of this product, so that two processes never
 * migrate at once.
 */
const migrationLock = 7_315_022_041;

/** Brings the schema up to date. Safe to repeat, and to run from several processes on one PostgreSQL server. */
export async function migrate(database: Database): Promise<void> {
  const connection = await database.pool.connect();
  try {
    await connection.query('select pg_advisory_lock($1)', [migrationLock]);
    try {
      if (!(await isUpToDate(connection))) await applyMigrations(connection);
    } finally {
      await connection.query('select pg_advisory_unlock($1)', [migrationLock]);
    }
  } finally {
    connection.release();
  }
}

/** Whether the database has this product's schema, possibly an older version of it. */
export async function isMigrated(queries: Queries): Promise<boolean> {
  const { rows } = await queries.query<{ exists: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  );
  return rows[0]?.exists ?? false;
}

/** Whether the newest migration of the journal was applied, which is the migrator's own criterion. */
async function isUpToDate(queries: Queries): Promise<boolean> {
  if (!(await isMigrated(queries))) return false;
  const { rows } = await queries.query<{ newest: number | null }>(
    'select max(created_at) as newest from drizzle.__drizzle_migrations',
  );
  const journal = JSON.parse(await readFile(join(migrationsFolder, 'meta', '_journal.json'), 'utf8')) as {
    entries: { when: number }[];
  };
  return (rows[0]?.newest ?? 0) >= Math.max(...journal.entries.map(({ when }) => when));
}

/** The migrator is loaded on demand: otherwise it would be a third of all the code that a start loads. */
async function applyMigrations(connection: PoolClient): Promise<void> {
  const [{ drizzle }, { migrate: apply }] = await Promise.all([
    import('drizzle-orm/node-postgres'),
    import('drizzle-orm/node-postgres/migrator'),
  ]);
  await apply(drizzle(connection), { migrationsFolder });
}
