import { join } from 'node:path';
import type { Switches } from '../../brand.ts';
import { fillPlaces } from '../../content/fill-places.ts';
import type { ContentSource } from '../../content/content-source.ts';
import { ContentInvalid } from '../../content/content-source.ts';
import type { SiteContent } from '../../content/model/site-content.ts';
import { withPictures } from '../../content/pictures/with-pictures.ts';
import type { SourceOptions } from '../../content/sources/choose-source.ts';
import { chooseSource } from '../../content/sources/choose-source.ts';
import { builtCopyFile, createContentCopy } from '../content/content-copy.ts';
import { openPictureFiles } from '../content/picture-files.ts';
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
  /** Where the content is from. */
  content: SourceOptions;
  /** Null: the site has no reCAPTCHA. */
  recaptchaSiteKey: string | null;
}

/** Renders every page of a built site into its files, from the content as it stands; answers how many. */
export async function publishBuild(distDir: string, options: PublishBuildOptions): Promise<number> {
  const { routes, switches, origin, recaptchaSiteKey } = options;
  const source = chooseSource(options.content);
  const loaded = await loadWithPictures(source, { ...options.content, folder: join(distDir, 'client', 'pictures') });
  const content = fillPlaces(loaded);
  const renderer = await loadSiteRenderer(distDir);
  if (!renderer) throw new Error('The build left no renderer');
  // Which assets there are, the server knows: pages that depend on it are rendered there.
  const facts = { content, origin, recaptchaSiteKey, today: new Date(), isAsset: () => Promise.resolve(true) };
  const count = await writePages(distDir, renderPages(renderer, facts, { switches, routes }));
  await createContentCopy(builtCopyFile(distDir), source.name).save(loaded);
  await writeNotes(distDir, { ...routes, renderedFrom: nameFacts(facts) });
  return count;
}

/**
 * A picture that is missing among our own files can be put there by who builds: rejects with ContentInvalid. One that a CMS names
 * is left out, as the running server leaves it out.
 */
async function loadWithPictures(
  source: ContentSource,
  { folder, cms, warn }: Pick<SourceOptions, 'cms' | 'warn'> & { folder: string },
): Promise<SiteContent> {
  const missing = new Set<string>();
  const store = await openPictureFiles({ folder });
  const content = await withPictures(source, { store, onMissing: (src) => void missing.add(src) }).load();
  if (missing.size === 0) return content;
  if (!cms) throw new ContentInvalid([...missing].map((path) => ({ path, expected: 'a picture', found: 'nothing' })));
  for (const src of missing) warn?.(`${src} is no picture, and is left out`);
  return content;
}
