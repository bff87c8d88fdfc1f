import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signPreview } from '../../../src/server/secrets/editor-link.ts';
import { makeFakeSite } from '../../support/fake-site.ts';
import type { EditedContent } from '../../support/small-content.ts';
import { copySmallContent } from '../../support/small-content.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';

const previewSecret = 'a secret of the previews';

let content: EditedContent;
let dataDir: string;
let site: Awaited<ReturnType<typeof makeFakeSite>>;
let shop: TestApp;

const open = () =>
  createTestApp({
    distDir: site.distDir,
    env: {
      CONTENT_DIR: content.folder,
      CONTENT_PREVIEW_SECRET: previewSecret,
      DATA_DIR: dataDir,
    },
  });

beforeEach(async () => {
  [content, site] = await Promise.all([copySmallContent(), makeFakeSite()]);
  dataDir = await mkdtemp(join(tmpdir(), 'publishing-'));
  shop = await open();
});
afterEach(async () => {
  await shop.close();
  await Promise.all([content.discard(), site.remove(), rm(dataDir, { recursive: true })]);
});

interface Read {
  status: number;
  text: string;
  headers: Headers;
}

async function read(path: string): Promise<Read> {
  const answer = await fetch(shop.url + path, { headers: { accept: 'text/html' }, redirect: 'manual' });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}

const edited = `title: About
blocks:
  - kind: rich-text
    markdown: Who we are **now**.
`;

describe('an edit of a local file', () => {
  test('is live soon in every language that shows it, and nothing else changes', async () => {
    const before = await read('/about');
    expect(before.text).toContain('Who we are.');
    const home = (await read('/')).headers.get('etag');
    await content.write('pages/about/en.yaml', edited);
    await expect.poll(async () => (await read('/about')).text, { timeout: 10_000 }).toContain('<strong>now</strong>');
    expect((await read('/de/about')).text).toContain('Über uns');
    expect((await read('/de/about')).text).toContain('<strong>now</strong>');
    expect((await read('/about')).headers.get('etag')).not.toBe(before.headers.get('etag'));
    expect((await read('/')).headers.get('etag')).toBe(home);
  });

  test('adds a page that no build knew, and removes one', async () => {
    expect((await read('/news')).status).toBe(404);
    await mkdir(join(content.folder, 'pages', 'news'));
    await content.write('pages/news/en.yaml', edited.replace('About', 'News'));
    await content.remove('pages/about');
    await expect.poll(async () => (await read('/news')).status, { timeout: 10_000 }).toBe(200);
    expect((await read('/de/news')).status).toBe(200);
    await expect.poll(async () => (await read('/about')).status).toBe(404);
    expect((await read('/about')).text).toContain('nothing here');
  });

  test('that breaks the model changes nothing of its page, after a restart neither; the log says where', async () => {
    await content.write('pages/about/en.yaml', 'title: About\nblocks:\n  - kind: carousel\n');
    const faults = () => shop.log.filter(({ msg }) => String(msg).startsWith('a part of the content is refused'));
    await expect.poll(faults, { timeout: 10_000 }).not.toHaveLength(0);
    expect(JSON.stringify(faults()[0])).toContain('blocks[0]');
    expect((await read('/about')).text).toContain('Who we are.');
    expect(await shop.metrics()).toContain('content_refused 1');
    await content.write('pages/home/en.yaml', edited.replace('About', 'Home, edited'));
    await expect.poll(async () => (await read('/')).text, { timeout: 10_000 }).toContain('Home, edited');
    await shop.close();
    shop = await open();
    expect((await read('/about')).text).toContain('Who we are.');
    expect((await read('/')).text).toContain('Home, edited');
  });

  test('leaves the pages as they are if the source stops answering, also after a restart', async () => {
    await content.remove('pages');
    await shop.close();
    shop = await open();
    expect((await read('/about')).text).toContain('Who we are.');
  });
});

test('a first start while the source is silent uses the content of the build', async () => {
  await shop.close();
  const copy = JSON.parse(await readFile(join(dataDir, 'content/copy.json'), 'utf8')) as object;
  await writeFile(join(site.distDir, 'content.json'), JSON.stringify(copy));
  await rm(join(dataDir, 'content'), { recursive: true });
  await content.remove('pages');
  shop = await open();
  expect((await read('/about')).text).toContain('Who we are.');
});

describe('a draft', () => {
  const until = () => Math.floor(shop.runtime.now() / 1000) + 60;

  test('is on no page, but a signed link shows it as it is now', async () => {
    expect((await read('/draft')).status).toBe(404);
    const link = signPreview({ slug: 'draft', locale: 'en', until: until() }, previewSecret);
    const page = await read(link);
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('Not for everybody yet') as string });
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('x-robots-tag')).toContain('noindex');
    expect((await read('/draft')).status).toBe(404);
  });

  test('is not shown by a link that was changed, has expired, or was signed with another secret', async () => {
    const link = signPreview({ slug: 'draft', locale: 'en', until: until() }, previewSecret);
    const over = signPreview({ slug: 'draft', locale: 'en', until: until() - 120 }, previewSecret);
    const forged = signPreview({ slug: 'draft', locale: 'en', until: until() }, 'another secret');
    const changed = [
      link.replace('until=', 'until=9'),
      link.replace('/draft', '/about'),
      link.slice(0, -1),
      link.split('&')[0]!,
    ];
    for (const path of [over, forged, ...changed]) {
      const page = await read(path);
      expect(page.status, path).toBe(404);
      expect(page.text).not.toContain('Not for everybody');
    }
  });
});
