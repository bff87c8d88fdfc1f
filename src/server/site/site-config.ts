import { defaultSiteUrl } from '../../brand.ts';
import type { Environment, EnvironmentReader } from '../environment.ts';
import { describeFault, readEnvironment } from '../environment.ts';

/** Where visitors find the site. */
export interface SiteUrlConfig {
  /** The site's public address without a slash at its end: for canonical links, mails and the sitemap. */
  siteUrl: string;
  /** Nobody has said it: it is where the server listens, as a browser of this machine writes it. */
  isSiteUrlGuessed: boolean;
}

/** Where a server listens that is reached at this machine's own names. */
const ownHosts: ReadonlySet<string> = new Set(['', '0.0.0.0', '::', '::1', '127.0.0.1', 'localhost']);

/**
 * `SITE_URL`; without it the address that the server listens at. Of a port that is only known later the usual one is
 * told.
 */
export function readSiteUrl(read: EnvironmentReader, { host, port }: { host: string; port: number }): SiteUrlConfig {
  const said = read.url('SITE_URL', ['http:', 'https:']);
  if (said !== null) return { siteUrl: said.replace(/\/+$/, ''), isSiteUrlGuessed: false };
  if (port === 0) return { siteUrl: defaultSiteUrl, isSiteUrlGuessed: true };
  const name = ownHosts.has(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  const address = `http://${name}:${port}`;
  return { siteUrl: URL.canParse(address) ? new URL(address).origin : defaultSiteUrl, isSiteUrlGuessed: true };
}

const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

/**
 * Where a customer is led back to: to the name and port that a browser on this machine has come by, for its session is
 * kept there. No other header is believed, and none where the site's address was said. Whoever writes one of these
 * names from elsewhere has only their own deposit led and reported to where nobody is.
 */
export function siteUrlFor({ siteUrl, isSiteUrlGuessed }: SiteUrlConfig, hostHeader: string | undefined): string {
  if (!isSiteUrlGuessed || hostHeader === undefined || !loopback.test(hostHeader)) return siteUrl;
  const address = `http://${hostHeader}`;
  return URL.canParse(address) ? new URL(address).origin : siteUrl;
}

/** Where the site and the server are, when they are in two places. */
export interface OriginsConfig {
  /** The server that the pages of a build call: an origin. Empty: the one that they come from. */
  apiUrl: string;
  /** Sites elsewhere whose pages may call this server. */
  siteOrigins: readonly string[];
}

export function readOrigins(read: EnvironmentReader): OriginsConfig {
  return { apiUrl: readApiUrl(read), siteOrigins: Object.freeze(readList(read, 'SITE_ORIGINS')) };
}

function readApiUrl(read: EnvironmentReader): string {
  const found = read.text('API_URL', '');
  if (found === '') return '';
  const origin = originOf(found);
  if (origin !== null) return origin;
  const expected = 'the origin of a server, such as https://api.example.com, with nothing behind it';
  read.faults.push({ variable: 'API_URL', expected, found: withoutSecrets(found) });
  return '';
}

function readList(read: EnvironmentReader, variable: string): string[] {
  const found = read
    .text(variable, '')
    .split(/[\s,]+/)
    .filter(Boolean);
  const origins = found.map(originOf);
  const wrong = found.find((_text, index) => origins[index] === null);
  if (wrong === undefined) return [...new Set(origins.filter((origin) => origin !== null))];
  const expected = 'origins, such as https://www.example.com, with nothing behind them and commas between them';
  read.faults.push({ variable, expected, found: withoutSecrets(wrong) });
  return [];
}

/** As a browser writes it in `Origin`; null where the text is none, or says more than an origin does. */
function originOf(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, origin, href } = new URL(text);
  return /^https?:$/.test(protocol) && href === `${origin}/` ? origin : null;
}

function withoutSecrets(text: string): string {
  return text.includes('@') ? 'an address with a name or a password in it (not shown)' : text;
}

/** The server that a build's pages call: `API_URL`, as the server reads it. Throws where it is none. */
export function apiUrlOfEnvironment(env: Environment): string {
  const read = readEnvironment(env);
  const apiUrl = readApiUrl(read);
  if (read.faults.length > 0) throw new Error(read.faults.map(describeFault).join('\n'));
  return apiUrl;
}
