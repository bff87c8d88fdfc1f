import { createHash } from 'node:crypto';
import { siteHeaders } from './page-headers.ts';

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

/** A file or page of the site in memory. */
export type SiteFile = Readonly<Record<Encoding, SiteForm>> & {
  readonly status: number;
  /** Names the content. */
  readonly hash: string;
  readonly isPage: boolean;
};

export interface SiteFileParts {
  /** Its bytes, plain and as far as they are compressed. */
  content: { identity: Buffer; gzip?: Buffer | undefined; br?: Buffer | undefined };
  status: number;
  /** What its answer says besides: type, caching, policy. */
  headers: Record<string, string>;
}

/** Makes every form of a file; a form that there is not is the next larger one. */
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
