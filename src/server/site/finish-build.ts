import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { contentOfEnvironment } from '../content-config.ts';
import type { Environment } from '../environment.ts';
import type { BuildContent } from './build-content.ts';
import { loadBuildContent } from './build-content.ts';
import type { BuildSwitches } from './build-fingerprint.ts';
import { fingerprintOf, writeStamp } from './build-fingerprint.ts';
import type { BuiltRoutes } from './build-notes.ts';
import { builtRoutes } from './build-notes.ts';
import { compressSite } from './content-encoding.ts';
import { publishBuild } from './publish-build.ts';
import { writeNginx } from './write-nginx.ts';

export interface FinishBuildOptions extends BuildSwitches {
  /** The site's public address. */
  origin: string;
  /** Null: the site has no reCAPTCHA. */
  recaptchaSiteKey: string | null;
  /** Says where the content is, as the server reads it. */
  env: Environment;
}

/**
 * Finishes a build of the site: publishes its pages from the content as it stands, compresses its files, writes down how nginx
 * serves them, and notes what it was built from.
 */
export function finishBuild(options: FinishBuildOptions): AstroIntegration {
  const { switches, apiUrl, origin, recaptchaSiteKey, env } = options;
  let fingerprint: string | undefined;
  let content: BuildContent | undefined;
  let routes: BuiltRoutes = { appPaths: [], filePaths: [], patterns: [] };
  let root = '';
  let outDir = '';
  return {
    name: 'finish-build',
    hooks: {
      'astro:config:done': ({ config }) => {
        root = fileURLToPath(config.root);
        outDir = fileURLToPath(config.outDir);
      },
      'astro:routes:resolved': ({ routes: resolved }) => {
        routes = builtRoutes(resolved);
      },
      // Before anything is read: a source that changes during the build must not pass for built. And before anything is removed:
      // without content, the build before this one stays.
      'astro:build:start': async ({ logger }) => {
        fingerprint = await fingerprintOf({ root, ...options });
        const warn = (message: string) => logger.warn(message);
        content = await loadBuildContent({ ...contentOfEnvironment(env), distDir: outDir, warn });
      },
      'astro:build:done': async ({ dir, logger }) => {
        if (!content || fingerprint === undefined) throw new Error('The build ended and had never begun');
        const count = await publishBuild(outDir, { routes, switches, origin, content, recaptchaSiteKey });
        logger.info(`${count} pages published`);
        await compressSite(fileURLToPath(dir));
        await writeNginx(outDir, { origin, apiUrl, switches });
        await writeStamp(outDir, fingerprint);
      },
    },
  };
}
