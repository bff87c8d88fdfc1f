import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { mediaTypeOf } from './media-types.ts';
import type { PageHead } from './page-headers.ts';
import { loadPageHeads, pagePath } from './page-headers.ts';
import type { SiteFile } from './site-form.ts';
import { createSiteFile } from './site-form.ts';

/** Pages are asked about each time, by their ETag. */
export const pageCaching = 'no-cache';
/** Folders of files that are named by their content. */
export const fixedFolders = ['/_astro/', '/pictures/'];
export const fixedCaching = 'public, max-age=31536000, immutable';
export const fileCaching = 'public, max-age=3600';

/** Reads `dist/client` into memory, by path, with the compressed forms that the build left beside the files. */
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
  const compressed = (ending: 'br' | 'gz') =>
    names.has(`${name}.${ending}`) ? readFile(`${name}.${ending}`) : Promise.resolve(undefined);
  const [identity, br, gzip] = await Promise.all([readFile(name), compressed('br'), compressed('gz')]);
  const headers = { 'content-type': mediaTypeOf(name), 'cache-control': cachingOf(address), ...head?.headers };
  return createSiteFile({ content: { identity, br, gzip }, status: head?.status ?? 200, headers });
}

/** A file that is named by its content, and compressed as far as it can be. */
export function fixedFile(path: string, content: Buffer): SiteFile {
  const headers = { 'content-type': mediaTypeOf(path), 'cache-control': cachingOf(path) };
  return createSiteFile({ content: { identity: content }, status: 200, headers });
}

/** What is named by its content never changes. */
function cachingOf(address: string): string {
  if (fixedFolders.some((folder) => address.startsWith(folder))) return fixedCaching;
  return address.endsWith('.html') ? pageCaching : fileCaching;
}
