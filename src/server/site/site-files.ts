import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Encoding } from './content-encoding.ts';
import { mediaTypeOf } from './media-types.ts';
import type { PageHead } from './page-headers.ts';
import { loadPageHeads, pagePath } from './page-headers.ts';
import type { PageReader } from './page-reader.ts';
import type { SiteForm } from './site-form.ts';
import { prepareForm } from './site-form.ts';
import type { StoredPage } from './stored-page.ts';
import { hashOfPage } from './stored-page.ts';

/** Browsers revalidate a page each time, by its ETag. */
export const pageCaching = 'no-cache';
/** Folders whose files have a hash of their content in their name. */
export const fixedFolders = ['/_astro/', '/pictures/'];
export const fixedCaching = 'public, max-age=31536000, immutable';
export const fileCaching = 'public, max-age=3600';

/**
 * Loads the files of `dist/client` into memory, by path, each with the compressed forms that the build wrote beside it.
 * Leaves out the pages at `others`.
 */
export async function loadSiteFiles(
  distDir: string,
  others: ReadonlySet<string> = new Set(),
): Promise<Map<string, SiteFile>> {
  const clientDir = join(distDir, 'client');
  const heads = await loadPageHeads(join(distDir, '_headers.json'));
  const entries = await readdir(clientDir, { recursive: true, withFileTypes: true });
  const names = new Set(entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)));
  const byPath = new Map<string, SiteFile>();
  for (const name of names) {
    const form = /\.(br|gz)$/.exec(name)?.[0];
    if (form && names.has(name.slice(0, -form.length))) continue;
    const address = `/${relative(clientDir, name).split(sep).join('/')}`;
    const path = address.endsWith('.html') ? pagePath(address) : address;
    if (!others.has(path)) byPath.set(path, await loadFile({ name, address, names, head: heads.get(path) }));
  }
  return byPath;
}

interface FileSource {
  name: string;
  address: string;
  names: ReadonlySet<string>;
  head: PageHead | undefined;
}

async function loadFile({ name, address, names, head }: FileSource): Promise<SiteFile> {
  const compressed = (extension: 'br' | 'gz') =>
    names.has(`${name}.${extension}`) ? readFile(`${name}.${extension}`) : Promise.resolve(undefined);
  const [identity, br, gzip] = await Promise.all([readFile(name), compressed('br'), compressed('gz')]);
  const headers = { 'content-type': mediaTypeOf(name), 'cache-control': cachingOf(address), ...head?.headers };
  return createSiteFile({ content: { identity, br, gzip }, status: head?.status ?? 200, headers });
}

/** Prepares a file that is named by a hash of its content. It is served uncompressed only. */
export function fixedFile(path: string, content: Buffer): SiteFile {
  const headers = { 'content-type': mediaTypeOf(path), 'cache-control': cachingOf(path) };
  return createSiteFile({ content: { identity: content }, status: 200, headers });
}

/** A file named by a hash of its content never changes, so it may be cached forever. */
function cachingOf(address: string): string {
  if (fixedFolders.some((folder) => address.startsWith(folder))) return fixedCaching;
  return address.endsWith('.html') ? pageCaching : fileCaching;
}

/** A file or page of the site. */
export interface SiteFile {
  readonly status: number;
  /** A hash of the content. */
  readonly hash: string;
  readonly isPage: boolean;
  /** The form for an encoding, at once if it is in memory. */
  readonly form: (encoding: Encoding) => SiteForm | Promise<SiteForm>;
  /** Set for a page whose content is in files. */
  readonly stored?: StoredPage;
}

export interface SiteFileParts {
  /** The content, plain and in its compressed forms. */
  content: { identity: Buffer; gzip?: Buffer | undefined; br?: Buffer | undefined };
  status: number;
  /** Further headers of the response: type, caching, policy. */
  headers: Record<string, string>;
}

/** Prepares every form of a file; a missing form is replaced by the next larger one. */
export function createSiteFile({ content, status, headers }: SiteFileParts): SiteFile {
  const hash = hashOfPage(content.identity);
  const form = (bytes: Buffer | undefined, encoding: Encoding) =>
    bytes && prepareForm({ content: bytes, hash, headers, encoding });
  const identity = prepareForm({ content: content.identity, hash, headers, encoding: 'identity' });
  const gzip = form(content.gzip, 'gzip') ?? identity;
  const forms = { identity, gzip, br: form(content.br, 'br') ?? gzip };
  return { status, hash, isPage: isPage(headers), form: (encoding) => forms[encoding] };
}

const isPage = (headers: Readonly<Record<string, string>>) => headers['content-type']?.startsWith('text/html') ?? false;

/** A page whose content is read when it is asked for; `reader` keeps what is asked for often. */
export function storedFile(stored: StoredPage, reader: Pick<PageReader, 'read'>): SiteFile {
  const { status, hash, headers, forms } = stored;
  const best: Readonly<Record<Encoding, Encoding>> = {
    identity: 'identity',
    gzip: forms.includes('gzip') ? 'gzip' : 'identity',
    br: forms.includes('br') ? 'br' : forms.includes('gzip') ? 'gzip' : 'identity',
  };
  return { status, hash, isPage: isPage(headers), stored, form: (encoding) => reader.read(stored, best[encoding]) };
}
