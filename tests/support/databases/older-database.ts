import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as apply } from 'drizzle-orm/node-postgres/migrator';
import type { Database } from '../../../src/server/db/database.ts';
import { dropTables } from '../../../src/server/db/reset-database.ts';
import { openTestDatabase } from '../test-database.ts';

const migrations = fileURLToPath(new URL('../../../src/server/db/migrations', import.meta.url));

interface Journal {
  entries: { tag: string }[];
}

/**
 * An empty database as it was before the migration with this number (`0010`). The caller fills it and then migrates it.
 */
export async function openDatabaseBefore(migration: string): Promise<Database> {
  const database = await openTestDatabase();
  await dropTables(database);
  const older = await mkdtemp(join(tmpdir(), 'older-migrations-'));
  await cp(migrations, older, { recursive: true });
  const journal = join(older, 'meta', '_journal.json');
  const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8')) as Journal;
  const count = entries.findIndex(({ tag }) => tag.startsWith(`${migration}_`));
  if (count === -1) throw new Error(`There is no migration ${migration}`);
  await writeFile(journal, JSON.stringify({ ...rest, entries: entries.slice(0, count) }));
  await apply(drizzle(database.pool), { migrationsFolder: older });
  await rm(older, { recursive: true });
  return database;
}
