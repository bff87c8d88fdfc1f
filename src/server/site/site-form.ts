import type { Encoding } from './content-encoding.ts';
import { siteHeaders } from './page-headers.ts';

/** One form of a file (plain or compressed), with its response fully prepared. */
export interface SiteForm {
  content: Buffer;
  etag: string;
  /** Names and values alternate, as the response expects them. */
  headers: string[];
  /** The same without the headers about the content, for a response with status 304. */
  unchangedHeaders: string[];
}

export interface FormParts {
  content: Buffer;
  hash: string;
  /** Further headers of the response. */
  headers: Readonly<Record<string, string>>;
  encoding: Encoding;
}

export function prepareForm({ content, hash, headers: further, encoding }: FormParts): SiteForm {
  const etag = encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`;
  const shared = { ...siteHeaders, ...further };
  const headers = { ...shared, etag, vary: 'accept-encoding', 'content-length': String(content.length) };
  const full = encoding === 'identity' ? headers : { ...headers, 'content-encoding': encoding };
  const unchanged = Object.entries(headers).filter(([name]) => !name.startsWith('content-'));
  return { content, etag, headers: Object.entries(full).flat(), unchangedHeaders: unchanged.flat() };
}
