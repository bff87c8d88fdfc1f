import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database } from '../../src/server/db/database.ts';
import { openDatabase } from '../../src/server/db/database.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { seed } from '../../src/server/seed/seed.ts';
import { createHandFeed } from './hand-feed.ts';
import { createTestRuntime } from './test-runtime.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const kept = join(root, 'node_modules', '.cache', 'brokerkit');

/** What a test's database is copied from: migrated and empty, or with all that the first start of a test app puts into it. */
export type DatabaseTemplate = 'migrated' | 'seeded';

const migrationSources = [
  'src/server/db/migrations/**/*',
  'src/server/db/{migrate,embedded-worker}.ts',
  'node_modules/@electric-sql/pglite/package.json',
];
/** What a template depends on. */
const sources: Readonly<Record<DatabaseTemplate, readonly string[]>> = {
  migrated: migrationSources,
  seeded: [
    ...migrationSources,
    'src/{lib,server}/**/*.ts',
    'tests/support/{test-runtime,hand-feed,database-templates}.ts',
  ],
};

/** Brings an empty database to where a template is. */
export async function prepareDatabase(database: Database, template: DatabaseTemplate): Promise<void> {
  await migrate(database);
  if (template === 'migrated') return;
  const runtime = createTestRuntime({ series: 'seed' });
  const feed = createHandFeed(runtime);
  const openingRates = await feed.openingRates();
  await seed(database, { runtime, openingRates, feedName: feed.name, demoData: true, seedHistory: 'short' });
}

const hashes = new Map<DatabaseTemplate, Promise<string>>();

/** The name of a template: another one as soon as anything changes that it depends on. */
export async function nameOfTemplate(template: DatabaseTemplate): Promise<string> {
  const hash = hashes.get(template) ?? hashOf(sources[template]);
  hashes.set(template, hash);
  return `${template}_${await hash}`;
}

async function hashOf(patterns: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  const found = patterns.flatMap((pattern) => globSync(pattern, { cwd: root, withFileTypes: true }));
  const files = found.filter((entry) => entry.isFile()).map((file) => join(file.parentPath, file.name));
  for (const file of files.sort()) hash.update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
}

const made = new Map<DatabaseTemplate, Promise<string>>();

/**
 * Puts the embedded database into a data folder as the template has it. To make one takes a processor seconds: the first who
 * needs it makes it, all others copy that one, in later runs too, until anything changes that it depends on.
 */
export async function copyDatabase(dataDir: string, template: DatabaseTemplate): Promise<void> {
  const place = made.get(template) ?? makeOnce(template);
  made.set(template, place);
  await cp(await place, join(dataDir, 'database'), { recursive: true });
}

async function makeOnce(template: DatabaseTemplate): Promise<string> {
  const place = join(kept, await nameOfTemplate(template));
  if (!existsSync(place)) await makeIn(place, template);
  return place;
}

/** Two that make it at once both have a whole one, and one of them is kept. */
async function makeIn(place: string, template: DatabaseTemplate): Promise<void> {
  await mkdir(dirname(place), { recursive: true });
  const dataDir = await mkdtemp(`${place}-`);
  if (template === 'seeded') await copyDatabase(dataDir, 'migrated');
  const database = await openDatabase({ databaseUrl: null, dataDir, poolSize: 1 });
  await prepareDatabase(database, template);
  await database.close();
  await rename(join(dataDir, 'database'), place).catch((fault: unknown) => {
    if (!existsSync(place)) throw fault;
  });
  await rm(dataDir, { recursive: true });
  await removeOlder(place, template);
}

/** Templates of sources that have changed since: nobody copies them any more. */
async function removeOlder(place: string, template: DatabaseTemplate): Promise<void> {
  const finished = new RegExp(`^${template}_[0-9a-f]{16}$`);
  const older = (await readdir(kept)).filter((name) => finished.test(name) && name !== basename(place));
  await Promise.all(older.map((name) => rm(join(kept, name), { recursive: true, force: true })));
}
