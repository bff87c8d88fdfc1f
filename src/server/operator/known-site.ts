import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The configured address of the site, and the data folder. */
export interface SiteSettings {
  dataDir: string;
  /** Without a trailing slash. */
  siteUrl: string;
  /** Whether the address was guessed because it is not configured. */
  isSiteUrlGuessed: boolean;
}

/**
 * The file with the address of the site. Each server that starts on the data folder with a configured address stores it
 * there, so that mails contain the same links even if an operator's command runs without the server's SITE_URL.
 */
const fileIn = (dataDir: string) => join(dataDir, 'site-url.txt');

/**
 * Stores the address of the site if it is configured. A guess is not stored, because it must not pass for a known
 * address.
 */
export async function keepSiteUrl({ dataDir, siteUrl, isSiteUrlGuessed }: SiteSettings): Promise<void> {
  if (isSiteUrlGuessed) return;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(fileIn(dataDir), `${siteUrl}\n`, { mode: 0o600 });
}

/**
 * Completes the configuration of a command: if the site's address is not configured, uses that of the last server of
 * the data folder.
 */
export async function withKnownSite<Settings extends SiteSettings>(config: Settings): Promise<Settings> {
  if (!config.isSiteUrlGuessed) return config;
  const siteUrl = (await readFile(fileIn(config.dataDir), 'utf8').catch(() => '')).trim();
  return URL.canParse(siteUrl) ? { ...config, siteUrl, isSiteUrlGuessed: false } : config;
}

/**
 * Warns the operator where links in a command's mails lead if that is only a guess; empty if it is known. A server that
 * executes a command (`live`) knows it.
 */
export function siteWarning({
  config: { siteUrl, isSiteUrlGuessed, dataDir },
  live,
}: {
  config: SiteSettings;
  live: unknown;
}): string[] {
  if (!isSiteUrlGuessed || live !== null) return [];
  return [`SITE_URL is not set, and no server has stored it in ${dataDir}. Links in emails lead to ${siteUrl}.`];
}
