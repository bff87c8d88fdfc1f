import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { mediaTypeOf } from './media-types.ts';
import { loadPageHeaders, pagePath, siteHeaders } from './page-headers.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

/** One form of a file, with everything that its answer needs already made. */
export interface SiteForm {
  content: Buffer;
  etag: string;
  /** Names and values in turn, as the response writes them. */
  headers: string[];
  /** The same without what belongs to the content: for 304. */
  unchangedHeaders: string[];
}

export type SiteFile = Readonly<Record<Encoding, SiteForm>>;

/** The built site in memory, by path. */
export interface SiteFiles {
  readonly byPath: ReadonlyMap<string, SiteFile>;
  readonly notFound: SiteFile | undefined;
}

const notFoundPath = '/404';

/** Reads `dist/client`, with the compressed forms that the build left beside the files. */
export async function loadSiteFiles(distDir: string): Promise<SiteFiles> {
  const clientDir = join(distDir, 'client');
  const pageHeaders = await loadPageHeaders(join(distDir, '_headers.json'));
  const entries = await readdir(clientDir, { recursive: true, withFileTypes: true });
  const names = new Set(entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)));
  const byPath = new Map<string, SiteFile>();
  for (const name of names) {
    const form = /\.(br|gz)$/.exec(name)?.[0];
    if (form && names.has(name.slice(0, -form.length))) continue;
    const address = `/${relative(clientDir, name).split(sep).join('/')}`;
    const path = address.endsWith('.html') ? pagePath(address) : address;
    byPath.set(path, await loadFile({ name, address, names, extra: pageHeaders.get(path) }));
  }
  const notFound = byPath.get(notFoundPath);
  byPath.delete(notFoundPath);
  return { byPath, notFound };
}

interface FileSource {
  name: string;
  address: string;
  names: ReadonlySet<string>;
  extra: Record<string, string> | undefined;
}

async function loadFile({ name, address, names, extra }: FileSource): Promise<SiteFile> {
  const plain = await readFile(name);
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  const shared = {
    ...siteHeaders,
    'content-type': mediaTypeOf(name),
    'cache-control': cacheControlOf(address),
    ...extra,
  };
  const identity = formOf({ content: plain, etag: `"${hash}"`, shared });
  const compressed = async (ending: 'br' | 'gz', encoding: Encoding) =>
    names.has(`${name}.${ending}`)
      ? formOf({ content: await readFile(`${name}.${ending}`), etag: `"${hash}-${ending}"`, shared, encoding })
      : undefined;
  const gzip = (await compressed('gz', 'gzip')) ?? identity;
  return { identity, gzip, br: (await compressed('br', 'br')) ?? gzip };
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

/** What the bundler names by its content never changes; pages are asked about each time, by their ETag. */
function cacheControlOf(address: string): string {
  if (address.startsWith('/_astro/')) return 'public, max-age=31536000, immutable';
  return address.endsWith('.html') ? 'no-cache' : 'public, max-age=3600';
}
