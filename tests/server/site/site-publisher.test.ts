import { beforeEach, describe, expect, test } from 'vitest';
import { defaultSwitches, locales } from '../../../src/brand.ts';
import type { SiteFacts } from '../../../src/content/site-facts.ts';
import { faultSlug, unknownSlug } from '../../../src/content/site-paths.ts';
import type { SiteFile } from '../../../src/server/site/site-files.ts';
import { createSitePages } from '../../../src/server/site/site-pages.ts';
import type { PageTimeouts } from '../../../src/server/site/site-publisher.ts';
import { createSitePublisher } from '../../../src/server/site/site-publisher.ts';
import type { SiteRenderer } from '../../../src/server/site/site-renderer.ts';

type Pages = SiteFacts['content']['pages'];

const page = (slug: string, title: string): Pages[number] => ({
  ...{ slug, slugs: {}, isHidden: false },
  texts: { en: { title, blocks: [] } },
});

const factsOf = (...pages: Pages): SiteFacts => ({
  content: { pages, settings: {} as SiteFacts['content']['settings'], calendar: [] },
  ...{ origin: 'http://localhost', today: new Date('2026-11-21'), recaptchaSiteKey: null },
  isAsset: () => Promise.resolve(true),
});

let faults: unknown[];
let served: Map<string, SiteFile>;
let files: ReturnType<typeof createSitePages>;
/** What rendering a path gives, as set by the test; by default the title of the page. */
let answers: Map<string, { status: number } | 'never' | null>;
let createPublisher: (pageTimeouts?: PageTimeouts) => ReturnType<typeof createSitePublisher>;
let publisher: ReturnType<typeof createSitePublisher>;

beforeEach(() => {
  faults = [];
  const logger = { error: (facts: unknown) => void faults.push(facts) };
  served = new Map();
  files = createSitePages(served, { isSecure: () => false });
  answers = new Map();
  const renderer: SiteRenderer = {
    async render({ url = '' }, { content }) {
      await new Promise((resolve) => setImmediate(resolve));
      const answer = answers.get(url);
      if (answer === null) return null;
      if (answer === 'never') return new Promise(() => undefined);
      const found = content.pages.find(({ slug }) => url.endsWith(`/${slug}`));
      const headers = { 'content-type': 'text/html' };
      return {
        status: answer?.status ?? (found ? 200 : 404),
        headers,
        content: Buffer.from(found?.texts.en.title ?? ''),
      };
    },
  };
  const routes = { appPaths: [], filePaths: [] };
  const parts = { renderer, pages: files, routes, switches: defaultSwitches, builtFrom: 'a build', logger };
  createPublisher = (pageTimeouts) => createSitePublisher({ ...parts, ...(pageTimeouts && { pageTimeouts }) });
  publisher = createPublisher();
});

/** The number of bytes that a browser gets. */
function brotliOf(path: string): number {
  return served.get(path)?.br.content.length ?? Number.NaN;
}

const inAllLanguages = (slug: string) => locales.map((locale) => (locale === 'en' ? `/${slug}` : `/${locale}/${slug}`));

