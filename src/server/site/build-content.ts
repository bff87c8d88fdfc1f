import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ContentSource, PulledContent } from '../../content/content-source.ts';
import { ContentInvalid, ContentUnavailable } from '../../content/content-source.ts';
import type { SiteContent } from '../../content/model/site-content.ts';
import { picturesIn, withPictures } from '../../content/pictures/with-pictures.ts';
import type { KeptContent } from '../../content/pull/kept-content.ts';
import { contentOfKept } from '../../content/pull/merge-content.ts';
import type { SourceOptions } from '../../content/sources/choose-source.ts';
import { chooseSource } from '../../content/sources/choose-source.ts';
import type { ContentOnDisk } from '../content/content-copy.ts';
import { builtCopyFile, createContentCopy, contentCopyFile, loadCopies } from '../content/content-copy.ts';
import { mergeOnto } from '../content/content-reader.ts';
import { builtPictures, copiedPictures } from '../content/picture-files.ts';

/** The content of a build. It is loaded before anything of the last build is removed. */
export interface BuildContent {
  /** The name of the source. */
  source: string;
  content: SiteContent;
  kept: KeptContent;
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
  /** Receives what an editor should correct, and why the build is not made of the current content. */
  warn?: (message: string) => void;
}

/**
 * Loads the current content from its source. A part of a CMS that is refused is built from the newest copy on this
 * machine, or left out if that lacks it. If a CMS does not answer, or has no site to show, warns and uses the whole
 * copy. Throws if there is none. Also throws if local files have faults, because whoever runs the build can correct
 * them.
 */
export async function loadBuildContent(options: BuildContentOptions): Promise<BuildContent> {
  const { cms, warn = () => undefined } = options;
  const source = chooseSource(options);
  const files = [contentCopyFile(options.dataDir), builtCopyFile(options.distDir)];
  const [copy] = await loadCopies(files.map((file) => createContentCopy(file, source.name)));
  try {
    return await pull(source, copy, options);
  } catch (fault) {
    const isTheirs = fault instanceof ContentUnavailable || fault instanceof ContentInvalid;
    if (!cms || !isTheirs) throw fault;
    const what = `The content could not be pulled from ${source.name}: ${fault.message}`;
    // A build may be served as it is for ever, so the copy of an address that may be another CMS is not used.
    if (!copy || copy.elsewhere !== null)
      throw new Error(`${what}\nThere is no copy of it on this machine to build from.`, { cause: fault });
    warn(`${what}\nTHE SITE IS BUILT FROM THE COPY OF ${copy.from.toISOString()} (${copy.file}).`);
    const { kept, from } = copy;
    const { content } = contentOfKept(kept, Date.now());
    // What waits will be published by the server, with its pictures.
    const pictures = await picturesOf([content, kept.waiting], new Map(), options);
    return { source: source.name, content, kept, from, pictures };
  }
}

async function pull(
  source: ContentSource,
  copy: ContentOnDisk | undefined,
  options: BuildContentOptions,
): Promise<BuildContent> {
  const { cms, warn = () => undefined } = options;
  const made = new Map<string, Uint8Array>();
  const store = {
    has: (path: string) => Promise.resolve(made.has(path)),
    put: (path: string, bytes: Uint8Array) => Promise.resolve(void made.set(path, bytes)),
  };
  const pulled = await withPictures(source, { store }).load();
  if (!cms) refuseFaults(pulled);
  const merged = mergeOnto(copy, pulled, Date.now());
  for (const { path, faults, isShown } of merged.refused) {
    const what = isShown ? 'ITS LAST GOOD VERSION IS BUILT' : 'IT IS LEFT OUT';
    warn(`${path} is refused. ${what}:\n${new ContentInvalid(faults).message}`);
  }
  for (const { path, text } of merged.warnings) warn(`${path}: ${text}`);
  const { content, kept } = merged;
  return { source: source.name, content, kept, pictures: await picturesOf(content, made, options) };
}

/** In files, a missing picture is a fault too. */
function refuseFaults({ parts, warnings }: PulledContent): void {
  const faults = parts.flatMap((part) => (part.ok ? [] : part.faults));
  const missing = warnings.filter(({ kind }) => kind === 'picture');
  const gone = missing.map(({ path, address = '' }) => ({
    path,
    expected: `the picture ${address}`,
    found: 'nothing',
  }));
  if (faults.length + gone.length > 0) throw new ContentInvalid([...faults, ...gone]);
}

/** The pictures that were prepared now, and those that only the copies have. */
async function picturesOf(
  content: unknown,
  made: ReadonlyMap<string, Uint8Array>,
  options: BuildContentOptions,
): Promise<Map<string, Uint8Array>> {
  const folders = [copiedPictures(options.dataDir), builtPictures(options.distDir)];
  const pictures = new Map(made);
  for (const path of new Set(picturesIn(content))) {
    if (made.has(path)) continue;
    const [first, second] = folders.map((folder) => readFile(join(folder, basename(path))).catch(() => null));
    const bytes = (await first) ?? (await second);
    if (bytes) pictures.set(path, bytes);
    else options.warn?.(`${path} has no copy here any more and will be missing`);
  }
  return pictures;
}

/** Stores the content and its pictures in the build, for a server that starts without its own copy. */
export async function keepBuildContent(distDir: string, { source, kept, from, pictures }: BuildContent): Promise<void> {
  const folder = builtPictures(distDir);
  await mkdir(folder, { recursive: true });
  for (const [path, bytes] of pictures) await writeFile(join(folder, basename(path)), bytes);
  await createContentCopy(builtCopyFile(distDir), source).save(kept, from);
}
