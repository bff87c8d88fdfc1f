import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { restrictDataDir } from '../../../src/server/db/close-data-dir.ts';
import { openDatabase } from '../../../src/server/db/database.ts';
import { lockDataDir } from '../../../src/server/db/data-lock.ts';
import { createLogger } from '../../../src/server/logger.ts';

let parent: string;
let dataDir: string;
let lines: Record<string, unknown>[];
const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
const close = (uid?: number) => restrictDataDir(dataDir, createLogger({ level: 'info', destination }), uid);

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'brokerkit-modes-'));
  dataDir = join(parent, 'data');
  lines = [];
});
afterEach(() => rm(parent, { recursive: true }));

const modeOf = async (path: string) => ((await stat(join(dataDir, path))).mode & 0o777).toString(8);

/** Everything in the data folder for which another user of the machine has any permission. */
async function openPaths(): Promise<string[]> {
  const inside = ['.', ...(await readdir(dataDir, { recursive: true }))];
  const modes = await Promise.all(inside.map(async (path) => [path, await modeOf(path)] as const));
  return modes.filter(([, mode]) => !['700', '600'].includes(mode)).map(([path]) => path);
}

/** Makes all folders of these files readable for everybody, and the files writable. */
async function makeOpen(files: string[]): Promise<void> {
  for (const file of files) {
    await mkdir(join(dataDir, dirname(file)), { recursive: true });
    await writeFile(join(dataDir, file), 'x');
  }
  for (const { name, parentPath } of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    const path = join(parentPath, name);
    await chmod(path, (await stat(path)).isDirectory() ? 0o755 : 0o666);
  }
  await chmod(dataDir, 0o755);
}

it('makes a folder that nobody else may enter', async () => {
  close();
  expect(await modeOf('.')).toBe('700');
  expect(lines).toEqual([]);
});

it('restricts open permissions, and logs once how many there were', async () => {
  await makeOpen(['database/base/1/2', 'documents/d', 'content/copy.json', 'secret.key', 'lock']);
  close();
  expect(await openPaths()).toEqual([]);
  // Five files, the five folders that contain them (three of the database's) and the data folder.
  expect(lines).toMatchObject([{ level: 'info', closed: 11 }]);
  close();
  expect(lines).toHaveLength(1);
});

it('leaves foreign files alone, and folders that contain some', async () => {
  await makeOpen(['letters/mine', 'database/PG_VERSION']);
  close();
  expect(await modeOf('.')).toBe('755');
  expect(await modeOf('letters/mine')).toBe('666');
  expect(await modeOf('database')).toBe('700');
  expect(lines).toMatchObject([
    { level: 'warn', foreign: 'letters' },
    { level: 'info', closed: 2 },
  ]);
});

it('hidden files and a backup are no reason to leave the folder open', async () => {
  await makeOpen(['.npmrc', 'backup-monday/database/PG_VERSION']);
  close();
  expect(await modeOf('.')).toBe('700');
});

it('closes the folder that the data folder is a link to', async () => {
  await makeOpen(['secret.key']);
  await rename(dataDir, join(parent, 'volume'));
  await symlink(join(parent, 'volume'), dataDir);
  close();
  expect(await openPaths()).toEqual([]);
  expect(lines).toMatchObject([{ level: 'info', closed: 2 }]);
});

it('restricts the target of a link with one of our names, and says if it belongs to somebody else', async () => {
  await makeOpen(['database/base/1']);
  await rename(join(dataDir, 'database'), join(parent, 'volume'));
  await symlink(join(parent, 'volume'), join(dataDir, 'database'));
  close((await stat(dataDir)).uid + 1);
  expect(await modeOf('../volume')).toBe('755');
  expect(lines).toMatchObject([
    { level: 'info', closed: 1 },
    { level: 'warn', left: 1 },
  ]);
  close();
  expect(await Promise.all(['../volume', '../volume/base', '../volume/base/1'].map(modeOf))).toEqual([
    ...['700', '700', '600'],
  ]);
  expect(lines.slice(2)).toMatchObject([{ level: 'info', closed: 3 }]);
});

it('follows no other link, and is not stopped by a broken one', async () => {
  await makeOpen(['documents/mine']);
  await writeFile(join(parent, 'elsewhere'), 'x');
  await chmod(join(parent, 'elsewhere'), 0o644);
  await symlink(join(parent, 'elsewhere'), join(dataDir, 'documents', 'link'));
  await symlink(join(parent, 'nowhere'), join(dataDir, 'database'));
  close();
  expect(await modeOf('../elsewhere')).toBe('644');
  expect(lines).toMatchObject([{ level: 'info', closed: 3 }]);
});

it('is not stopped by a folder that it cannot make', async () => {
  await writeFile(join(parent, 'data'), '');
  close();
  expect(lines).toEqual([]);
});

it('finds nothing to restrict in what the lock and the embedded database create', async () => {
  const lock = await lockDataDir(dataDir);
  const database = await openDatabase({ databaseUrl: null, dataDir, poolSize: 1 });
  await database.query('create table made_later (id int); insert into made_later select generate_series(1, 1000)');
  expect(await openPaths()).toEqual([]);
  expect((await readdir(join(dataDir, 'database'))).length).toBeGreaterThan(10);
  await database.copyTo?.(join(dataDir, 'copy'));
  expect(await openPaths()).toEqual([]);
  await database.close();
  await lock.release();
});
