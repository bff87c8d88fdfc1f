import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import type { Database } from './database.ts';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Any number, the same in every process of this product: two that start at once must not migrate at once. */
const migrationLock = 7_315_022_041;

/** Brings the schema up to date. Safe to repeat, and to run from several processes on one server. */
export async function migrate(database: Database): Promise<void> {
  const connection = await database.pool.connect();
  try {
    await connection.query('select pg_advisory_lock($1)', [migrationLock]);
    try {
      await applyMigrations(drizzle(connection), { migrationsFolder });
    } finally {
      await connection.query('select pg_advisory_unlock($1)', [migrationLock]);
    }
  } finally {
    connection.release();
  }
}
