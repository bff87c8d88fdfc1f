import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { picturesPath } from '../../content/pictures/picture-sources.ts';
import type { PictureStore } from '../../content/pictures/prepare-picture.ts';

export interface PictureFilesOptions {
  /** The folder in which the pictures are stored. */
  folder: string;
  /** The folder of the build's pictures, which need not be prepared again. */
  built?: string | undefined;
  /** Called with every existing picture and every new one, to serve it to visitors. */
  serve?: ((path: string, bytes: Buffer) => void) | undefined;
  /** Called with every picture that is removed. */
  drop?: ((path: string) => void) | undefined;
}

/** The folder for the pictures of a server's copy of the content. */
export const copiedPictures = (dataDir: string) => join(dataDir, 'content', 'pictures');
/** The folder for the pictures of a build. */
export const builtPictures = (distDir: string) => join(distDir, 'client', 'pictures');

/** Opens the prepared pictures in a folder. The file name of a picture is the last part of its path. */
export async function openPictureFiles(options: PictureFilesOptions): Promise<PictureStore> {
  const { folder, built, serve = () => undefined, drop = () => undefined } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = (await readdir(folder)).filter((name) => name.endsWith('.webp'));
  const known = new Set(names);
  for (const name of names) serve(picturesPath + name, await readFile(join(folder, name)));

  async function write(name: string, bytes: Buffer): Promise<void> {
    // Written to a new file first, so that a crash never leaves half a picture.
    await writeFile(join(folder, `${name}.new`), bytes, { mode: 0o600 });
    await rename(join(folder, `${name}.new`), join(folder, name));
    known.add(name);
    serve(picturesPath + name, bytes);
  }

  /** A name always has the same content, so parallel writes of one name share the first write. */
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
