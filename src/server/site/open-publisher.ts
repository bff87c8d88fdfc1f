import type { Switches } from '../../brand.ts';
import { readNotes } from './build-notes.ts';
import { openPageStore } from './page-store.ts';
import type { SitePublisher, SitePublisherParts } from './site-publisher.ts';
import { createSitePublisher } from './site-publisher.ts';
import { loadSiteRenderer } from './site-renderer.ts';
import type { PageFolders } from './stored-page.ts';

/** What a publisher is opened with, in this thread or in its own. */
export interface PublisherOptions extends PageFolders {
  switches: Switches;
}

/** Opens the publisher of a built site in this thread. Throws if the build left no renderer. */
export async function openPublisher(
  { switches, ...folders }: PublisherOptions,
  { logger, onImproved }: Pick<SitePublisherParts, 'logger' | 'onImproved'>,
): Promise<SitePublisher> {
  const [renderer, routes, store] = await Promise.all([
    loadSiteRenderer(folders.distDir),
    readNotes(folders.distDir),
    openPageStore(folders),
  ]);
  if (!renderer) throw new Error('The build left no renderer');
  return createSitePublisher({ renderer, store, routes, switches, logger, onImproved });
}
