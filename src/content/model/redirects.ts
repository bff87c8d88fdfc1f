import * as z from 'zod/mini';
import { locales } from '../../brand.ts';
import { reservedBy } from './parts.ts';

/** An address that leads elsewhere. */

const longestPath = 300;
const longestTarget = 500;

/** The first segment behind the language. */
function firstSegment(path: string): string {
  const [first = '', second = ''] = path.split('/').filter(Boolean);
  return locales.some((locale) => locale === first) ? second : first;
}

/** Files at the root of the site, which a redirect could hide. Folders of ours begin with `_`. */
const rootFiles = /^(robots\.txt|sitemap\.xml|favicon\.(ico|svg)|share\.png|manifest\.webmanifest|_.*)$/;

function reservedAddress(path: string): string | undefined {
  const first = firstSegment(path);
  if (rootFiles.test(first)) return `/${first} is a file of the site`;
  return first === '' ? undefined : reservedBy(first);
}

const hasDots = (path: string) => /(^|\/)\.{1,2}(\/|$)/.test(path);

/** An old address: a path with its language, without a query. It is compared as it is written, without decoding. */
const from = z.string().check(
  z.maxLength(longestPath),
  z.regex(/^(\/[\p{L}\p{N}._~!()+,:@&=-]+)+$/u, 'a path such as /old-page, without ? and #'),
  z.refine((path) => !hasDots(path), { error: 'a path without . and ..' }),
  z.refine((path) => reservedAddress(path) === undefined, {
    error: ({ input }) => `another address, because ${reservedAddress(String(input)) ?? ''}`,
  }),
);

/**
 * Where a redirect may lead: a path of this site, or an https address. `//host` and `/\host` would be other hosts, and
 * nothing here may end a header.
 */
const to = z.string().check(
  z.maxLength(longestTarget),
  z.refine((target) => isPath(target) || isHttps(target), {
    error: 'a path of this site such as /about, or an address that begins with https://',
  }),
);

const isPlain = (target: string) => /^[!-~]+$/.test(target) && !/[\\"<>^`{|}]/.test(target);
const isPath = (target: string) =>
  isPlain(target) && /^\/(?!\/)/.test(target) && !hasDots(target.replace(/[?#].*$/, ''));

function isHttps(target: string): boolean {
  if (!isPlain(target) || !target.startsWith('https://')) return false;
  const url = URL.parse(target);
  return url !== null && url.hostname !== '' && url.username === '' && url.password === '';
}

export const redirect = z.strictObject({ from, to });
export type Redirect = z.infer<typeof redirect>;
