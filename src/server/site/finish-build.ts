import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { Switches } from '../../brand.ts';
import { fingerprintOf, writeStamp } from './build-fingerprint.ts';
import { compressSite } from './compress-site.ts';

/** Finishes a build of the site: compresses its files, and notes what it was built from. */
export function finishBuild({ switches }: { switches: Switches }): AstroIntegration {
  let fingerprint: Promise<string> | undefined;
  let root = '';
  let outDir = '';
  return {
    name: 'finish-build',
    hooks: {
      'astro:config:done': ({ config }) => {
        root = fileURLToPath(config.root);
        outDir = fileURLToPath(config.outDir);
      },
      // Before anything is read: a source that changes during the build must not pass for built.
      'astro:build:start': async () => {
        fingerprint = fingerprintOf({ root, switches });
        await fingerprint;
      },
      'astro:build:done': async ({ dir }) => {
        await compressSite(fileURLToPath(dir));
        await writeStamp(outDir, (await fingerprint) ?? '');
      },
    },
  };
}
