import { defaultSiteUrl } from '../../brand.ts';
import type { EnvironmentReader } from '../environment.ts';

/** Where visitors find the site. */
export interface SiteUrlConfig {
  /** The site's public address without a slash at its end: for canonical links, mails and the sitemap. */
  siteUrl: string;
  /** Nobody has said it: it is where the server listens, as a browser of this machine writes it. */
  isSiteUrlGuessed: boolean;
}

/** Where a server listens that is reached at this machine's own names. */
const ownHosts: ReadonlySet<string> = new Set(['', '0.0.0.0', '::', '::1', '127.0.0.1', 'localhost']);

/** `SITE_URL`; without it the address that the server listens at. Of a port that is only known later the usual one is told. */
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
 * Where a customer is led back to: to the name and port that a browser on this machine has come by, for its session is kept there.
 * No other header is believed, and none where the site's address was said. Whoever writes one of these names from elsewhere has only their own
 * deposit led and reported to where nobody is.
 */
export function siteUrlFor({ siteUrl, isSiteUrlGuessed }: SiteUrlConfig, hostHeader: string | undefined): string {
  if (!isSiteUrlGuessed || hostHeader === undefined || !loopback.test(hostHeader)) return siteUrl;
  const address = `http://${hostHeader}`;
  return URL.canParse(address) ? new URL(address).origin : siteUrl;
}
