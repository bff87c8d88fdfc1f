import type { Logger } from 'pino';
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
export function createLateCompression(
  pages: Pick<SitePages, 'put' | 'hashOf'>,
  logger: Pick<Logger, 'error'>,
): {
  add: (made: ReadonlyMap<string, PlainPage>, signal?: AbortSignal) => void;
} {
  const waiting = new Map<string, PlainPage>();
  let stopping: AbortSignal | undefined;
  let isRunning = false;

  async function compress(path: string, page: PlainPage): Promise<void> {
    const { identity } = page.content;
    const file = createSiteFile({ ...page, content: { identity, ...(await compressedForms(identity, 'best')) } });
    if (pages.hashOf(path) === file.hash) pages.put(path, file);
  }

  async function run(): Promise<void> {
    isRunning = true;
    for (const [path, page] of waiting) {
      waiting.delete(path);
      const onFault = (fault: unknown) =>
        logger.error({ err: fault, path }, 'a page stays as quickly compressed as it is');
      if (!stopping?.aborted) await compress(path, page).catch(onFault);
    }
    isRunning = false;
  }

  return {
    add(made, signal) {
      for (const [path, page] of made) waiting.set(path, page);
      stopping = signal;
      if (!isRunning) void run();
    },
  };
}
