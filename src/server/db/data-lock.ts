import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ownerOnly } from './close-data-dir.ts';
import { fullDiskText, isFullDisk } from './full-disk.ts';

export interface DataLock {
  release: () => Promise<void>;
}

/** Another process uses the data folder; the message tells the person who starts this one which. */
export class DataDirInUse extends Error {
  override name = 'DataDirInUse';
}

/** The data folder is not writable; the message says why, like that about a wrong variable. */
export class DataDirUnusable extends Error {
  override name = 'DataDirUnusable';
}

/**
 * Locks the data folder for this process. The embedded database lets a second process open its files, and then loses
 * acknowledged writes without an error. Node has no file locks, but its SQLite uses the operating system's. Such a lock
 * ends with the process, however that ends: none outlives a kill, and a dead process never seems to hold one. Throws
 * `DataDirInUse` if another process has it, `DataDirUnusable` if the folder is not writable.
 */
export async function lockDataDir(dataDir: string): Promise<DataLock> {
  const holderFile = join(dataDir, 'lock-holder.txt');
  const lock = await openLock(dataDir, holderFile).catch((cause: unknown) => unusable(dataDir, cause));
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (!(error instanceof Error) || !error.message.includes('locked')) unusable(dataDir, error);
    throw new DataDirInUse(describeHolder(dataDir, await readHolder(holderFile)));
  }
  const holder = `process ${process.pid} since ${new Date().toISOString()}\n`;
  await writeFile(holderFile, holder).catch((cause: unknown) => {
    lock.close();
    unusable(dataDir, cause);
  });
  return {
    release: async () => {
      await rm(holderFile, { force: true });
      if (lock.isOpen) lock.close();
    },
  };
}

async function openLock(dataDir: string, holderFile: string): Promise<DatabaseSync> {
  await mkdir(dataDir, { recursive: true, mode: ownerOnly.folder });
  const lockFile = join(dataDir, 'lock');
  // Opened for writing but not written, because another process may hold it. SQLite would create its file with the
  // umask's mode.
  for (const file of [holderFile, lockFile]) await (await open(file, 'a', ownerOnly.file)).close();
  return new DatabaseSync(lockFile, { timeout: 0 });
}

function unusable(dataDir: string, cause: unknown): never {
  if (isFullDisk(cause)) throw new DataDirUnusable(`The server cannot start: ${fullDiskText(dataDir)}`, { cause });
  const reason = cause instanceof Error ? cause.message : String(cause);
  throw new DataDirUnusable(`DATA_DIR: expected a folder that can be written to, found ${dataDir} (${reason})`, {
    cause,
  });
}

async function readHolder(holderFile: string): Promise<string> {
  const holder = await readFile(holderFile, 'utf8').catch(() => '');
  return holder.trim();
}

function describeHolder(dataDir: string, holder: string): string {
  const who = holder === '' ? 'another process' : `another process (${holder})`;
  return `The data folder ${dataDir} is in use by ${who}. Stop it first, or set DATA_DIR to another folder.`;
}
