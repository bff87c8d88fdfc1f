import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Switches } from '../../brand.ts';
import { brand } from '../../brand.ts';
import type { Redirect } from '../../content/model/redirects.ts';
import { unknownSlug } from '../../content/site-paths.ts';
import { linkScreen, sharedPages } from './build-notes.ts';
import {
  connectionMap,
  headerLines,
  quoted,
  redirects,
  requestMaps,
  serverLocations,
  typeLines,
  unnoted,
} from './nginx-parts.ts';
import type { PageHead } from './page-headers.ts';
import { fileOf, loadPageHeads } from './page-headers.ts';
import { fileCaching, fixedCaching, fixedFolders, pageCaching } from './site-files.ts';

export interface NginxOptions {
  /** The site's public address. */
  origin: string;
  /** The server that the pages call. Empty: the server that serves the pages. */
  apiUrl: string;
  switches: Pick<Switches, 'platformOnly'>;
  /** Old addresses, and where they lead. */
  moved: readonly Redirect[];
}

/**
 * Writes a configuration with which nginx serves a built site like our own server does, with the same addresses,
 * headers and caching.
 */
export async function writeNginx(distDir: string, options: NginxOptions): Promise<void> {
  const pages = hostedPages(await loadPageHeads(join(distDir, '_headers.json')));
  const folder = join(distDir, 'nginx');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'brokerkit.conf'), nginxConfiguration(pages, options));
}

/**
 * Returns a complete configuration file. All its names begin with `brokerkit_`, so it can be used beside other files.
 */
export function nginxConfiguration(pages: readonly HostedPage[], options: NginxOptions): string {
  const { origin, apiUrl, switches, moved } = options;
  const names = namePolicies(pages);
  const sections = [
    [...policyLines(names)],
    headerLines(),
    typeLines(),
    [...compression, 'server_tokens off;', 'absolute_redirect off;', 'merge_slashes off;'],
    ['error_page 404 $brokerkit_unknown;', ...redirects(switches)],
    pageLocations(pages, names),
    movedLocations(moved, pages),
    fileLocations(),
    serverLocations(apiUrl),
  ];
  return [
    ...intro,
    '',
    ...requestMaps,
    '',
    ...(apiUrl === '' ? [...connectionMap, ''] : []),
    ...unknownMap(pages),
    '',
    'server {',
    '  listen 80; # adapt; with a certificate: listen 443 ssl; and the two lines of the certificate',
    `  server_name ${new URL(origin).hostname}; # adapt`,
    '  root /srv/brokerkit/client; # adapt: the folder `client` of the build',
    ...sections.flatMap((lines) => ['', ...lines.map((line) => `  ${line}`)]),
    '}',
    '',
  ].join('\n');
}

const intro = [
  `# The pages and files of ${brand.name}, served as its own server serves them. \`npm run build\` overwrites this file:`,
  '# adapt a copy of it. It belongs in the http block, like the files in conf.d. See docs/static-hosting.md.',
];

const compression = [
  '# Serves the compressed forms that the build wrote beside the files. Brotli needs a module that nginx does not include.',
  'gzip_static on;',
  'gzip_vary on;',
  '# brotli_static on;',
];

/** The properties of a page that nginx has to know. */
interface HostedPage {
  path: string;
  status: number;
  /** Its content security policy. */
  policy: string;
}

/** Picks the pages of a build, which have a content security policy. Other files have none. */
function hostedPages(heads: ReadonlyMap<string, PageHead>): HostedPage[] {
  return [...heads].flatMap(([path, { status, headers }]) => {
    const policy = headers['content-security-policy'];
    return policy === undefined ? [] : [{ path, status, policy }];
  });
}

/** Names each distinct policy. Most pages share one policy. */
function namePolicies(pages: readonly HostedPage[]): Map<string, string> {
  const policies = [...new Set(pages.map(({ policy }) => policy))];
  return new Map(policies.map((policy, index) => [policy, `brokerkit_policy_${index + 1}`]));
}

/** nginx allows at most 4,096 characters in one word of its configuration. */
const longestWord = 4_000;

