import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultSwitches } from '../../../src/brand.ts';
import { readAddress } from '../../../src/content/addresses.ts';
import { linkIn } from '../../../src/content/links.ts';
import { pageIn } from '../../../src/content/localise.ts';
import { openPageStore } from '../../../src/server/site/page-store.ts';
import type { SitePublisherParts } from '../../../src/server/site/site-publisher.ts';
import { createSitePublisher } from '../../../src/server/site/site-publisher.ts';
import type { SiteRenderer } from '../../../src/server/site/site-renderer.ts';
import type { StoredPage } from '../../../src/server/site/stored-page.ts';
import { readPlain } from '../../../src/server/site/stored-page.ts';

/** A publisher on a temporary folder, with a renderer that a test can break. */
export async function makePublisher(parts: Partial<SitePublisherParts> = {}) {
  const root = await mkdtemp(join(tmpdir(), 'publisher-'));
  const folders = { distDir: join(root, 'dist'), pagesDir: join(root, 'pages') };
  /** What rendering a path gives, as set by the test; by default the page. */
  const answers = new Map<string, { status: number } | 'never' | null>();
  const rendered: string[] = [];
  const faults: unknown[] = [];
  const improved: StoredPage[] = [];
  const renderer: SiteRenderer = {
    async render({ url = '' }, site) {
      await new Promise((resolve) => setImmediate(resolve));
      rendered.push(url);
      const answer = answers.get(url);
      if (answer === null) return null;
      if (answer === 'never') return new Promise(() => undefined);
      const { locale, slug } = readAddress(url);
      const page = site.page(slug === '' ? 'home' : slug, locale);
      const text = page && pageIn(page, locale);
      const words = text?.blocks.flatMap((block) => (block.kind === 'rich-text' ? [block.html] : [])) ?? [];
      const facts = { site, switches: defaultSwitches, locale };
      const links = words.map((word) => (word.startsWith('/') ? linkIn(word, facts) : word));
      const lines = [
        text?.title,
        ...links,
        site.copyright(locale),
        slug.startsWith('day') && site.today().toISOString(),
      ];
      const content = Buffer.from(lines.join('\n'));
      return { status: answer?.status ?? (page ? 200 : 404), headers: { 'content-type': 'text/html' }, content };
    },
  };
  const open = async (changed: Partial<SitePublisherParts> = {}) =>
    createSitePublisher({
      ...{ renderer, store: await openPageStore(folders), routes: { appPaths: [], filePaths: [] } },
      ...{ switches: defaultSwitches, logger: { error: (facts: unknown) => void faults.push(facts) } },
      onImproved: (page) => void improved.push(page),
      ...parts,
      ...changed,
    });
  return {
    ...{ folders, answers, rendered, faults, improved, open },
    read: async (page: StoredPage | undefined) => page && (await readPlain(folders, page)).toString(),
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 5 }),
  };
}

export type MadePublisher = Awaited<ReturnType<typeof makePublisher>>;
