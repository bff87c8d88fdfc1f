import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';

/** Headers of every answer of the site. */
export const siteHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(self), usb=()',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
};

/** Two years: what browsers require before they preload a site. Sent over https only. */
export const strictTransport = ['strict-transport-security', 'max-age=63072000; includeSubDomains'] as const;

/** Whether the visitor uses https to the proxy in front of us; nobody else is believed. */
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

/** What a page's answer needs besides its content. */
export interface PageHead {
  status: number;
  headers: Record<string, string>;
}

/** The status and content security policy of single pages as the build wrote them, by path; empty without the file. */
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

/** The canonical spelling of a page's path: a leading slash, no trailing one, no file name. */
export function pagePath(path: string): string {
  const trimmed = path
    .replace(/(^|\/)index\.html$/, '')
    .replace(/\.html$/, '')
    .replace(/^\/+|\/+$/g, '');
  return `/${trimmed}`;
}

/** The file of a path, where every static host looks for it. */
export function fileOf(path: string): string {
  if (path === '/') return 'index.html';
  return /\.\w+$/.test(path) ? path.slice(1) : `${path.slice(1)}.html`;
}
