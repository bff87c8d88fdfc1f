import { watch } from 'node:fs';
import type { Logger } from 'pino';
import type { ContentSource } from '../content/content-source.ts';
import type { SiteContent } from '../content/model/site-content.ts';
import { createPictureSweep, withPictures } from '../content/pictures/with-pictures.ts';
import type { SiteFacts } from '../content/site-facts.ts';
import { chooseSource } from '../content/sources/choose-source.ts';
import type { Config } from './config.ts';
import { builtCopyFile, createContentCopy, contentCopyFile } from './content/content-copy.ts';
import type { ContentKeeper } from './content/content-keeper.ts';
import { createContentKeeper } from './content/content-keeper.ts';
import { builtPictures, copiedPictures, openPictureFiles } from './content/picture-files.ts';
import type { FormPages } from './forms/plain-forms.ts';
import type { Market } from './market/market.ts';
import type { Runtime } from './runtime.ts';
import { systemSchedule } from './schedule.ts';
import type { Site } from './site/site.ts';
import { loadSite } from './site/site.ts';

export interface OpenSiteOptions {
  config: Config;
  runtime: Runtime;
  logger: Logger;
  /**
   * The folder of the built site, or a promise of it. Without it no site is served; in development, Astro serves the
   * pages.
   */
  distDir?: string | Promise<string>;
}

/** The site and the content that its pages show; each uses the other. */
export interface OpenedSite {
  site: Site | null;
  /** Renders pages of the site for forms that browsers submit without scripts; null without a site. */
  formPages: FormPages | null;
  keeper: ContentKeeper;
  source: ContentSource;
  /** The facts for rendering pages with this content instead of the published content. */
  factsOf: (content: SiteContent) => SiteFacts;
  stop: () => Promise<void>;
}

/** How often to check whether a new day has begun: pages that contain dates are rendered again each day. */
const checkDayEveryMs = 60_000;

/** Opens the site with its content: the last good copy at once, the current content as soon as the source answers. */
export async function openSite(options: OpenSiteOptions, market: Promise<Market>): Promise<OpenedSite> {
  const { config, runtime, logger, distDir } = options;
  const { trustProxy, switches, siteUrl, contentDir, dataDir } = config;
  const facts = () => factsOf(keeper.content());
  const dist = await distDir;
  const site = dist === undefined ? null : await loadSite({ distDir: dist, trustProxy, switches, facts, logger });
  const warn = (message: string) => logger.warn({ content: message }, 'the content has a fault to correct');
  const store = await openPictureFiles({
    folder: copiedPictures(dataDir),
    built: dist && builtPictures(dist),
    serve: site?.serveFile,
    drop: site?.dropFile,
  });
  const source = withPictures(chooseSource({ folder: contentDir, cms: config.content.cms, warn }), {
    store,
    onMissing: (src) => logger.warn({ src }, 'the content names a picture that does not exist'),
  });
  const copy = createContentCopy(contentCopyFile(dataDir), source.name, true);
  const built = dist === undefined ? null : createContentCopy(builtCopyFile(dist), source.name);
  const recaptchaSiteKey = config.recaptcha?.siteKey ?? null;
  // Rendering waits for the market: a first start fills the database, which must not use up a page's time limit.
  const opened = await market;
  const isAsset = (symbol: string) => Promise.resolve(opened.assets.has(symbol));
  const factsOf = (content: SiteContent) => ({
    content,
    origin: siteUrl,
    today: new Date(runtime.now()),
    isAsset,
    recaptchaSiteKey,
  });
  const publish = async (content: SiteContent, signal: AbortSignal) => {
    if (!site) return;
    const { changed, removed } = await site.publish(factsOf(content), signal);
    if (changed.length + removed.length > 0) logger.info({ changed, removed }, 'pages published');
  };
  const onKept = createPictureSweep(store);
  const isLocal = config.content.cms === null;
  const keeper = createContentKeeper({
    ...{ source, isLocal, copy, built, publish, onKept, logger },
    ...{ schedule: systemSchedule, now: runtime.now },
  });
  await keeper.start();
  const onFault = (fault: unknown) => logger.error({ err: fault }, 'pages could not be published');
  const halts = [
    isLocal ? watchFolder(contentDir, keeper.changed) : () => undefined,
    systemSchedule(() => void keeper.refresh().catch(onFault), checkDayEveryMs),
  ];
  return {
    ...{ site, keeper, source, factsOf },
    formPages: site && {
      hasPage: site.hasPage,
      render: (path, refusedForm) => site.render(path, { ...facts(), refusedForm }),
    },
    async stop() {
      for (const halt of halts) halt();
      await keeper.stop();
    },
  };
}

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
