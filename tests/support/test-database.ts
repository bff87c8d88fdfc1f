import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Database, DatabaseOptions } from '../../src/server/db/database.ts';
import { openDatabase } from '../../src/server/db/database.ts';
import type { DatabaseTemplate } from './database-templates.ts';
import { copyDatabase, nameOfTemplate, prepareDatabase } from './database-templates.ts';

/** An arbitrary number, the same in every test process. */
const templateLock = 7_315_022_099;

/**
 * A private database, migrated and empty by default: PGlite, or a database of its own on the PostgreSQL server that
 * TEST_DATABASE_URL names. `close` drops it.
 */
export function openTestDatabase(options: TestDatabaseOptions = {}): Promise<Database> {
  const { poolSize = 4, template = 'migrated', ...watching } = options;
  const serverUrl = process.env.TEST_DATABASE_URL;
  return serverUrl ? openOnServer(serverUrl, template, { poolSize, ...watching }) : openEmbedded(template, watching);
}

export interface TestDatabaseOptions extends Watching {
  poolSize?: number;
  template?: DatabaseTemplate;
}

/** Whether the tests run on a real PostgreSQL server, with more than one connection at a time. */
export const onPostgres = Boolean(process.env.TEST_DATABASE_URL);

/** How the database's availability is observed, and with which timers. */
type Watching = Pick<DatabaseOptions, 'schedule' | 'availability'>;

async function openEmbedded(template: DatabaseTemplate, options: Watching): Promise<Database> {
  const dataDir = await mkdtemp(join(tmpdir(), 'test-database-'));
  await copyDatabase(dataDir, template);
  const database = await openDatabase({ databaseUrl: null, dataDir, poolSize: 1, ...options });
  const close = async () => {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { ...database, close };
}

const templates = new Map<DatabaseTemplate, Promise<string>>();

async function openOnServer(
  serverUrl: string,
  template: DatabaseTemplate,
  options: Watching & Pick<DatabaseOptions, 'poolSize'>,
): Promise<Database> {
  const copied = templates.get(template) ?? onServer(serverUrl, (server) => findTemplate(server, serverUrl, template));
  templates.set(template, copied);
  const name = `brokerkit_test_${randomUUID().replaceAll('-', '')}`;
  const create = `create database ${name} template ${await copied}`;
  await onServer(serverUrl, (server) => server.query(create));
  const database = await openDatabase({ databaseUrl: urlOf(serverUrl, name), dataDir: null, ...options });
  const close = async () => {
    await database.close();
    await onServer(serverUrl, (server) => server.query(`drop database if exists ${name} with (force)`));
  };
  return { ...database, close };
}

/**
 * Finds a template, or makes it for the first test that needs it. It stays on the server, because copying is faster.
 */
async function findTemplate(server: pg.Client, serverUrl: string, template: DatabaseTemplate): Promise<string> {
  const name = `brokerkit_test_template_${await nameOfTemplate(template)}`;
  const unfinished = `${name}_unfinished`;
  // The lock is held until the connection ends.
  await server.query('select pg_advisory_lock($1)', [templateLock]);
  const { rowCount } = await server.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 1) return name;
  await server.query(`drop database if exists ${unfinished} with (force)`);
  await server.query(`create database ${unfinished}`);
  const database = await openDatabase({ databaseUrl: urlOf(serverUrl, unfinished), dataDir: null, poolSize: 1 });
  await prepareDatabase(database, template).finally(() => database.close());
  await server.query(`alter database ${unfinished} rename to ${name}`);
  return name;
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function onServer<Value>(serverUrl: string, work: (server: pg.Client) => Promise<Value>): Promise<Value> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
