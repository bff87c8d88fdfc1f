import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';

/**
 * A folder whose files a command writes without losing what somebody else wrote: a file is replaced or removed only if
 * git has it as it is, or if this command wrote it and nobody has changed it since.
 */
export interface OwnedFiles {
  /** What is there now, by path: the hash of each file that `isOurs` names. */
  readonly hashes: ReadonlyMap<string, string>;
  /** Whether a file was written by an earlier call and not changed since. */
  isOwn: (path: string) => boolean;
  /** Which of these files would be lost if they were replaced. */
  unsafe: (paths: readonly string[]) => Promise<string[]>;
  /** Writes and removes files. Writes nothing if all is as it should be. */
  apply: (changes: { write: ReadonlyMap<string, string | Uint8Array>; remove: readonly string[] }) => Promise<void>;
}

/** Remembers what was written: the hash of each file by its path. */
const noteFile = '.pulled.json';
const noteOfFiles = z.record(z.string(), z.string());

export const hashOfFile = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** `isOurs`: which files of the folder, by their paths with slashes, are looked at; all others are left alone. */
export async function openOwnedFiles(folder: string, isOurs: (path: string) => boolean): Promise<OwnedFiles> {
  const found = (await filesIn(folder)).filter(isOurs);
  const hashes = new Map(
    await Promise.all(found.map(async (path) => [path, hashOfFile(await readFile(join(folder, path)))] as const)),
  );
  const note = new Map(Object.entries(await readNote(folder)));
  const isOwn = (path: string) => hashes.get(path) !== undefined && hashes.get(path) === note.get(path);

  return {
    hashes,
    isOwn,
    async unsafe(paths) {
      const others = paths.filter((path) => hashes.has(path) && !isOwn(path));
      if (others.length === 0) return [];
      const kept = await committedFiles(folder);
      return others.filter((path) => !kept.has(path));
    },
    async apply({ write, remove }) {
      const now = new Map([...note].filter(([path]) => isOwn(path)));
      for (const [path, bytes] of write) {
        now.set(path, hashOfFile(bytes));
        if (hashes.get(path) !== hashOfFile(bytes)) await replace(join(folder, path), bytes);
      }
      for (const path of remove) {
        now.delete(path);
        await rm(join(folder, path), { force: true });
        await removeEmpty(folder, dirname(path));
      }
      if (JSON.stringify([...now]) !== JSON.stringify([...note]))
        await replace(join(folder, noteFile), `${JSON.stringify(Object.fromEntries([...now].sort()), null, 2)}\n`);
    },
  };
}

/** Removes a folder and those above it, as far as nothing is left in them. */
async function removeEmpty(root: string, folder: string): Promise<void> {
  if (folder === '.') return;
  const isRemoved = await rmdir(join(root, folder)).then(
    () => true,
    () => false,
  );
  if (isRemoved) await removeEmpty(root, dirname(folder));
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((fault: unknown) => {
    if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return [];
    throw fault;
  });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'))
    .sort();
}

async function readNote(folder: string): Promise<Record<string, string>> {
  const text = await readFile(join(folder, noteFile), 'utf8').catch(() => '{}');
  try {
    return noteOfFiles.parse(JSON.parse(text));
  } catch {
    // Then nothing is known to be ours, so nothing is lost.
    return {};
  }
}

/** A new file first, so that a crash never leaves half a file. */
async function replace(file: string, bytes: string | Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.new`, bytes);
  await rename(`${file}.new`, file);
}

/** The files that the last commit has exactly as they are; none outside of git. */
async function committedFiles(folder: string): Promise<ReadonlySet<string>> {
  try {
    const [tracked, changed] = await Promise.all([
      git(folder, ['ls-files', '-z']),
      git(folder, ['diff', '--name-only', '--relative', '-z', 'HEAD', '--', '.']),
    ]);
    const edited = new Set(changed);
    return new Set(tracked.filter((path) => !edited.has(path)));
  } catch {
    return new Set();
  }
}

async function git(folder: string, args: readonly string[]): Promise<string[]> {
  const maxBuffer = 64 * 1024 * 1024;
  const { stdout } = await promisify(execFile)('git', ['-C', folder, ...args], { maxBuffer });
  return stdout.split('\0').filter(Boolean);
}
