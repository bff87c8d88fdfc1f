import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ownerOnly } from './close-data-dir.ts';
import { fullDiskText, isFullDisk } from './full-disk.ts';

export interface DataLock {
  release: () => Promise<void>;
}

/** Another process uses the data folder. The message says which, for the person who starts this one. */
export class DataDirInUse extends Error {
  override name = 'DataDirInUse';
}

/** The data folder is not writable. The message says why, in the form of the messages about wrong variables. */
export class DataDirUnusable extends Error {
  override name = 'DataDirUnusable';
}

/**
 * Locks the data folder for this process. The embedded database lets a second process open its files, and then loses
 * acknowledged writes without an error. Node has no file locks, but its SQLite uses the operating system's. Such a lock
 * ends with its process, even if the process is killed, so a dead process never seems to hold it. Throws `DataDirInUse`
 * if another process holds the lock, `DataDirUnusable` if the folder is not writable.
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
  // Creates both files with the right mode: SQLite would use that of the umask. Nothing is written, because another
  // process may hold the lock.
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
