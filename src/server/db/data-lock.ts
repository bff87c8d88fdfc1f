import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface DataLock {
  release: () => Promise<void>;
}

/** Another process has the data folder; the message says which, for the person who starts this one. */
export class DataDirInUse extends Error {
  override name = 'DataDirInUse';
}

/**
 * Takes the data folder for this process. The embedded database lets a second process open its files and then loses what
 * was acknowledged, without an error. Node has no file locks, but the SQLite in it takes one of the operating system's,
 * which ends with the process however that ends: no lock outlives a kill, and none is mistaken for a dead one.
 */
export async function lockDataDir(dataDir: string): Promise<DataLock> {
  await mkdir(dataDir, { recursive: true });
  const holderFile = join(dataDir, 'lock-holder.txt');
  const lock = new DatabaseSync(join(dataDir, 'lock'), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (!(error instanceof Error) || !error.message.includes('locked')) throw error;
    throw new DataDirInUse(describeHolder(dataDir, await readHolder(holderFile)));
  }
  await writeFile(holderFile, `process ${process.pid} since ${new Date().toISOString()}\n`);
  return {
    release: async () => {
      await rm(holderFile, { force: true });
      if (lock.isOpen) lock.close();
    },
  };
}

async function readHolder(holderFile: string): Promise<string> {
  const holder = await readFile(holderFile, 'utf8').catch(() => '');
  return holder.trim();
}

function describeHolder(dataDir: string, holder: string): string {
  const who = holder === '' ? 'another process' : `another process (${holder})`;
  return `The data folder ${dataDir} is in use by ${who}. Stop it first, or set DATA_DIR to another folder.`;
}
