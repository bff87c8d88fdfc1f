import { defaultSiteUrl } from '../../brand.ts';
import { sessionIdleMs as usualIdleMs } from '../../lib/contract/session.ts';
import type { Environment, EnvironmentReader } from '../environment.ts';
import { describeFault, originOf, readEnvironment, readOriginList, withoutPassword } from '../environment.ts';

/** The site's public address. */
export interface SiteUrlConfig {
  /** The site's public address without a trailing slash: for canonical links, mails and the sitemap. */
  siteUrl: string;
  /**
   * SITE_URL is not set, so `siteUrl` is the address at which the server listens, as a browser on this machine writes
   * it.
   */
  isSiteUrlGuessed: boolean;
}

/** If the server listens on one of these hosts, a browser on this machine reaches it as `localhost`. */
const ownHosts: ReadonlySet<string> = new Set(['', '0.0.0.0', '::', '::1', '127.0.0.1', 'localhost']);

/**
 * Reads `SITE_URL`; without it, returns the address at which the server listens. If the port is 0, which is assigned
 * only later, returns the default address.
 */
export function readSiteUrl(read: EnvironmentReader, { host, port }: { host: string; port: number }): SiteUrlConfig {
  const configuredUrl = read.url('SITE_URL', ['http:', 'https:']);
  if (configuredUrl !== null) return { siteUrl: configuredUrl.replace(/\/+$/, ''), isSiteUrlGuessed: false };
  if (port === 0) return { siteUrl: defaultSiteUrl, isSiteUrlGuessed: true };
  const name = ownHosts.has(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  const address = `http://${name}:${port}`;
  return { siteUrl: URL.canParse(address) ? new URL(address).origin : defaultSiteUrl, isSiteUrlGuessed: true };
}

const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

/**
 * The address to which a customer returns. If the site's address is not configured and the host header is a loopback
 * address, it is that host and port, because the browser stores its session under them. No other host header is
 * trusted. A client elsewhere that sends a loopback host only directs its own deposit, and the reports of it, to an
 * address where nobody listens.
 */
export function siteUrlFor({ siteUrl, isSiteUrlGuessed }: SiteUrlConfig, hostHeader: string | undefined): string {
  if (!isSiteUrlGuessed || hostHeader === undefined || !loopback.test(hostHeader)) return siteUrl;
  const address = `http://${hostHeader}`;
  return URL.canParse(address) ? new URL(address).origin : siteUrl;
}

/** The origins of the site and the server, if they differ. */
export interface OriginsConfig {
  /** The origin of the server that the pages of a build call. Empty: the server that serves the pages. */
  apiUrl: string;
  /** Other sites whose pages may call this server. */
  siteOrigins: readonly string[];
}

export function readOrigins(read: EnvironmentReader): OriginsConfig {
  return { apiUrl: readApiUrl(read), siteOrigins: Object.freeze(readOriginList(read, 'SITE_ORIGINS')) };
}

function readApiUrl(read: EnvironmentReader): string {
  const found = read.text('API_URL', '');
  if (found === '') return '';
  const origin = originOf(found);
  if (origin !== null) return origin;
  const expected = 'the origin of a server, such as https://api.example.com, with nothing behind it';
  read.faults.push({ variable: 'API_URL', expected, found: withoutPassword(found) });
  return '';
}

/**
 * Reads `API_URL`, the server that the pages of a build call, by the same rules as the server. Throws if it is invalid.
 */
export function apiUrlOfEnvironment(env: Environment): string {
  const read = readEnvironment(env);
  const apiUrl = readApiUrl(read);
  if (read.faults.length > 0) throw new Error(read.faults.map(describeFault).join('\n'));
  return apiUrl;
}

/** What pages say about the server that they belong to. */
export interface ServerFacts {
  hasDemo: boolean;
  sessionIdleMs: number;
}

export function readSessionIdle(read: EnvironmentReader): number {
  return read.number('SESSION_IDLE_MS', { fallback: usualIdleMs, minimum: 1_000, maximum: 86_400_000 });
}

/**
 * The facts for the pages of a build. The server passes `DEMO_DATA` to a build that it starts; a build without it has
 * no demo, because nobody knows for which server it is. A server whose facts differ renders the pages again.
 */
export function serverFactsOfEnvironment(env: Environment): ServerFacts {
  const read = readEnvironment(env);
  return { hasDemo: read.onOff('DEMO_DATA', false), sessionIdleMs: readSessionIdle(read) };
}
