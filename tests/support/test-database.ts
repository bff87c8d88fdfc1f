import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Database } from '../../src/server/db/database.ts';
import { openDatabase } from '../../src/server/db/database.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { copyMigratedDatabase } from './migrated-database.ts';

/**
 * A migrated, empty database that nobody else sees: PGlite, or, where TEST_DATABASE_URL names a PostgreSQL server,
 * a database of its own on it. `close` drops it.
 */
export async function openTestDatabase({ poolSize = 4 } = {}): Promise<Database> {
  const serverUrl = process.env.TEST_DATABASE_URL;
  const database = serverUrl ? await openOnServer(serverUrl, poolSize) : await openEmbedded();
  await migrate(database);
  return database;
}

/** Whether tests run on a real PostgreSQL server, with more than one connection at a time. */
export const onPostgres = Boolean(process.env.TEST_DATABASE_URL);

async function openEmbedded(): Promise<Database> {
  const dataDir = await mkdtemp(join(tmpdir(), 'test-database-'));
  await copyMigratedDatabase(dataDir);
  const database = await openDatabase({ databaseUrl: null, dataDir, poolSize: 1 });
  const close = async () => {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { ...database, close };
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
