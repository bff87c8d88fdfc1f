import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Encoding } from './content-encoding.ts';
import { mediaTypeOf } from './media-types.ts';
import type { PageHead } from './page-headers.ts';
import { loadPageHeads, pagePath, siteHeaders } from './page-headers.ts';

/** Browsers revalidate a page each time, by its ETag. */
export const pageCaching = 'no-cache';
/** Folders whose files have a hash of their content in their name. */
export const fixedFolders = ['/_astro/', '/pictures/'];
export const fixedCaching = 'public, max-age=31536000, immutable';
export const fileCaching = 'public, max-age=3600';

/**
 * Loads the files of `dist/client` into memory, by path, each with the compressed forms that the build wrote beside it.
 */
export async function loadSiteFiles(distDir: string): Promise<Map<string, SiteFile>> {
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
    byPath.set(path, await loadFile({ name, address, names, head: heads.get(path) }));
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

/** One form of a file (plain or compressed), with its response fully prepared. */
export interface SiteForm {
  content: Buffer;
  etag: string;
  /** Names and values alternate, as the response expects them. */
  headers: string[];
  /** The same without the headers about the content, for a response with status 304. */
  unchangedHeaders: string[];
}

/** A file or page of the site in memory. */
export type SiteFile = Readonly<Record<Encoding, SiteForm>> & {
  readonly status: number;
  /** A hash of the content. */
  readonly hash: string;
  readonly isPage: boolean;
};

export interface SiteFileParts {
  /** The content, plain and in its compressed forms. */
  content: { identity: Buffer; gzip?: Buffer | undefined; br?: Buffer | undefined };
  status: number;
  /** Further headers of the response: type, caching, policy. */
  headers: Record<string, string>;
}

/** Prepares every form of a file; a missing form is replaced by the next larger one. */
export function createSiteFile({ content, status, headers }: SiteFileParts): SiteFile {
  const hash = createHash('sha256').update(content.identity).digest('base64url').slice(0, 22);
  const shared: Record<string, string> = { ...siteHeaders, ...headers };
  const form = (bytes: Buffer | undefined, encoding: 'br' | 'gzip') =>
    bytes && formOf({ content: bytes, etag: `"${hash}-${encoding}"`, shared, encoding });
  const identity = formOf({ content: content.identity, etag: `"${hash}"`, shared });
  const gzip = form(content.gzip, 'gzip') ?? identity;
  const isPage = shared['content-type']?.startsWith('text/html') ?? false;
  return { status, hash, isPage, identity, gzip, br: form(content.br, 'br') ?? gzip };
}

interface FormParts {
  content: Buffer;
  etag: string;
  shared: Record<string, string>;
  encoding?: Encoding;
}

function formOf({ content, etag, shared, encoding }: FormParts): SiteForm {
  const headers = { ...shared, etag, vary: 'accept-encoding', 'content-length': String(content.length) };
  const full = encoding ? { ...headers, 'content-encoding': encoding } : headers;
  const unchanged = Object.entries(headers).filter(([name]) => !name.startsWith('content-'));
  return { content, etag, headers: Object.entries(full).flat(), unchangedHeaders: unchanged.flat() };
}
