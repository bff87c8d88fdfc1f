import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Database } from '../../src/server/db/database.ts';
import { openDatabase } from '../../src/server/db/database.ts';
import { migrate } from '../../src/server/db/migrate.ts';

/**
 * A migrated, empty database that nobody else sees: PGlite in memory, or, where TEST_DATABASE_URL names a PostgreSQL server,
 * a database of its own on it. `close` drops it.
 */
export async function openTestDatabase({ poolSize = 4 } = {}): Promise<Database> {
  const serverUrl = process.env.TEST_DATABASE_URL;
  const database = serverUrl ? await openOnServer(serverUrl, poolSize) : await openInMemory();
  await migrate(database);
  return database;
}

/** Whether tests run on a real PostgreSQL server, with more than one connection at a time. */
export const onPostgres = Boolean(process.env.TEST_DATABASE_URL);

function openInMemory(): Promise<Database> {
  return openDatabase({ databaseUrl: null, dataDir: null, poolSize: 1 });
}

async function openOnServer(serverUrl: string, poolSize: number): Promise<Database> {
  const name = `brokerkit_test_${randomUUID().replaceAll('-', '')}`;
  await onServer(serverUrl, `create database ${name}`);
  const databaseUrl = new URL(serverUrl);
  databaseUrl.pathname = `/${name}`;
  const database = await openDatabase({ databaseUrl: databaseUrl.href, dataDir: null, poolSize });
  const close = async () => {
    await database.close();
    await onServer(serverUrl, `drop database if exists ${name} with (force)`);
  };
  return { ...database, close };
}

async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
