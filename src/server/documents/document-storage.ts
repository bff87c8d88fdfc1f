import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Stores sealed documents under their names. It knows nothing about customers. */
export interface DocumentStorage {
  /** Resolves when the file is stored durably. Throws `StorageUnavailable`. */
  put: (name: string, bytes: Uint8Array) => Promise<void>;
  /** Throws `StorageUnavailable`, also if no file has this name. */
  get: (name: string) => Promise<Buffer>;
  /** Safe to repeat. Throws `StorageUnavailable`. */
  delete: (name: string) => Promise<void>;
  /**
   * Returns the names of files stored before an instant. In a folder it also deletes unfinished writes from before
   * then. Throws `StorageUnavailable`.
   */
  namesBefore: (before: Date) => Promise<string[]>;
}

/** The storage failed; the message names no document. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';
}

/**
 * The pattern of our file names. No other file is read, written, listed or deleted, so a name cannot lead out of the
 * storage.
 */
export const storageName = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Throws if the name is not one of ours. */
export function checkedName(name: string): string {
  if (!storageName.test(name)) throw new Error('This is no name of a stored document');
  return name;
}

/** The suffix of files that are still being written. */
const unfinished = '.part';

/**
 * Stores documents as files in a folder that only this user can read. A file is complete or absent, even after a power
 * cut.
 */
export function createFolderStorage(folder: string): DocumentStorage {
  const pathOf = (name: string) => join(folder, checkedName(name));

  async function put(path: string, bytes: Uint8Array): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      await writeWhole(path + unfinished, bytes);
      await rename(path + unfinished, path);
      await syncFolder(folder);
    } catch (fault) {
      await Promise.all([path, path + unfinished].map((one) => rm(one, { force: true })));
      throw fault;
    }
  }

  async function namesBefore(before: Date): Promise<string[]> {
    const files = await readdir(folder).catch(noneIfAbsent);
    const old: string[] = [];
    for (const file of files) {
      const name = file.replace(unfinished, '');
      if (!storageName.test(name)) continue;
      const written = await stat(join(folder, file)).catch(() => null);
      if (!written || written.mtime >= before) continue;
      if (file === name) old.push(name);
      else await rm(join(folder, file), { force: true });
    }
    return old;
  }

  return {
    put: (name, bytes) => orUnavailable(put(pathOf(name), bytes)),
    get: (name) => orUnavailable(readFile(pathOf(name))),
    delete: (name) => orUnavailable(rm(pathOf(name), { force: true })),
    namesBefore: (before) => orUnavailable(namesBefore(before)),
  };
}

async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A file's name is durable only once its folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

function noneIfAbsent(fault: NodeJS.ErrnoException): string[] {
  if (fault.code === 'ENOENT') return [];
  throw fault;
}

function orUnavailable<Value>(done: Promise<Value>): Promise<Value> {
  return done.catch((fault: unknown) => {
    throw new StorageUnavailable(`The folder of the documents: ${(fault as NodeJS.ErrnoException).code ?? 'no code'}`, {
      cause: fault,
    });
  });
}
