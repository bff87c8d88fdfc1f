import type { Switches } from '../../brand.ts';
import { brand, locales } from '../../brand.ts';
import { appSections, writeAddress } from '../../content/addresses.ts';
import { longestDocumentBytes, mostDocumentFiles } from '../../lib/contract/accounts/document-kinds.ts';
import { mediaTypes } from './media-types.ts';
import { siteHeaders, strictTransport } from './page-headers.ts';
import { pageCaching } from './site-files.ts';

/** Parts of nginx's configuration that do not depend on the pages. Each is an array of lines. */

/** Quotes a value for nginx. Throws if it contains a dollar sign, which nginx cannot escape. */
export function quoted(text: string): string {
  if (text.includes('$')) throw new Error(`nginx cannot quote "${text}", because it contains a dollar sign`);
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

const [transportName, transport] = strictTransport;

/** Variables that nginx derives from addresses and queries. They belong before the `server` block. */
export const requestMaps = [
  `map $scheme $brokerkit_transport { default ""; https ${quoted(transport)}; }`,
  '',
  '# The query parameters that a redirect keeps: the requested language and the referral code.',
  'map $arg_lang $brokerkit_lang { default "lang=$arg_lang"; "" ""; }',
  'map $arg_ref $brokerkit_ref { default "ref=$arg_ref"; "" ""; }',
  'map "$brokerkit_lang $brokerkit_ref" $brokerkit_kept {',
  '  default "?$brokerkit_lang&$brokerkit_ref";',
  '  " " "";',
  '  "~^(?<brokerkit_first>[^ ]+) $" "?$brokerkit_first";',
  '  "~^ (?<brokerkit_second>[^ ]+)$" "?$brokerkit_second";',
  '}',
  '',
  '# The query that is put behind that of an address.',
  'map $args $brokerkit_more { default "&$args"; "" ""; }',
  '',
  '# Chart links name the symbol after an encoded colon.',
  'map $args $brokerkit_symbol {',
  `  default ${quoted(brand.defaultSymbol)};`,
  '  "~*%3A(?<brokerkit_base>[A-Z0-9._-]{1,16})USDT(?![A-Z0-9._-])" "${brokerkit_base}USD";',
  '  "~*%3A(?<brokerkit_named>[A-Z0-9._-]{1,20})" $brokerkit_named;',
  '}',
];

export function typeLines(): string[] {
  const byType = Map.groupBy(Object.entries(mediaTypes), ([, type]) => type);
  const types = [...byType].map(
    ([type, entries]) => `${quoted(type)} ${entries.map(([extension]) => extension).join(' ')};`,
  );
  return ['types {', ...types.map((line) => `  ${line}`), '}', 'default_type application/octet-stream;'];
}

/** The headers of every response. nginx does not send a header whose value is empty. */
export function headerLines(): string[] {
  return [
    'set $brokerkit_policy "";',
    'set $brokerkit_caching "";',
    ...Object.entries(siteHeaders).map(([name, value]) => `add_header ${name} ${quoted(value)} always;`),
    `add_header ${transportName} $brokerkit_transport always;`,
    'add_header content-security-policy $brokerkit_policy always;',
    'add_header cache-control $brokerkit_caching always;',
  ];
}

/**
 * The same redirects as in src/pages/{platform,payment}/index.astro, of the home page in platform-only mode, and of the
 * sections of the application.
 */
export function redirects({ platformOnly }: Pick<Switches, 'platformOnly'>): string[] {
  return locales.flatMap((locale) => {
    const home = writeAddress({ locale, slug: '' });
    const platform = writeAddress({ locale, slug: 'platform' });
    const payment = writeAddress({ locale, slug: 'payment' });
    const redirectTo = (path: string) =>
      `set $brokerkit_caching ${quoted(pageCaching)}; return 302 ${path}$brokerkit_kept;`;
    const sections = Object.entries(appSections).map(([section, [first]]) => {
      const path = writeAddress({ locale, slug: section });
      return `location ~ ^${path}(/[^/]*)?/?$ { ${redirectTo(`${path}/${first}`)} }`;
    });
    return [
      `location ~ ^${platform}/?$ { ${redirectTo(`${platform}/$brokerkit_symbol`)} }`,
      `location ~ ^${payment}/?$ { ${redirectTo(`${payment}/creditCard`)} }`,
      ...(platformOnly ? [`location = ${home} { ${redirectTo(`${platform}/${brand.defaultSymbol}`)} }`] : []),
      ...sections,
    ];
  });
}

/** Room for all files of a document, plus 1 MB for the multipart encoding. */
const longestUploadMegabytes = Math.ceil((mostDocumentFiles * longestDocumentBytes) / 2 ** 20) + 1;

/**
 * Keeps addresses that grant access out of both logs. If the server behind nginx fails, the log still shows that at
 * other addresses.
 */
export const unnoted = ['access_log off;', 'error_log /dev/null emerg;'];

/**
 * Addresses that contain a link's code, a socket's access token, an editor's signature, a payment's page or a
 * customer's identifier.
 */
const secretAddresses =
  '^/((api/accounts/login|api/transactions/get|socket\\.io|preview|sandbox|payment-widget)/|content-status$)';
/** nginx uses this status only internally, to jump to a named location. No response has it. */
const unloggedStatus = 418;

/**
 * Locations that only the server can answer: nginx redirects editors to `apiUrl`. If `apiUrl` is empty, nginx proxies
 * all of these locations.
 */
export function serverLocations(apiUrl: string): string[] {
  if (apiUrl !== '') {
    const toServer = `{ ${unnoted.join(' ')} return 307 ${apiUrl}$request_uri; }`;
    return ['# For editors.', `location /preview/ ${toServer}`, `location = /content-status ${toServer}`];
  }
  return [
    '# The server behind this one, with TRUST_PROXY=on. Adapt its address in all three locations. The first location is not logged,',
    '# because its addresses grant access or identify a customer. Addresses with a token are not logged either.',
    ...passedOn(`~ ${secretAddresses}`, unnoted),
    ...passedOn('@brokerkit_unnoted', unnoted),
    ...passedOn('~ ^/api/', [
      `error_page ${unloggedStatus} = @brokerkit_unnoted;`,
      `if ($arg_token) { return ${unloggedStatus}; }`,
    ]),
  ];
}

function passedOn(location: string, more: readonly string[]): string[] {
  const lines = [
    ...more,
    'proxy_pass http://127.0.0.1:4321;',
    `client_max_body_size ${longestUploadMegabytes}m;`,
    '# The content security policy of a page is longer than the 4 kB that nginx allows for headers by default.',
    'proxy_buffer_size 32k;',
    'proxy_buffers 8 32k;',
    'proxy_http_version 1.1;',
    'proxy_set_header Host $http_host;',
    'proxy_set_header X-Forwarded-For $remote_addr;',
    'proxy_set_header X-Forwarded-Proto $scheme;',
    'proxy_set_header X-Request-Id $request_id;',
    'proxy_set_header Upgrade $http_upgrade;',
    'proxy_set_header Connection $brokerkit_connection;',
    '# The server sends its own headers. An empty header is not sent, but it turns off those that are added above.',
    'add_header cache-control "";',
  ];
  return [`location ${location} {`, ...lines.map((line) => `  ${line}`), '}'];
}

/** A proxy has to pass on the request to upgrade a connection to a WebSocket. */
export const connectionMap = ['map $http_upgrade $brokerkit_connection { default upgrade; "" ""; }'];
