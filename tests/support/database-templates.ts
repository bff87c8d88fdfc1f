import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database } from '../../src/server/db/database.ts';
import { openDatabase } from '../../src/server/db/database.ts';
import { defaultTradingLimits } from '../../src/lib/trading/limits.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { seed } from '../../src/server/seed/seed.ts';
import { createAutoRule } from '../../src/server/strategies/auto-rule.ts';
import { createHandFeed } from './hand-feed.ts';
import { createTestRuntime } from './test-runtime.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cacheFolder = join(root, 'node_modules', '.cache', 'brokerkit');

/** What a test's database is copied from: migrated and empty, or seeded by the first start of a test app. */
export type DatabaseTemplate = 'migrated' | 'seeded';

const migrationSources = [
  'src/server/db/migrations/**/*',
  'src/server/db/{migrate,embedded-worker}.ts',
  'tests/support/database-templates.ts',
  'node_modules/@electric-sql/pglite/package.json',
];
/** The files a template depends on. */
const sources: Readonly<Record<DatabaseTemplate, readonly string[]>> = {
  migrated: migrationSources,
  seeded: [...migrationSources, 'src/{lib,server}/**/*.ts', 'tests/support/{test-runtime,hand-feed}.ts'],
};

/** Turns an empty database into a template. */
export async function prepareDatabase(database: Database, template: DatabaseTemplate): Promise<void> {
  await migrate(database);
  if (template === 'migrated') return;
  const runtime = createTestRuntime({ series: 'seed' });
  const feed = createHandFeed(runtime);
  const openingRates = await feed.openingRates();
  const { version: autoRuleVersion } = createAutoRule(
    { resolution: '15m', fast: 10, slow: 30 },
    defaultTradingLimits.auto,
  );
  const people = { demoData: true, autoRuleVersion };
  await seed(database, { runtime, openingRates, feedName: feed.name, seedHistory: 'short', ...people });
}

const hashes = new Map<DatabaseTemplate, Promise<string>>();

/** The name of a template; it changes as soon as any file changes that the template depends on. */
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

/** A file of a template, without its trailing zeros. */
interface TemplateFile {
  path: string;
  bytes: Buffer;
  size: number;
}
interface TemplateContent {
  folders: readonly string[];
  files: readonly TemplateFile[];
}

const read = new Map<DatabaseTemplate, Promise<TemplateContent>>();

/**
 * Copies a template of the embedded database into a data folder. Making a template takes seconds, so the first test
 * that needs one makes it; all others copy it, in later runs too, until a file changes that it depends on.
 */
export async function copyDatabase(dataDir: string, template: DatabaseTemplate): Promise<void> {
  const reading = read.get(template) ?? makeOnce(template).then(readTemplate);
  read.set(template, reading);
  const { folders, files } = await reading;
  const home = join(dataDir, 'database');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  for (const folder of folders) mkdirSync(join(home, folder), { mode: 0o700 });
  for (const { path, bytes, size } of files) {
    writeFileSync(join(home, path), bytes, { mode: 0o600 });
    if (size > bytes.length) truncateSync(join(home, path), size);
  }
}

/**
 * Reads a template into memory, because a test process copies it dozens of times. Folders are listed before their
 * contents.
 */
function readTemplate(home: string): TemplateContent {
  const entries = readdirSync(home, { recursive: true, withFileTypes: true }).map((entry) => ({
    path: join(relative(home, entry.parentPath), entry.name),
    isFolder: entry.isDirectory(),
  }));
  const paths = (isFolder: boolean) => entries.filter((entry) => entry.isFolder === isFolder).map(({ path }) => path);
  return { folders: paths(true).sort(), files: paths(false).map((path) => readTrimmed(home, path)) };
}

function readTrimmed(home: string, path: string): TemplateFile {
  const whole = readFileSync(join(home, path));
  let end = whole.length;
  while (end > 0 && whole[end - 1] === 0) end -= 1;
  return { path, bytes: Buffer.from(whole.subarray(0, end)), size: whole.length };
}

/** Makes the templates that are missing or outdated, so that no two test processes make one at the same time. */
export async function makeTemplates(): Promise<void> {
  for (const template of ['migrated', 'seeded'] as const) await makeOnce(template);
}

async function makeOnce(template: DatabaseTemplate): Promise<string> {
  const home = join(cacheFolder, await nameOfTemplate(template));
  if (!existsSync(home)) await makeIn(home, template);
  return home;
}

/** If two processes make a template at the same time, both get a complete one, and one of the two is kept. */
async function makeIn(home: string, template: DatabaseTemplate): Promise<void> {
  await mkdir(dirname(home), { recursive: true });
  const dataDir = await mkdtemp(`${home}-`);
  if (template === 'seeded') await copyDatabase(dataDir, 'migrated');
  await onDatabase(dataDir, (database) => prepareDatabase(database, template));
  await appendFile(join(dataDir, 'database', 'postgresql.conf'), settings);
  await onDatabase(dataDir, shrink);
  await rename(join(dataDir, 'database'), home).catch((fault: unknown) => {
    if (!existsSync(home)) throw fault;
  });
  await rm(dataDir, { recursive: true });
  await removeOlder(home, template);
}

async function onDatabase(dataDir: string, work: (database: Database) => Promise<void>): Promise<void> {
  const database = await openDatabase({ databaseUrl: null, dataDir, poolSize: 1 });
  await work(database).finally(() => database.close());
}

/**
 * Stops PostgreSQL from filling each new 16 MB segment of the write-ahead log with zeros, which would have to be
 * written; a hole in the file costs nothing.
 */
const settings = '\nwal_init_zero = off\nwal_recycle = off\n';

/**
 * Removes half of the files: PostgreSQL's own template databases and the write-ahead log so far, which no test needs.
 */
async function shrink(database: Database): Promise<void> {
  await database.query('update pg_database set datistemplate = false');
  for (const name of ['template0', 'template1']) await database.query(`drop database if exists ${name}`);
  await database.query('select pg_switch_wal()');
  await database.query('checkpoint');
}

/** Removes templates whose sources have changed since, because nothing copies them any more. */
async function removeOlder(home: string, template: DatabaseTemplate): Promise<void> {
  const finished = new RegExp(`^${template}_[0-9a-f]{16}$`);
  const older = (await readdir(cacheFolder)).filter((name) => finished.test(name) && name !== basename(home));
  await Promise.all(older.map((name) => rm(join(cacheFolder, name), { recursive: true, force: true })));
}
