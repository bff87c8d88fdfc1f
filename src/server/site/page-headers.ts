import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';

/** Headers of every response of the site. */
export const siteHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(self), usb=()',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
};

/** Sent over https only. Two years, because browsers require a long age before they preload a site. */
export const strictTransport = ['strict-transport-security', 'max-age=63072000; includeSubDomains'] as const;

/** Whether the visitor uses https to the proxy in front of us. The header is ignored unless that proxy is trusted. */
export function isSecure({ headers }: Pick<IncomingMessage, 'headers'>, trustProxy: boolean): boolean {
  return trustProxy && headers['x-forwarded-proto'] === 'https';
}

/** The headers that the build records for a page. */
export interface BuiltHeaders {
  pathname: string;
  /** 200 if undefined. */
  status?: number;
  headers: { key: string; value: string }[];
}

/** The status and headers of a page's response. */
export interface PageHead {
  status: number;
  headers: Record<string, string>;
}

/**
 * Loads each page's status and headers (its content security policy) as the build recorded them, by path. Empty if the
 * file is missing.
 */
export async function loadPageHeads(file: string): Promise<ReadonlyMap<string, PageHead>> {
  const text = await readFile(file, 'utf8').catch((fault: unknown) => {
    if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return '[]';
    throw fault;
  });
  const built = JSON.parse(text) as BuiltHeaders[];
  return new Map(
    built.map(({ pathname, status = 200, headers }) => [
      pagePath(pathname),
      { status, headers: Object.fromEntries(headers.map(({ key, value }) => [key.toLowerCase(), value])) },
    ]),
  );
}

/**
 * The canonical spelling of a page's path: with a leading slash, without a trailing one, without `index.html` or
 * `.html`.
 */
export function pagePath(path: string): string {
  const trimmed = path
    .replace(/(^|\/)index\.html$/, '')
    .replace(/\.html$/, '')
    .replace(/^\/+|\/+$/g, '');
  return `/${trimmed}`;
}

/** The file for a path, named as every static host expects it. */
export function fileOf(path: string): string {
  if (path === '/') return 'index.html';
  return /\.\w+$/.test(path) ? path.slice(1) : `${path.slice(1)}.html`;
}
