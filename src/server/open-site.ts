import { watch } from 'node:fs';
import type { Logger } from 'pino';
import type { SiteContent } from '../content/model/site-content.ts';
import type { PictureStore } from '../content/pictures/prepare-picture.ts';
import { createPictureSweep } from '../content/pictures/with-pictures.ts';
import type { SiteFacts } from '../content/site-facts.ts';
import type { StatusReport } from '../content/status-report.ts';
import type { Config } from './config.ts';
import { builtCopyFile, contentCopyFile } from './content/content-copy.ts';
import type { ContentKeeper } from './content/content-keeper.ts';
import { createContentKeeper } from './content/content-keeper.ts';
import type { ContentReader } from './content/content-reader.ts';
import { openContentReader } from './content/content-reader.ts';
import { builtPictures, copiedPictures, openPictureFiles } from './content/picture-files.ts';
import { reportContent } from './content/content-report.ts';
import type { ReaderApart } from './content/read-apart.ts';
import { createReaderApart } from './content/read-apart.ts';
import type { FormPages } from './forms/plain-forms.ts';
import type { Market } from './market/market.ts';
import type { Runtime } from './runtime.ts';
import type { Schedule } from './schedule.ts';
import { systemSchedule } from './schedule.ts';
import type { Site } from './site/site.ts';
import type { Published } from './site/site-publisher.ts';
import { loadSite } from './site/site.ts';
import { renderedPagesDir } from './site/stored-page.ts';

export interface OpenSiteOptions {
  config: Config;
  runtime: Runtime;
  logger: Logger;
  /**
   * The folder of the built site, or a promise of it. Without it no site is served; in development, Astro serves the
   * pages.
   */
  distDir?: string | Promise<string>;
  /** Whether content is read and rendered in threads of their own. Default: true. A test that needs none saves time. */
  contentThreads?: boolean | undefined;
  /** When content is read again and what is due is published. A test steps it by hand. */
  contentSchedule?: Schedule | undefined;
}

/** The site and the content that its pages show; each uses the other. */
export interface OpenedSite {
  site: Site | null;
  /** Renders pages of the site for forms that browsers submit without scripts; null without a site. */
  formPages: FormPages | null;
  keeper: ContentKeeper;
  source: Pick<ContentReader, 'loadDraft' | 'readUnsaved'>;
  /** The facts for rendering pages with this content instead of the published content. */
  factsOf: (content: SiteContent) => SiteFacts;
  /** What became of the content, for its editors. */
  report: () => StatusReport;
  stop: () => Promise<void>;
}

/** How often to render the pages of a new day, and those again that could not be rendered. */
const refreshEveryMs = 60_000;

