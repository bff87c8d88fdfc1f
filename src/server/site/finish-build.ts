import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { AskableSite } from '../../content/site-questions.ts';
import { createAskableSite } from '../../content/site-questions.ts';
import { sitePaths } from '../../content/site-paths.ts';
import { fillPlaceholders } from '../../content/texts/fill-placeholders.ts';
import { contentOfEnvironment } from '../content-config.ts';
import type { Environment } from '../environment.ts';
import type { BuildContent } from './build-content.ts';
import { keepBuildContent, loadBuildContent } from './build-content.ts';
import type { BuildSwitches } from './build-fingerprint.ts';
import { fingerprintOf, writeStamp } from './build-fingerprint.ts';
import type { BuiltRoutes } from './build-notes.ts';
import { builtRecordsFile, builtRoutes, writeNotes } from './build-notes.ts';
import { compressedEncodings, compressSite } from './content-encoding.ts';
import type { BuiltHeaders } from './page-headers.ts';
import { fileOf } from './page-headers.ts';
import type { PageRecord } from './page-records.ts';
import { packRecords, recordSite } from './page-records.ts';
import type { PageResult } from './render-pages.ts';
import { renderPages } from './render-pages.ts';
import type { RenderedPage } from './send-rendered.ts';
import { headOf } from './site-publisher.ts';
import { loadSiteRenderer } from './site-renderer.ts';
import type { StoredPage } from './stored-page.ts';
import { hashOfPage } from './stored-page.ts';
import { writeNginx } from './write-nginx.ts';

export interface FinishBuildOptions extends BuildSwitches {
  /** The site's public address. */
  origin: string;
  /** Null: the site has no reCAPTCHA. */
  recaptchaSiteKey: string | null;
  /** Whether demo data is on. */
  hasDemo: boolean;
  /** A session ends after this much inactivity. */
  sessionIdleMs: number;
  /** Names the source of the content, in the same variables as for the server. */
  env: Environment;
}

/**
 * Finishes a build of the site: publishes its pages from the current content, compresses its files, writes a
 * configuration for nginx, and records what the site was built from.
 */
export function finishBuild(options: FinishBuildOptions): AstroIntegration {
  const { switches, apiUrl, origin, recaptchaSiteKey, hasDemo, sessionIdleMs, env } = options;
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
        const built = await publishBuild(outDir, {
          routes,
          switches,
          content,
          origin,
          recaptchaSiteKey,
          hasDemo,
          sessionIdleMs,
        });
        logger.info(`${built.pages.size} pages published`);
        await compressSite(fileURLToPath(dir));
        await writeRecords(outDir, built);
        await writeNginx(outDir, { origin, apiUrl, switches, moved: content.content.redirects });
        await writeStamp(outDir, { fingerprint, apiUrl });
      },
    },
  };
}

interface PublishBuildOptions extends Pick<
  FinishBuildOptions,
  'switches' | 'origin' | 'recaptchaSiteKey' | 'hasDemo' | 'sessionIdleMs'
> {
  routes: BuiltRoutes;
  content: BuildContent;
}

interface BuiltPages {
  site: AskableSite;
  pages: Map<string, PageRecord>;
}

/** Renders every page of a built site into a file. Throws at the first page that fails. */
async function publishBuild(distDir: string, options: PublishBuildOptions): Promise<BuiltPages> {
  const { routes, switches, origin, recaptchaSiteKey, hasDemo, sessionIdleMs } = options;
  const content = fillPlaceholders(options.content.content, { sessionIdleMs });
  const renderer = await loadSiteRenderer(distDir);
  if (!renderer) throw new Error('The build left no renderer');
  const settings = { recaptchaSiteKey, hasDemo, sessionIdleMs };
  // Only the server knows which assets exist, and it renders the pages that depend on them.
  const site = createAskableSite({ content, origin, ...settings, today: new Date(), assets: null }, switches);
  const paths = [...sitePaths(content, { switches, appPaths: routes.appPaths }), ...routes.filePaths];
  const pages = await writePages(distDir, renderPages(renderer, site, { paths, origin }));
  await keepBuildContent(distDir, options.content);
  await writeNotes(distDir, routes);
  return { site, pages };
}

/** Writes rendered pages where any static host finds them, and their headers into the file that our server reads. */
async function writePages(distDir: string, results: AsyncIterable<PageResult>): Promise<Map<string, PageRecord>> {
  const file = join(distDir, '_headers.json');
  const built = JSON.parse(await readFile(file, 'utf8').catch(() => '[]')) as BuiltHeaders[];
  const records = new Map<string, PageRecord>();
  for await (const result of results) {
    if ('fault' in result) throw result.fault;
    const { path, page, asked } = result;
    records.set(path, { asked, page: page && storedPage(path, page), isOutdated: false });
    if (!page) continue;
    const target = join(distDir, 'client', fileOf(path));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, page.content);
    const headers = Object.entries(page.headers).map(([key, value]) => ({ key, value: String(value) }));
    built.push({ pathname: path, status: page.status, headers });
  }
  await writeFile(file, `${JSON.stringify(built)}\n`);
  return records;
}

const storedPage = (path: string, page: RenderedPage): StoredPage => ({
  ...{ isBuilt: true, name: fileOf(path), forms: ['identity'], hash: hashOfPage(page.content) },
  ...headOf(page),
});

/** Records what the pages asked, and their forms, which are known once they are compressed. */
async function writeRecords(distDir: string, { site, pages }: BuiltPages): Promise<void> {
  for (const [path, record] of pages) {
    if (!record.page) continue;
    const compressed = await compressedEncodings(join(distDir, 'client', record.page.name));
    pages.set(path, { ...record, page: { ...record.page, forms: ['identity', ...compressed] } });
  }
  await writeFile(join(distDir, builtRecordsFile), JSON.stringify(packRecords(recordSite(pages, site.answerTo))));
}
