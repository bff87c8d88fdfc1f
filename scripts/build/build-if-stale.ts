import { globSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseConfig } from '../../src/server/config.ts';
import { createLogger } from '../../src/server/logger.ts';
import { ensureBuilt } from '../../src/server/site/ensure-built.ts';

/**
 * Builds the site into dist unless the build there is up to date with the sources and switches. Browser tests and `npm
 * run size` run this first. A running server publishes content changes itself; no server runs here, so changed content
 * also triggers a build.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const distDir = join(root, 'dist');
const stamp = join(distDir, 'build.json');

/** Environment variables that affect a build but are not in its stamp. */
const unstamped = ['SITE_URL', 'CMS_URL', 'CONTENT_URL', 'CONTENT_DIR', 'RECAPTCHA_SITE_KEY'];

function isEditedSince(): boolean {
  const builtMs = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
  return globSync('src/content/**/*.yaml', { cwd: root }).some((file) => statSync(join(root, file)).mtimeMs > builtMs);
}

const parsed = parseConfig(process.env);
if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
const { switches, mapTiles, embeds, apiUrl, demoData } = parsed.config;
if (unstamped.some((name) => process.env[name]) || isEditedSince()) await rm(stamp, { force: true });
await ensureBuilt({
  ...{ root, distDir, switches, mapTiles, embeds, apiUrl },
  env: { ...process.env, DEMO_DATA: demoData ? 'on' : 'off' },
  ...{ logger: createLogger({ level: 'info' }), signal: new AbortController().signal },
});
