import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';
import { schema } from './schema.ts';

/**
 * Deletes the embedded database and customers' documents beside it. The caller must hold the lock of the data folder,
 * and must not have opened the database. The file by which a database is recognised is deleted last, so that an aborted
 * reset can be repeated.
 */
export async function removeEmbedded(dataDir: string): Promise<void> {
  const database = join(dataDir, 'database');
  const inside = existsSync(database) ? await readdir(database) : [];
  const paths = inside.filter((name) => name !== 'PG_VERSION').map((name) => join(database, name));
  for (const path of [join(dataDir, 'documents'), ...paths, database]) await rm(path, { recursive: true, force: true });
}

/**
 * Drops what the migrations created and nothing else: other tables may share the PostgreSQL database. Afterwards
 * `migrate` starts from nothing.
 */
export async function dropTables(database: Database): Promise<void> {
  const tables = Object.values(schema).flatMap((part) => (is(part, PgTable) ? [`"${getTableName(part)}"`] : []));
  await database.transaction(async (connection) => {
    await connection.query(`drop table if exists ${tables.join(', ')} cascade`);
    await connection.query(
      `drop function if exists refuse_ledger_change, check_and_count_postings, refuse_audit_change, refuse_payment_change,
         keep_referred_account`,
    );
    await connection.query('drop schema if exists drizzle cascade');
  });
}
