import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { locales } from '../../../src/brand.ts';
import { faultSlug, unknownSlug } from '../../../src/content/site-paths.ts';
import type { SitePublisher } from '../../../src/server/site/site-publisher.ts';
import type { StoredPage } from '../../../src/server/site/stored-page.ts';
import { formFile } from '../../../src/server/site/stored-page.ts';
import { contentOf, factsOf, pageOf } from '../../content/made-content.ts';
import type { MadePublisher } from './made-publisher.ts';
import { makePublisher } from './made-publisher.ts';

const page = (slug: string, title: string, ...words: string[]) => {
  const blocks = words.map((html) => ({ kind: 'rich-text', html }) as const);
  return pageOf(slug, [], { texts: { en: { title, blocks } } });
};
type Pages = ReturnType<typeof page>[];
const facts = (...pages: Pages) => factsOf(contentOf(pages));
const withCopyright = (text: string, ...pages: Pages) => {
  const content = contentOf(pages);
  const en = { ...content.settings.texts.en, copyright: text };
  return factsOf({ ...content, settings: { ...content.settings, texts: { en } } });
};
const inAllLanguages = (slug: string) => locales.map((locale) => (locale === 'en' ? `/${slug}` : `/${locale}/${slug}`));
const special = [unknownSlug, faultSlug].flatMap(inAllLanguages);
const longText = Array.from({ length: 4_000 }, (_, number) => `word ${(number * 7_919) % 1_009}`).join(' ');

let made: MadePublisher;
let publisher: SitePublisher;
/** What visitors see. */
let served: Map<string, StoredPage>;

async function publish(...args: Parameters<SitePublisher['publish']>) {
  const published = await publisher.publish(...args);
  for (const [path, stored] of published.changed) served.set(path, stored);
  for (const path of published.removed) served.delete(path);
  return { ...published, changed: [...published.changed.keys()] };
}

beforeEach(async () => {
  made = await makePublisher();
  publisher = await made.open();
  served = new Map();
});
afterEach(async () => {
  await publisher.stop();
  await made.remove();
});

/** The server ends and starts again. */
async function restart(): Promise<void> {
  await publisher.stop();
  publisher = await made.open();
}