/** Opens the site with its content: the last good copy at once, the current content as soon as the source answers. */
export async function openSite(options: OpenSiteOptions, market: Promise<Market>): Promise<OpenedSite> {
  const { config, runtime, logger, distDir, contentThreads = true, contentSchedule = systemSchedule } = options;
  const { trustProxy, switches, siteUrl, dataDir } = config;
  const facts = () => factsOf(keeper.content());
  const dist = await distDir;
  const pagesDir = renderedPagesDir(dataDir);
  const served = { pagesDir, trustProxy, switches, facts, logger, publishesApart: contentThreads };
  const site = dist === undefined ? null : await loadSite({ distDir: dist, ...served });
  const store = await openPictureFiles({
    folder: copiedPictures(dataDir),
    built: dist && builtPictures(dist),
    serve: site?.serveFile,
    drop: site?.dropFile,
  });
  const { demoData: hasDemo, sessionIdleMs } = config;
  const settings = { recaptchaSiteKey: config.recaptcha?.siteKey ?? null, hasDemo, sessionIdleMs };
  // Rendering waits for the market: a first start fills the database, which must not use up a page's time limit.
  const opened = await market;
  const assets = [...opened.assets.keys()];
  const reader = openReader(options, { store, dist, assets });
  const factsOf = (content: SiteContent) => ({
    content,
    origin: siteUrl,
    today: new Date(runtime.now()),
    assets,
    ...settings,
  });
  const publisher = createPublication(site, logger);
  const publish = (content: SiteContent, signal: AbortSignal) => publisher.publish(factsOf(content), signal);
  const sweep = createPictureSweep(store);
  // A page that stays as it was may show pictures that the content has no more.
  const onKept = (content: SiteContent, laterPictures: readonly string[]) =>
    publisher.hasFaults() ? Promise.resolve() : sweep(content, laterPictures);
  const isLocal = config.content.cms === null;
  const keeper = createContentKeeper({
    ...{ reader, isLocal, publish, onKept, logger },
    ...{ schedule: contentSchedule, now: runtime.now, sessionIdleMs },
  });
  await keeper.start();
  const onFault = (fault: unknown) => logger.error({ err: fault }, 'pages could not be published');
  const halts = [
    isLocal ? watchFolder(config.contentDir, keeper.changed) : () => undefined,
    systemSchedule(() => void keeper.refresh(publisher.hasFaults()).catch(onFault), refreshEveryMs),
  ];
  return {
    ...{ site, keeper, source: reader, factsOf },
    report: () =>
      reportContent({
        ...{ status: keeper.status, content: keeper.content(), source: reader.name, cms: config.content.cms },
        ...{ refusedBefore: keeper.stats.refusedBefore, unrendered: publisher.faults() },
        now: new Date(runtime.now()),
      }),
    formPages: site && {
      hasPage: site.hasPage,
      render: (path, refusedForm) => site.render(path, { ...facts(), refusedForm }),
    },
    async stop() {
      for (const halt of halts) halt();
      await keeper.stop();
      await Promise.all([reader.stop(), site?.stop()]);
    },
  };
}

/** Reads the content and its copies, in a thread if the options say so. */
function openReader(
  { config, contentThreads = true }: OpenSiteOptions,
  { store, dist, assets }: { store: PictureStore; dist: string | undefined; assets: readonly string[] },
): ReaderApart {
  const chosen = { folder: config.contentDir, cms: config.content.cms };
  const copyFile = contentCopyFile(config.dataDir);
  const builtFile = dist === undefined ? null : builtCopyFile(dist);
  const parts = { ...chosen, copyFile, builtFile, store, assets };
  if (contentThreads) return createReaderApart(parts);
  return { ...openContentReader(parts), stop: () => Promise.resolve() };
}

/** Publishes pages, and logs what changed. */
function createPublication(site: Pick<Site, 'publish'> | null, logger: Pick<Logger, 'info' | 'error'>) {
  let failed: Published['faults'] = [];
  const publish = async (facts: SiteFacts, signal: AbortSignal) => {
    if (!site) return;
    const { changed, removed, faults, rendered } = await site.publish(facts, signal);
    failed = faults;
    if (failed.length > 0)
      logger.error(
        { count: failed.length, faults: faults.slice(0, mostListed) },
        'pages could not be rendered; their last good versions stay',
      );
    const counts = { rendered, changed: changed.size, removed: removed.length };
    const paths = [...changed.keys(), ...removed].slice(0, mostListed);
    if (changed.size + removed.length > 0) logger.info({ ...counts, paths }, 'pages published');
  };
  return {
    publish,
    /** The pages that could not be rendered in the last publication. */
    faults: () => failed,
    hasFaults: () => failed.length > 0,
  };
}

/** The most pages that a line of the log lists. */
const mostListed = 20;

/**
 * Calls `onChange` when anything in the folder changes, at any depth; returns a function that stops watching. A missing
 * folder is not watched.
 */
function watchFolder(folder: string, onChange: () => void): () => void {
  try {
    const watcher = watch(folder, { recursive: true, persistent: false }, onChange);
    // If the folder is removed while it is watched, only the regular pulls still notice changes.
    watcher.on('error', () => watcher.close());
    return () => watcher.close();
  } catch {
    return () => undefined;
  }
}
