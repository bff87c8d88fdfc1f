import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { Switches } from '../../brand.ts';
import { fillPlaceholders } from '../../content/texts/fill-placeholders.ts';
import { contentOfEnvironment } from '../content-config.ts';
import type { Environment } from '../environment.ts';
import type { BuildContent } from './build-content.ts';
import { keepBuildContent, loadBuildContent } from './build-content.ts';
import type { BuildSwitches } from './build-fingerprint.ts';
import { fingerprintOf, writeStamp } from './build-fingerprint.ts';
import type { BuiltRoutes } from './build-notes.ts';
import { builtRoutes, writeNotes } from './build-notes.ts';
import { compressSite } from './content-encoding.ts';
import type { BuiltHeaders } from './page-headers.ts';
import { fileOf } from './page-headers.ts';
import type { PublishedPage } from './render-pages.ts';
import { renderPages } from './render-pages.ts';
import { nameFacts } from './site-publisher.ts';
import { loadSiteRenderer } from './site-renderer.ts';
import { writeNginx } from './write-nginx.ts';

export interface FinishBuildOptions extends BuildSwitches {
  /** The site's public address. */
  origin: string;
  /** Null: the site has no reCAPTCHA. */
  recaptchaSiteKey: string | null;
  /** Names the source of the content, in the same variables as for the server. */
  env: Environment;
}

/**
 * Finishes a build of the site: publishes its pages from the current content, compresses its files, writes a
 * configuration for nginx, and records what the site was built from.
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
      // The fingerprint is taken before anything is read, so a source that changes during the build makes the build
      // outdated. The content is loaded before anything is removed, so the last build stays if loading fails.
      'astro:build:start': async ({ logger }) => {
        fingerprint = await fingerprintOf({ root, ...options });
        const warn = (message: string) => logger.warn(message);
        content = await loadBuildContent({ ...contentOfEnvironment(env), distDir: outDir, warn });
      },
      'astro:build:done': async ({ dir, logger }) => {
        if (!content || fingerprint === undefined) throw new Error('The build ended without having begun');
        const count = await publishBuild(outDir, { routes, switches, origin, content, recaptchaSiteKey });
        logger.info(`${count} pages published`);
        await compressSite(fileURLToPath(dir));
        await writeNginx(outDir, { origin, apiUrl, switches });
        await writeStamp(outDir, fingerprint);
      },
    },
  };
}

interface PublishBuildOptions {
  routes: BuiltRoutes;
  switches: Switches;
  /** The site's public address. */
  origin: string;
  content: BuildContent;
  /** Null: the site has no reCAPTCHA. */
  recaptchaSiteKey: string | null;
}

/** Renders every page of a built site into a file; returns the number of pages. */
async function publishBuild(distDir: string, options: PublishBuildOptions): Promise<number> {
  const { routes, switches, origin, recaptchaSiteKey } = options;
  const content = fillPlaceholders(options.content.content);
  const renderer = await loadSiteRenderer(distDir);
  if (!renderer) throw new Error('The build left no renderer');
  // Only the server knows which assets exist, and it renders the pages that depend on them.
  const facts = { content, origin, recaptchaSiteKey, today: new Date(), isAsset: () => Promise.resolve(true) };
  const count = await writePages(distDir, renderPages(renderer, facts, { switches, routes }));
  await keepBuildContent(distDir, options.content);
  await writeNotes(distDir, { ...routes, renderedFrom: nameFacts(facts) });
  return count;
}

/** Writes rendered pages where any static host finds them, and their headers into the file that our server reads. */
async function writePages(distDir: string, pages: AsyncIterable<PublishedPage>): Promise<number> {
  const file = join(distDir, '_headers.json');
  const built = JSON.parse(await readFile(file, 'utf8').catch(() => '[]')) as BuiltHeaders[];
  let count = 0;
  for await (const { path, page } of pages) {
    const target = join(distDir, 'client', fileOf(path));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, page.content);
    const headers = Object.entries(page.headers).map(([key, value]) => ({ key, value: String(value) }));
    built.push({ pathname: path, status: page.status, headers });
    count++;
  }
  await writeFile(file, `${JSON.stringify(built)}\n`);
  return count;
}
