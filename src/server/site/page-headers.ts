import { readFile } from 'node:fs/promises';

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

interface BuiltHeaders {
  pathname: string;
  headers: { key: string; value: string }[];
}

/** The headers of single pages (their content security policy) as the build wrote them, by path; none without the file. */
export async function loadPageHeaders(file: string): Promise<ReadonlyMap<string, Record<string, string>>> {
  const text = await readFile(file, 'utf8').catch((fault: unknown) => {
    if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return '[]';
    throw fault;
  });
  const built = JSON.parse(text) as BuiltHeaders[];
  return new Map(
    built.map(({ pathname, headers }) => [
      pagePath(pathname),
      Object.fromEntries(headers.map(({ key, value }) => [key.toLowerCase(), value])),
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
