import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ContentSource } from '../../content/content-source.ts';
import { ContentInvalid, ContentUnavailable } from '../../content/content-source.ts';
import type { SiteContent } from '../../content/model/site-content.ts';
import { picturesIn, withPictures } from '../../content/pictures/with-pictures.ts';
import type { SourceOptions } from '../../content/sources/choose-source.ts';
import { chooseSource } from '../../content/sources/choose-source.ts';
import { builtCopyFile, createContentCopy, contentCopyFile, loadCopies } from '../content/content-copy.ts';
import { builtPictures, copiedPictures } from '../content/picture-files.ts';

/** The content of a build. It is loaded before anything of the last build is removed. */
export interface BuildContent {
  /** The name of the source. */
  source: string;
  content: SiteContent;
  /** When the source had this content; now if undefined. */
  from?: Date;
  /** The prepared pictures of the content, by path. */
  pictures: ReadonlyMap<string, Uint8Array>;
}

export interface BuildContentOptions extends SourceOptions {
  /** The data folder, in which a server on this machine keeps its copy of the content. */
  dataDir: string;
  /** The folder of the last build. */
  distDir: string;
}

/**
 * Loads the current content from its source. If a CMS does not answer, or its content violates the model, warns and
 * uses the newest copy on this machine. Throws if there is no copy. Also throws if local files have faults, because
 * whoever runs the build can correct them.
 */
export async function loadBuildContent(options: BuildContentOptions): Promise<BuildContent> {
  const { cms, warn = () => undefined } = options;
  const source = chooseSource(options);
  try {
    return await pull(source, options);
  } catch (fault) {
    const isTheirs = fault instanceof ContentUnavailable || fault instanceof ContentInvalid;
    if (!cms || !isTheirs) throw fault;
    const files = [contentCopyFile(options.dataDir), builtCopyFile(options.distDir)];
    const [copy] = await loadCopies(files.map((file) => createContentCopy(file, source.name)));
    const what = `The content could not be pulled from ${source.name}: ${fault.message}`;
    if (!copy) throw new Error(`${what}\nThere is no copy of it on this machine to build from.`, { cause: fault });
    warn(`${what}\nTHE SITE IS BUILT FROM THE COPY OF ${copy.from.toISOString()} (${copy.file}).`);
    const { content, from } = copy;
    return { source: source.name, content, from, pictures: await picturesOf(content, options) };
  }
}

/**
 * A missing picture is a fault if the content is in local files. If it comes from a CMS, the picture is left out, as
 * the running server does.
 */
async function pull(source: ContentSource, { cms, warn }: BuildContentOptions): Promise<BuildContent> {
  const missing = new Set<string>();
  const pictures = new Map<string, Uint8Array>();
  const store = {
    has: (path: string) => Promise.resolve(pictures.has(path)),
    put: (path: string, bytes: Uint8Array) => Promise.resolve(void pictures.set(path, bytes)),
  };
  const content = await withPictures(source, { store, onMissing: (src) => void missing.add(src) }).load();
  if (!cms && missing.size > 0)
    throw new ContentInvalid([...missing].map((path) => ({ path, expected: 'a picture', found: 'nothing' })));
  for (const src of missing) warn?.(`${src} is not a picture and is left out`);
  return { source: source.name, content, pictures };
}

async function picturesOf(content: SiteContent, options: BuildContentOptions): Promise<Map<string, Uint8Array>> {
  const folders = [copiedPictures(options.dataDir), builtPictures(options.distDir)];
  const pictures = new Map<string, Uint8Array>();
  for (const path of new Set(picturesIn(content))) {
    const [first, second] = folders.map((folder) => readFile(join(folder, basename(path))).catch(() => null));
    const bytes = (await first) ?? (await second);
    if (bytes) pictures.set(path, bytes);
    else options.warn?.(`${path} has no copy here any more and will be missing`);
  }
  return pictures;
}

/** Stores the content and its pictures in the build, for a server that starts without its own copy. */
export async function keepBuildContent(
  distDir: string,
  { source, content, from, pictures }: BuildContent,
): Promise<void> {
  const folder = builtPictures(distDir);
  await mkdir(folder, { recursive: true });
  for (const [path, bytes] of pictures) await writeFile(join(folder, basename(path)), bytes);
  await createContentCopy(builtCopyFile(distDir), source).save(content, from);
}
