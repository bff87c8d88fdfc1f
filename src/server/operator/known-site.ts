import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What is configured of the site's address, and the data folder. */
export interface SiteSettings {
  dataDir: string;
  /** Without a slash at its end. */
  siteUrl: string;
  /** Nobody has said it. */
  isSiteUrlGuessed: boolean;
}

/**
 * Where visitors find the site, kept in the data folder by each server that was told so and starts on it: links in
 * mails are the same by whomever they are written, also where an operator's command is started without the server's
 * SITE_URL.
 */
const fileIn = (dataDir: string) => join(dataDir, 'site-url.txt');

/** Of an address that nobody has said nothing is kept: a guess must not pass for one that is known. */
export async function keepSiteUrl({ dataDir, siteUrl, isSiteUrlGuessed }: SiteSettings): Promise<void> {
  if (isSiteUrlGuessed) return;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(fileIn(dataDir), `${siteUrl}\n`, { mode: 0o600 });
}

/**
 * The configuration of a command: what nobody has said of the site is what the last server of the data folder was
 * told.
 */
export async function withKnownSite<Settings extends SiteSettings>(config: Settings): Promise<Settings> {
  if (!config.isSiteUrlGuessed) return config;
  const siteUrl = (await readFile(fileIn(config.dataDir), 'utf8').catch(() => '')).trim();
  return URL.canParse(siteUrl) ? { ...config, siteUrl, isSiteUrlGuessed: false } : config;
}

/**
 * In words where the links of a command's mails lead, if only a guess says it; the server that carries a command out
 * (`live`) knows.
 */
export function siteDoubt({
  config: { siteUrl, isSiteUrlGuessed, dataDir },
  live,
}: {
  config: SiteSettings;
  live: unknown;
}): string[] {
  if (!isSiteUrlGuessed || live !== null) return [];
  return [`SITE_URL is not set, and no server has said it in ${dataDir}: links in mails lead to ${siteUrl}.`];
}