describe('a publication', () => {
  test('serves the existing pages in every language, and removes deleted ones', async () => {
    const first = await publisher.publish(factsOf(page('about', 'About'), page('news', 'News')));
    expect(first.changed.sort()).toEqual(['about', 'news', unknownSlug, faultSlug].flatMap(inAllLanguages).sort());
    const second = await publisher.publish(factsOf(page('about', 'About us')));
    expect(second).toMatchObject({ changed: inAllLanguages('about'), removed: inAllLanguages('news') });
    expect(files.has('/de/news')).toBe(false);
  });

  test('of unchanged content renders nothing, in whatever order its fields are', async () => {
    await publisher.publish(factsOf(page('about', 'About')));
    const { texts, isHidden, slugs, slug } = page('about', 'About');
    expect(await publisher.publish(factsOf({ texts, isHidden, slugs, slug }))).toMatchObject({ rendered: 0 });
  });

  test.each([{ status: 500 }, null])(
    'that meets a page which fails (%j) changes nothing, and can be made again',
    async (fault) => {
      await publisher.publish(factsOf(page('about', 'About'), page('zeta', 'Zeta')));
      const served = files.hashOf('/about');
      answers.set('/zeta', fault);
      const edited = factsOf(page('about', 'Secret'), page('zeta', 'Zeta'));
      await expect(publisher.publish(edited)).rejects.toThrow('/zeta');
      expect(files.hashOf('/about')).toBe(served);
      expect(files.has('/zeta')).toBe(true);
      answers.clear();
      expect((await publisher.publish(edited)).changed).toContain('/about');
    },
  );

  test('that is aborted, even in the middle of a page, changes nothing, and the next one succeeds', async () => {
    await publisher.publish(factsOf(page('about', 'About'), page('zeta', 'Zeta')));
    const served = files.hashOf('/about');
    answers.set('/zeta', 'never');
    const stop = new AbortController();
    const edited = factsOf(page('about', 'About us'), page('zeta', 'Zeta'));
    const publishing = publisher.publish(edited, stop.signal);
    stop.abort(new Error('the server ends'));
    await expect(publishing).rejects.toThrow('the server ends');
    expect(files.hashOf('/about')).toBe(served);
    answers.clear();
    expect((await publisher.publish(edited)).changed).toContain('/about');
  });

  test('does not wait for a page that never ends', async () => {
    answers.set('/zeta', 'never');
    const facts = factsOf(page('about', 'About'), page('zeta', 'Zeta'));
    const publishing = createPublisher({ firstMs: 20, laterMs: 20 }).publish(facts);
    await expect(publishing).rejects.toThrow('/zeta was not rendered within 20 ms');
    expect(files.has('/about')).toBe(false);
  });

  test('has patience with its pages until it has rendered them all once', async () => {
    const slowly = createPublisher({ firstMs: 21, laterMs: 20 });
    const [first, second] = ['About', 'About us'].map((title) => factsOf(page('about', title), page('zeta', 'Zeta')));
    answers.set('/zeta', 'never');
    await expect(slowly.publish(first!)).rejects.toThrow('/zeta was not rendered within 21 ms');
    await expect(slowly.publish(first!)).rejects.toThrow('/zeta was not rendered within 21 ms');
    answers.clear();
    await slowly.publish(first!);
    answers.set('/zeta', 'never');
    await expect(slowly.publish(second!)).rejects.toThrow('/zeta was not rendered within 20 ms');
  });

  test('is served compressed at once, and better compressed soon', async () => {
    const words = Array.from({ length: 4_000 }, (_, number) => `word ${(number * 7_919) % 1_009}`).join(' ');
    await publisher.publish(factsOf(page('about', words)));
    const first = brotliOf('/about');
    expect(first).toBeLessThan(words.length);
    await expect.poll(() => brotliOf('/about')).toBeLessThan(first);
  });

  test('whose page cannot be compressed better is served as it is: the log says so, and the next page is', async () => {
    const words = Array.from({ length: 4_000 }, (_, number) => `word ${(number * 7_919) % 1_009}`).join(' ');
    const put = files.put;
    files.put = (path, file) => {
      if (path === '/about' && files.hashOf(path) === file.hash) throw new Error('it cannot be compressed');
      put(path, file);
    };
    await publisher.publish(factsOf(page('about', words), page('news', words)));
    const quick = brotliOf('/news');
    await expect.poll(() => brotliOf('/news')).toBeLessThan(quick);
    expect(brotliOf('/about')).toBe(quick);
    expect(faults).toMatchObject([{ path: '/about' }]);
    await publisher.publish(factsOf(page('news', `${words} again`)));
    const edited = brotliOf('/news');
    await expect.poll(() => brotliOf('/news')).toBeLessThan(edited);
  });

  test('follows the one that was requested before it, so that the newest stays', async () => {
    const old = factsOf(page('about', 'Old'), page('gone', 'Gone'));
    const [, , third] = await Promise.all([
      publisher.publish(old),
      publisher.publish(factsOf(page('about', 'New'))),
      publisher.publish(factsOf(page('about', 'New'))),
    ]);
    expect(third).toMatchObject({ rendered: 0 });
    expect(files.has('/gone')).toBe(false);
    await publisher.publish(old);
    expect(files.has('/gone')).toBe(true);
  });
});
