import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { picturesPath } from '../../content/pictures/picture-sources.ts';
import type { PictureStore } from '../../content/pictures/prepare-picture.ts';

export interface PictureFilesOptions {
  /** Where they are kept. */
  folder: string;
  /** Where the build left those of its content: they need not be made again. */
  built?: string | undefined;
  /** Is given every picture that there is, and every one that comes, to show it to visitors. */
  serve?: ((path: string, bytes: Buffer) => void) | undefined;
  /** Is told of every one that goes. */
  drop?: ((path: string) => void) | undefined;
}

/** Where a server keeps the pictures of its copy, and where a build leaves those of its own. */
export const keptPictures = (dataDir: string) => join(dataDir, 'content', 'pictures');
export const builtPictures = (distDir: string) => join(distDir, 'client', 'pictures');

/** The prepared pictures in a folder, by the last part of their paths. */
export async function openPictureFiles(options: PictureFilesOptions): Promise<PictureStore> {
  const { folder, built, serve = () => undefined, drop = () => undefined } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = (await readdir(folder)).filter((name) => name.endsWith('.webp'));
  const known = new Set(names);
  for (const name of names) serve(picturesPath + name, await readFile(join(folder, name)));

  async function write(name: string, bytes: Buffer): Promise<void> {
    // Whole or not at all, should the process end in between.
    await writeFile(join(folder, `${name}.new`), bytes, { mode: 0o600 });
    await rename(join(folder, `${name}.new`), join(folder, name));
    known.add(name);
    serve(picturesPath + name, bytes);
  }

  /** What one name stands for never differs: who asks while it is written waits for that. */
  const writing = new Map<string, Promise<void>>();
  function keep(name: string, bytes: Buffer): Promise<void> {
    const written = writing.get(name) ?? write(name, bytes).finally(() => writing.delete(name));
    writing.set(name, written);
    return written;
  }

  return {
    async has(path) {
      const name = basename(path);
      if (known.has(name)) return true;
      const bytes = built === undefined ? null : await readFile(join(built, name)).catch(() => null);
      if (bytes) await keep(name, bytes);
      return bytes !== null;
    },
    put: (path, bytes) => keep(basename(path), Buffer.from(bytes)),
    async keepOnly(paths) {
      for (const name of [...known].filter((one) => !paths.has(picturesPath + one))) {
        known.delete(name);
        drop(picturesPath + name);
        await rm(join(folder, name), { force: true });
      }
    },
  };
}
