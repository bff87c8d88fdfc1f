import { join } from 'node:path';
import { defaultSiteUrl } from '../brand.ts';
import { sessionIdleMs } from '../lib/contract/session.ts';
import { fillPlaceholders } from './texts/fill-placeholders.ts';
import { loadWhole } from './pull/merge-content.ts';
import { withPictures } from './pictures/with-pictures.ts';
import { picturesPath } from './pictures/picture-sources.ts';
import type { SiteFacts } from './site-facts.ts';
import { createLocalSource } from './sources/local-source.ts';

const pictures = new Map<string, Uint8Array>();
const source = withPictures(createLocalSource(join(process.cwd(), 'src/content')), {
  store: {
    has: (path) => Promise.resolve(pictures.has(path)),
    put: (path, bytes) => Promise.resolve(void pictures.set(path, bytes)),
  },
});

/** The facts for pages in development: the embedded content, read from its files on each call. */
export async function loadDevFacts(): Promise<SiteFacts> {
  const content = fillPlaceholders(await loadWhole(source, Date.now()), { sessionIdleMs });
  // Development always has the demo people, unless it is told not to.
  const hasDemo = true;
  return {
    content,
    origin: defaultSiteUrl,
    today: new Date(),
    assets: null,
    recaptchaSiteKey: null,
    hasDemo,
    sessionIdleMs,
  };
}

/**
 * Serves a prepared picture from memory, because development has no folder for them; null: not the path of a picture.
 */
export function answerDevPicture(path: string): Response | null {
  const bytes = path.startsWith(picturesPath) ? pictures.get(path) : undefined;
  return bytes ? new Response(Buffer.from(bytes), { headers: { 'content-type': 'image/webp' } }) : null;
}