function policyLines(names: ReadonlyMap<string, string>): string[] {
  return [...names].flatMap(([policy, name]) => {
    const count = Math.max(1, Math.ceil(policy.length / longestWord));
    const pieces = Array.from({ length: count }, (_, at) => policy.slice(at * longestWord, (at + 1) * longestWord));
    return pieces.map((piece, at) => `set $${name} "${at === 0 ? '' : `\${${name}}`}${quoted(piece).slice(1)};`);
  });
}

/** The locations of all pages. */
function pageLocations(pages: readonly HostedPage[], names: ReadonlyMap<string, string>): string[] {
  return pages.flatMap((page) => {
    const sets = `set $brokerkit_policy $${names.get(page.policy) ?? ''}; set $brokerkit_caching ${quoted(pageCaching)};`;
    return [
      ...(page.status === 404 ? notFoundPage(page, sets) : knownPage(page, sets)),
      ...(sharedPages.some((path) => page.path.endsWith(path)) ? [everyAddress(page, sets)] : []),
    ];
  });
}

/** One address for each page; other spellings redirect there. */
function knownPage({ path }: HostedPage, sets: string): string[] {
  const others = path === '/' ? ['/index.html'] : [`${path}/`, `${path}.html`];
  return [
    `location = ${path} { ${sets} try_files /${fileOf(path)} =404; }`,
    ...others.map((other) => `location = ${other} { return 308 ${path}$is_args$args; }`),
  ];
}

/** Old addresses; a page at such an address comes first. An anchor has to follow the query. */
function movedLocations(moved: readonly Redirect[], pages: readonly HostedPage[]): string[] {
  const taken = new Set(pages.flatMap(({ path }) => [path, `${path}/`, `${path}.html`, '/index.html']));
  return moved.flatMap(({ from, to }) => {
    const [, address = '', anchor = ''] = /^([^#]*)(.*)$/.exec(to.replaceAll('$', '%24')) ?? [];
    const query = address.includes('?') ? '$brokerkit_more' : '$is_args$args';
    const location = `${quoted(address).slice(0, -1)}${query}${anchor}"`;
    return [from, `${from}/`]
      .filter((path) => !taken.has(path))
      .map(
        (path) =>
          `location = ${quoted(path)} { set $brokerkit_caching ${quoted(pageCaching)}; return 301 ${location}; }`,
      );
  });
}

/** The "not found" page. At its own address it also answers with status 404. */
function notFoundPage({ path }: HostedPage, sets: string): string[] {
  const file = `/${fileOf(path)}`;
  return [
    ...[path, `${path}/`].map((one) => `location = ${one} { error_page 404 ${file}; return 404; }`),
    `location = ${file} { internal; ${sets} }`,
  ];
}

/**
 * Serves one page for all sibling addresses. Only the server knows which assets and codes exist, so the page asks it
 * and tells the visitor if the asset or code is unknown.
 */
function everyAddress({ path }: HostedPage, sets: string): string {
  const folder = path.slice(0, path.lastIndexOf('/'));
  const unlogged = path.endsWith(linkScreen) ? `${unnoted.join(' ')} ` : '';
  return `location ~ ^${folder}/[^/]+/?$ { ${unlogged}${sets} try_files /${fileOf(path)} =404; }`;
}

/**
 * The locations of files. A file whose name contains a hash of its content is cached forever. Compressed forms have no
 * address of their own.
 */
function fileLocations(): string[] {
  const set = (caching: string) => `set $brokerkit_caching ${quoted(caching)};`;
  return [
    'location ~ \\.(br|gz|html)$ { return 404; }',
    ...fixedFolders.map((folder) => `location ${folder} { ${set(fixedCaching)} try_files $uri =404; }`),
    `location / { ${set(fileCaching)} try_files $uri =404; }`,
  ];
}

/** Maps an unknown address to the "not found" page in its language. */
function unknownMap(pages: readonly HostedPage[]): string[] {
  const ends = pages.filter(({ path }) => path.endsWith(`/${unknownSlug}`) && path !== `/${unknownSlug}`);
  return [
    '# The page for an unknown address, in the language of the address.',
    'map $uri $brokerkit_unknown {',
    `  default /${fileOf(`/${unknownSlug}`)};`,
    ...ends.map(({ path }) => `  "~^${path.slice(0, path.lastIndexOf('/'))}(/|$)" /${fileOf(path)};`),
    '}',
  ];
}
