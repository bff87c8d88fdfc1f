import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';

/** What every answer of the site says about itself, whatever page it is. */
export const siteHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(self), usb=()',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
};

/** Two years: what browsers ask for before they put a site on their own list. Sent only where https is spoken. */
export const strictTransport = ['strict-transport-security', 'max-age=63072000; includeSubDomains'] as const;

/** Whether the visitor speaks https to the proxy in front of us, which alone is believed. */
export function isSecure({ headers }: Pick<IncomingMessage, 'headers'>, trustProxy: boolean): boolean {
  return trustProxy && headers['x-forwarded-proto'] === 'https';
}

/** What the build notes of a page. */
export interface BuiltHeaders {
  pathname: string;
  /** 200 where there is none. */
  status?: number;
  headers: { key: string; value: string }[];
}

/** What a page's answer needs besides its content. */
export interface PageHead {
  status: number;
  headers: Record<string, string>;
}

/**
 * The heads of single pages (status, content security policy) as the build wrote them, by path; none without the file.
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

/** One spelling for a page: a slash before, none behind, no file name. */
export function pagePath(path: string): string {
  const trimmed = path
    .replace(/(^|\/)index\.html$/, '')
    .replace(/\.html$/, '')
    .replace(/^\/+|\/+$/g, '');
  return `/${trimmed}`;
}

/** The file of a path, as every host of files looks for it. */
export function fileOf(path: string): string {
  if (path === '/') return 'index.html';
  return /\.\w+$/.test(path) ? path.slice(1) : `${path.slice(1)}.html`;
}
