import type { Switches } from '../../brand.ts';
import { fillPlaces } from '../../content/texts/fill-places.ts';
import type { BuildContent } from './build-content.ts';
import { keepBuildContent } from './build-content.ts';
import type { BuiltRoutes } from './build-notes.ts';
import { writeNotes } from './build-notes.ts';
import { renderPages } from './render-pages.ts';
import { nameFacts } from './site-publisher.ts';
import { loadSiteRenderer } from './site-renderer.ts';
import { writePages } from './write-pages.ts';

export interface PublishBuildOptions {
  routes: BuiltRoutes;
  switches: Switches;
  /** The site's public address. */
  origin: string;
  content: BuildContent;
  /** Null: the site has no reCAPTCHA. */
  recaptchaSiteKey: string | null;
}

/** Renders every page of a built site into its files; answers how many. */
export async function publishBuild(distDir: string, options: PublishBuildOptions): Promise<number> {
  const { routes, switches, origin, recaptchaSiteKey } = options;
  const content = fillPlaces(options.content.content);
  const renderer = await loadSiteRenderer(distDir);
  if (!renderer) throw new Error('The build left no renderer');
  // Which assets there are, the server knows: pages that depend on it are rendered there.
  const facts = { content, origin, recaptchaSiteKey, today: new Date(), isAsset: () => Promise.resolve(true) };
  const count = await writePages(distDir, renderPages(renderer, facts, { switches, routes }));
  await keepBuildContent(distDir, options.content);
  await writeNotes(distDir, { ...routes, renderedFrom: nameFacts(facts) });
  return count;
}
