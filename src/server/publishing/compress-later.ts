import { compressedForms } from '../site/compress.ts';
import type { SiteFileParts } from '../site/site-form.ts';
import { createSiteFile } from '../site/site-form.ts';
import type { SitePages } from '../site/site-pages.ts';

/** A page as it is served, with no compressed forms. */
export type PlainPage = Omit<SiteFileParts, 'content'> & { content: Pick<SiteFileParts['content'], 'identity'> };

/**
 * Compresses pages that are served already as well as they can be, one after the other: the best form of a page takes a hundred
 * times what rendering it takes, and no edit waits for that. What is published anew meanwhile is left to its own turn.
 */
export function createLateCompression(pages: Pick<SitePages, 'put' | 'hashOf'>): {
  add: (made: ReadonlyMap<string, PlainPage>, signal?: AbortSignal) => void;
} {
  const waiting = new Map<string, PlainPage>();
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    for (const [path, page] of waiting) {
      waiting.delete(path);
      const { identity } = page.content;
      const file = createSiteFile({ ...page, content: { identity, ...(await compressedForms(identity, 'best')) } });
      if (pages.hashOf(path) === file.hash) pages.put(path, file);
    }
    isRunning = false;
  }

  return {
    add(made, signal) {
      for (const [path, page] of made) waiting.set(path, page);
      signal?.addEventListener('abort', () => waiting.clear(), { once: true });
      if (!isRunning) void run();
    },
  };
}
