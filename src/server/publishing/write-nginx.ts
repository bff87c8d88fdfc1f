import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Switches } from '../../brand.ts';
import { brand } from '../../brand.ts';
import { loadPageHeads } from '../site/page-headers.ts';
import type { HostedPage } from './nginx-pages.ts';
import { fileLocations, hostedPages, namePolicies, pageLocations, policyLines, unknownMap } from './nginx-pages.ts';
import { connectionMap, headerLines, redirects, requestMaps, serverLocations, typeLines } from './nginx-parts.ts';

export interface NginxOptions {
  /** The site's public address. */
  origin: string;
  /** The server that the pages call; empty: the one that they come from. */
  apiUrl: string;
  switches: Pick<Switches, 'platformOnly'>;
}

/** Writes down how nginx serves a built site as our own server does: the same addresses, headers and caching. */
export async function writeNginx(distDir: string, options: NginxOptions): Promise<void> {
  const pages = hostedPages(await loadPageHeads(join(distDir, '_headers.json')));
  const folder = join(distDir, 'nginx');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'brokerkit.conf'), nginxConfiguration(pages, options));
}

/** A whole file for nginx. The names of what it sets up begin with `brokerkit_`, so that it can stand beside others. */
export function nginxConfiguration(pages: readonly HostedPage[], options: NginxOptions): string {
  const { origin, apiUrl, switches } = options;
  const names = namePolicies(pages);
  const sections = [
    [...policyLines(names)],
    headerLines(),
    typeLines(),
    [...compression, 'server_tokens off;', 'absolute_redirect off;', 'merge_slashes off;'],
    ['error_page 404 $brokerkit_unknown;', ...redirects(switches)],
    pageLocations(pages, names),
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
    '  listen 80; # adapt, or with a certificate: listen 443 ssl; and its two lines',
    `  server_name ${new URL(origin).hostname}; # adapt`,
    '  root /srv/brokerkit/client; # adapt: the folder `client` of the build',
    ...sections.flatMap((lines) => ['', ...lines.map((line) => `  ${line}`)]),
    '}',
    '',
  ].join('\n');
}

const intro = [
  `# The pages and files of ${brand.name}, served as its own server serves them. Written by \`npm run build\`, and anew by the next`,
  '# one: adapt a copy of it. It belongs into the http block, as the files of conf.d do. See docs/static-hosting.md.',
];

const compression = [
  '# The compressed forms that the build left beside the files; brotli needs a module that nginx does not bring.',
  'gzip_static on;',
  'gzip_vary on;',
  '# brotli_static on;',
];
