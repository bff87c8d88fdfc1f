import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentStorage } from './document-storage.ts';
import { checkedName, StorageUnavailable, storageName } from './document-storage.ts';

/** What is being written has this behind its name. */
const unfinished = '.part';

/** Keeps documents as files of a folder that nobody else may read. A file is there whole or not at all, after a power cut too. */
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
    const files = await readdir(folder).catch(noneWhereAbsent);
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

/** The name of a file is kept for good only when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

function noneWhereAbsent(fault: NodeJS.ErrnoException): string[] {
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
