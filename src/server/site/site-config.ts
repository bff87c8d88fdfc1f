import { defaultSiteUrl } from '../../brand.ts';
import type { Environment, EnvironmentReader } from '../environment.ts';
import { describeFault, readEnvironment } from '../environment.ts';

/** Where visitors find the site. */
export interface SiteUrlConfig {
  /** The site's public address without a trailing slash: for canonical links, mails and the sitemap. */
  siteUrl: string;
  /** It was not configured: it is where the server listens, as a browser on this machine would write it. */
  isSiteUrlGuessed: boolean;
}

/** Hosts to listen on by which the server is reached at this machine's own names. */
const ownHosts: ReadonlySet<string> = new Set(['', '0.0.0.0', '::', '::1', '127.0.0.1', 'localhost']);

/**
 * `SITE_URL`, or else the address at which the server listens. If the port is assigned only later, the default one is
 * used.
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
 * The address to which a customer returns: the host and port by which a browser on this machine has come, because its
 * session is stored there. Other headers are not trusted, nor is any if the site's address is configured. Somebody
 * elsewhere who sends one of these hosts only sends their own deposit, and its reports, to an address where nobody is.
 */
export function siteUrlFor({ siteUrl, isSiteUrlGuessed }: SiteUrlConfig, hostHeader: string | undefined): string {
  if (!isSiteUrlGuessed || hostHeader === undefined || !loopback.test(hostHeader)) return siteUrl;
  const address = `http://${hostHeader}`;
  return URL.canParse(address) ? new URL(address).origin : siteUrl;
}

/** The addresses of the site and the server, if they differ. */
export interface OriginsConfig {
  /** The origin of the server that the pages of a build call. Empty: the one that serves them. */
  apiUrl: string;
  /** Other sites whose pages may call this server. */
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

/** The origin as a browser writes it in `Origin`; null if the text is no URL or contains more than an origin. */
function originOf(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, origin, href } = new URL(text);
  return /^https?:$/.test(protocol) && href === `${origin}/` ? origin : null;
}

function withoutSecrets(text: string): string {
  return text.includes('@') ? 'an address with a name or a password in it (not shown)' : text;
}

/** `API_URL`, the server that a build's pages call, as the server reads it. Throws if it is invalid. */
export function apiUrlOfEnvironment(env: Environment): string {
  const read = readEnvironment(env);
  const apiUrl = readApiUrl(read);
  if (read.faults.length > 0) throw new Error(read.faults.map(describeFault).join('\n'));
  return apiUrl;
}