describe('a publication', () => {
  test('makes the existing pages in every language, and removes deleted ones', async () => {
    const first = await publish(facts(page('about', 'About'), page('news', 'News')));
    expect(first.changed.sort()).toEqual([...['about', 'news'].flatMap(inAllLanguages), ...special].sort());
    const second = await publish(facts(page('about', 'About us')));
    expect(second).toMatchObject({ rendered: 4, changed: inAllLanguages('about'), removed: inAllLanguages('news') });
  });

  test('of unchanged content renders nothing, in whatever order its fields are', async () => {
    await publish(facts(page('about', 'About')));
    const { texts, isHidden, slugs, slug } = page('about', 'About');
    expect(await publish(facts({ texts, isHidden, slugs, slug }))).toMatchObject({ rendered: 0, changed: [] });
  });

  test('renders the pages that link to one whose address has changed, and no others', async () => {
    const others = [page('a', 'A', '/about'), page('b', 'B', '/other'), page('c', 'C')];
    await publish(facts(page('about', 'About'), ...others));
    const renamed = { ...page('about', 'About'), slugs: { de: 'ueber-uns' } };
    const { rendered, changed, removed } = await publish(facts(renamed, ...others));
    expect(changed.sort()).toEqual(['/de/a', '/de/ueber-uns']);
    expect(removed).toEqual(['/de/about']);
    // The page itself in all languages, and its link in German.
    expect(rendered).toBe(5);
    expect((await publish(facts(...others))).changed.sort()).toEqual(inAllLanguages('a').sort());
  });

  test('renders every page if a text of all pages has changed, and only those of the day if the day has', async () => {
    const pages = [page('about', 'About'), page('day', 'Today')];
    await publish(withCopyright('one', ...pages));
    expect((await publish(withCopyright('two', ...pages))).rendered).toBe(8 + special.length);
    const tomorrow = { ...withCopyright('two', ...pages), today: new Date('2026-11-22') };
    expect((await publish(tomorrow)).changed.sort()).toEqual(inAllLanguages('day').sort());
  });

  test.each([{ status: 500 }, null])(
    'keeps the last good version of a page that fails (%j), says so, and goes on with the others',
    async (fault) => {
      await publish(facts(page('about', 'About'), page('zeta', 'Zeta')));
      made.answers.set('/zeta', fault).set('/new', fault);
      const edited = facts(page('about', 'About us'), page('zeta', 'Secret'), page('new', 'New'));
      const { changed, faults, removed } = await publish(edited);
      expect(faults.map(({ path }) => path).sort()).toEqual(['/new', '/zeta']);
      expect(changed).toContain('/about');
      expect(removed).toEqual([]);
      expect(await made.read(served.get('/zeta'))).toContain('Zeta');
      expect(served.has('/new')).toBe(false);
      // It is tried again each time, also after a restart, until it succeeds.
      await restart();
      expect(await publish(edited)).toMatchObject({ rendered: 2, changed: [] });
      made.answers.clear();
      expect((await publish(edited)).changed.sort()).toEqual(['/new', '/zeta']);
    },
  );

  test('shows no text of a removed page in place of another page at its address that fails', async () => {
    await publish(facts(page('old', 'Secret')));
    made.answers.set('/old', { status: 500 });
    const { removed, faults } = await publish(facts({ ...page('other', 'Other'), slugs: { en: 'old' } }));
    expect([removed.includes('/old'), faults.map(({ path }) => path)]).toEqual([true, ['/old']]);
    expect(served.has('/old')).toBe(false);
  });

  test('renders a page again whose file is empty or gone after a restart', async () => {
    const content = facts(page('about', 'About'), page('news', 'News'));
    await publish(content);
    await publisher.stop();
    await writeFile(formFile(made.folders, served.get('/about')!, served.get('/about')!.forms[0]!), '');
    await rm(formFile(made.folders, served.get('/de/news')!, served.get('/de/news')!.forms[0]!));
    publisher = await made.open();
    expect((await publish(content)).changed.sort()).toEqual(['/about', '/de/news']);
    expect(await made.read(served.get('/about'))).toContain('About');
  });

  test('that is aborted, even in the middle of a page, changes nothing and leaves no file; the next one succeeds', async () => {
    await publish(facts(page('about', 'About'), page('zeta', 'Zeta')));
    const files = await readdir(made.folders.pagesDir);
    made.answers.set('/zeta', 'never');
    const stop = new AbortController();
    const edited = facts(page('about', 'About us'), page('zeta', 'Zeta!'));
    const publishing = publish(edited, stop.signal);
    await expect.poll(() => made.rendered.at(-1)).toBe('/zeta');
    stop.abort(new Error('the server ends'));
    await expect(publishing).rejects.toThrow('the server ends');
    expect(await readdir(made.folders.pagesDir)).toEqual(files);
    made.answers.clear();
    expect((await publish(edited)).changed).toContain('/about');
  });

  test('does not wait for a page that never ends, and gives up if several do not', async () => {
    publisher = await made.open({ pageTimeouts: { firstMs: 20, laterMs: 21 } });
    made.answers.set('/zeta', 'never');
    const content = facts(page('about', 'About'), page('zeta', 'Zeta'));
    const [first, ...others] = (await publish(content)).faults;
    expect(first).toEqual({ path: '/zeta', message: '/zeta was not rendered within 20 ms' });
    // It is tried in one language only.
    expect(others.map(({ path }) => path)).toEqual(inAllLanguages('zeta').slice(1));
    expect(served.has('/about')).toBe(true);
    for (const path of inAllLanguages('about')) made.answers.set(path, 'never');
    made.answers.set('/c', 'never');
    await expect(publish(facts(...['about', 'zeta', 'c'].map((slug) => page(slug, 'New'))))).rejects.toThrow('21 ms');
  });

  test('is compressed at once, and better compressed soon', async () => {
    const bytes = async (path: string) => (await readFile(formFile(made.folders, served.get(path)!, 'br'))).length;
    await publish(facts(page('about', longText), page('news', longText)));
    const quick = await bytes('/about');
    expect(quick).toBeLessThan(longText.length);
    await expect.poll(() => made.improved.length).toBe(8);
    expect(await bytes('/about')).toBeLessThan(quick);
    expect(await made.read(served.get('/about'))).toContain(longText);
    expect(made.faults).toEqual([]);
  });

  test('follows the one that was requested before it, so that the newest stays', async () => {
    const old = facts(page('about', 'Old'), page('gone', 'Gone'));
    const newest = facts(page('about', 'New'));
    const [, , third] = await Promise.all([publish(old), publish(newest), publish(newest)]);
    expect(third).toMatchObject({ rendered: 0 });
    expect(served.has('/gone')).toBe(false);
  });
});

describe('any edits and restarts', () => {
  const anyPage = fc.record({
    slug: fc.constantFrom('home', 'a', 'b', 'c', 'day'),
    title: fc.constantFrom('One', 'Two'),
    links: fc.array(fc.constantFrom('/a', '/b', '/de/x', '/c', '/'), { maxLength: 2 }),
    isRenamed: fc.boolean(),
  });
  const anyEdit = fc.record({
    pages: fc.uniqueArray(anyPage, { selector: ({ slug }) => slug, maxLength: 4 }),
    copyright: fc.constantFrom('one', 'two'),
    day: fc.constantFrom('2026-11-21', '2026-11-22'),
    isRestart: fc.boolean(),
  });
  type Edit = typeof anyEdit extends fc.Arbitrary<infer Value> ? Value : never;

  const factsAfter = ({ pages, copyright, day }: Edit) => {
    const written = pages.map(({ slug, title, links, isRenamed }) => ({
      ...page(slug, title, ...links),
      slugs: isRenamed && slug === 'a' ? { de: 'x' } : {},
    }));
    return { ...withCopyright(copyright, ...written), today: new Date(day) };
  };
  const see = async (from: MadePublisher, pages: ReadonlyMap<string, StoredPage>) =>
    Object.fromEntries(
      await Promise.all([...pages].map(async ([path, stored]) => [path, await from.read(stored)] as const)),
    );
  const seeFull = async (edit: Edit) => {
    const other = await makePublisher();
    const full = await other.open();
    const pages = await see(other, (await full.publish(factsAfter(edit))).changed);
    await full.stop();
    await other.remove();
    return pages;
  };

  test('leave the pages of a full rendering', { timeout: 60_000 }, async () => {
    const property = fc.asyncProperty(fc.array(anyEdit, { minLength: 1, maxLength: 4 }), async (edits) => {
      for (const edit of edits) {
        if (edit.isRestart) await restart();
        await publish(factsAfter(edit));
        expect(await see(made, served)).toEqual(await seeFull(edit));
      }
    });
    await fc.assert(property, { numRuns: 25 });
  });
});
