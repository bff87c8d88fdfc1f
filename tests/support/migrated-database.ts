import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../src/server/db/database.ts';
import { migrate } from '../../src/server/db/migrate.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const kept = join(root, 'node_modules', '.cache', 'brokerkit');

/** What a database that is migrated and empty depends on. */
const sources = [
  'src/server/db/migrations/**/*',
  'src/server/db/{migrate,embedded-worker}.ts',
  'node_modules/@electric-sql/pglite/package.json',
];

let made: Promise<string> | undefined;

/**
 * Puts the embedded database into a data folder, migrated and empty. To make one takes a processor four seconds: the first who
 * needs it makes it, all others copy that one, in later runs too, until a migration is added.
 */
export async function copyMigratedDatabase(dataDir: string): Promise<void> {
  await cp(await (made ??= makeOnce()), join(dataDir, 'database'), { recursive: true });
}

async function makeOnce(): Promise<string> {
  const place = join(kept, `database-${await hashOfMigrations()}`);
  if (!existsSync(place)) await makeIn(place);
  return place;
}

/** The same for all who have the same migrations: what to call a database that is migrated and empty. */
export async function hashOfMigrations(): Promise<string> {
  const hash = createHash('sha256');
  const found = sources.flatMap((pattern) => globSync(pattern, { cwd: root, withFileTypes: true }));
  const files = found.filter((entry) => entry.isFile()).map((file) => join(file.parentPath, file.name));
  for (const file of files.sort()) hash.update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
}

/** Two that make it at once both have a whole one, and one of them is kept. */
async function makeIn(place: string): Promise<void> {
  await mkdir(dirname(place), { recursive: true });
  const dataDir = await mkdtemp(`${place}-`);
  const database = await openDatabase({ databaseUrl: null, dataDir, poolSize: 1 });
  await migrate(database);
  await database.close();
  await rename(join(dataDir, 'database'), place).catch((fault: unknown) => {
    if (!existsSync(place)) throw fault;
  });
  await rm(dataDir, { recursive: true });
}
