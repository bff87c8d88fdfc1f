import { posix } from 'node:path';
import type { ContentSource, ContentWarning } from '../../content/content-source.ts';
import type { Page, SiteContent } from '../../content/model/site-content.ts';
import { withValidBlocks } from '../../content/pull/valid-blocks.ts';
import type { OwnedFiles } from './owned-files.ts';
import { hashOfFile } from './owned-files.ts';
import { namedPictures, renamePictures } from './push-content.ts';

/** What is written, with its pictures as files. */
export interface Pictured {
  content: SiteContent;
  drafts: Page[];
  /** The pictures that are not in the folder yet, by path. */
  pictures: ReadonlyMap<string, Uint8Array>;
  warnings: ContentWarning[];
}

/** How many pictures are loaded at once. */
const mostAtOnce = 4;

/** Loads the pictures and names them as files. One that the folder has already keeps its name there. */
export async function withFiles(
  { content, drafts }: { content: SiteContent; drafts: readonly Page[] },
  loadPicture: ContentSource['loadPicture'],
  { hashes }: Pick<OwnedFiles, 'hashes'>,
): Promise<Pictured> {
  const isImage = (path: string) => path.startsWith('images/');
  const byHash = new Map([...hashes].filter(([path]) => isImage(path)).map(([path, hash]) => [hash, path]));
  const taken = new Set([...hashes.keys()].filter(isImage));
  // What the folder says of a refused page names its own pictures.
  const names = new Map([...taken].map((path) => [path, path]));
  const pictures = new Map<string, Uint8Array>();
  const waiting = namedPictures([content, drafts])
    .filter((src) => !names.has(src))
    .sort();
  while (waiting.length > 0) {
    const some = waiting.splice(0, mostAtOnce);
    const loaded = await Promise.all(some.map((src) => loadPicture(src)));
    for (const [index, src] of some.entries()) {
      const picture = loaded[index];
      if (!picture || picture === 'unchanged') {
        names.set(src, gone);
        continue;
      }
      const hash = hashOfFile(picture.bytes);
      const path = byHash.get(hash) ?? unusedPath(src, hash, taken);
      if (!byHash.has(hash)) pictures.set(path, picture.bytes);
      byHash.set(hash, path);
      taken.add(path);
      names.set(src, path);
    }
  }
  const warnings: ContentWarning[] = [];
  const named = (page: Page) => {
    const path = `pages/${page.slug}`;
    for (const address of namedPictures(page))
      if (names.get(address) === gone)
        warnings.push({ kind: 'picture', path, address, text: `${address} does not exist and is left out` });
    return withValidBlocks(asWritten(renamePictures(page, names)) as Page, path).page;
  };
  return {
    ...{ pictures, warnings, drafts: drafts.map(named) },
    content: {
      ...content,
      pages: content.pages.map(named),
      settings: asWritten(renamePictures(content.settings, names)) as SiteContent['settings'],
    },
  };
}

/** The address of a picture that does not exist. */
const gone = '';

/** Without pictures that do not exist, and without the sizes of all others, which are read from their files. */
function asWritten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asWritten);
  if (typeof value !== 'object' || value === null) return value;
  if (isPicture(value)) return { src: value.src, alt: value.alt };
  const entries = Object.entries(value).filter(([, inner]) => !isPicture(inner) || inner.src !== gone);
  return Object.fromEntries(
    entries.map(([key, inner]: [string, unknown]) =>
      key === 'html' && typeof inner === 'string'
        ? [key, inner.replace(/<img\b[^<>]*\bsrc=""[^<>]*>/g, '')]
        : [key, asWritten(inner)],
    ),
  );
}

const isPicture = (value: unknown): value is { src: string; alt: unknown } =>
  typeof value === 'object' && value !== null && 'src' in value && 'alt' in value;

/** `/storage/uploads/2026/11/20/office_uid_65f.png` becomes `images/office.png`. */
function unusedPath(src: string, hash: string, taken: ReadonlySet<string>): string {
  const { name, ext } = posix.parse(URL.parse(src, 'https://cms')?.pathname ?? src);
  const plain = name.replace(/_uid_[0-9a-f.]+$/i, '').replace(/(%[0-9A-F]{2}|[^A-Za-z0-9_-])+/gi, '-');
  const end = /^\.[A-Za-z0-9]+$/.test(ext) ? ext.toLowerCase() : '';
  const path = `images/${plain || 'picture'}${end}`;
  return taken.has(path) ? `images/${plain || 'picture'}-${hash.slice(0, 8)}${end}` : path;
}
