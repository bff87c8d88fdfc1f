import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';
import { schema } from './schema.ts';

/** Deletes the embedded database and customers' documents beside it. The caller holds the lock of the data folder and has not opened it. */
export async function removeEmbedded(dataDir: string): Promise<void> {
  for (const folder of ['database', 'documents']) await rm(join(dataDir, folder), { recursive: true, force: true });
}

/**
 * Drops what the migrations made and nothing else: other tables may live in the same PostgreSQL database.
 * Afterwards `migrate` starts from nothing.
 */
export async function dropTables(database: Database): Promise<void> {
  const tables = Object.values(schema).flatMap((part) => (is(part, PgTable) ? [`"${getTableName(part)}"`] : []));
  await database.transaction(async (connection) => {
    await connection.query(`drop table if exists ${tables.join(', ')} cascade`);
    await connection.query(
      'drop function if exists refuse_ledger_change, refuse_unbalanced_postings, refuse_audit_change',
    );
    await connection.query('drop schema if exists drizzle cascade');
  });
}
