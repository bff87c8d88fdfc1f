import { globSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseConfig } from '../../src/server/config.ts';
import { createLogger } from '../../src/server/logger.ts';
import { ensureBuilt } from '../../src/server/site/ensure-built.ts';

/**
 * Builds the site into dist unless the finished build there is of the sources and switches of now: what the browser
 * tests and `npm run size` begin with. A running server publishes what editors write; here nobody runs, so that their
 * texts count too.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const distDir = join(root, 'dist');
const stamp = join(distDir, 'build.json');

/** What a build takes from the environment and its stamp does not tell. */
const untold = ['SITE_URL', 'CMS_URL', 'CONTENT_DIR', 'RECAPTCHA_SITE_KEY'];

function isEditedSince(): boolean {
  const builtMs = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
  return globSync('src/content/**/*.yaml', { cwd: root }).some((file) => statSync(join(root, file)).mtimeMs > builtMs);
}

const parsed = parseConfig(process.env);
if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
const { switches, mapTiles, embeds, apiUrl } = parsed.config;
if (untold.some((name) => process.env[name]) || isEditedSince()) await rm(stamp, { force: true });
await ensureBuilt({
  ...{ root, distDir, switches, mapTiles, embeds, apiUrl },
  ...{ env: process.env, logger: createLogger({ level: 'info' }), signal: new AbortController().signal },
});
