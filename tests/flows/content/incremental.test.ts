import { access, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EditedContent } from '../../support/small-content.ts';
import { copySmallContent } from '../../support/small-content.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';

/** What an edit renders, on the built site with its threads, as in the product. */

let content: EditedContent;
let dataDir: string;
let shop: TestApp;

const open = () =>
  createTestApp({ distDir: 'dist', contentThreads: true, env: { CONTENT_DIR: content.folder, DATA_DIR: dataDir } });

interface Publication {
  rendered: number;
  paths: string[];
}

const publications = () => shop.log.filter(({ msg }) => msg === 'pages published') as unknown as Publication[];

/** Makes an edit, and returns what was published because of it. */
async function publishedBy(edit: () => Promise<unknown>): Promise<Publication> {
  const before = publications().length;
  await edit();
  await expect.poll(() => publications().length, { timeout: 20_000 }).toBeGreaterThan(before);
  return publications().at(-1)!;
}

const read = async (path: string) => {
  const answer = await fetch(shop.url + path, { headers: { accept: 'text/html' } });
  return { status: answer.status, text: await answer.text() };
};

const page = (title: string, text: string) => `title: ${title}
blocks:
  - kind: rich-text
    markdown: ${text}
`;

beforeEach(async () => {
  content = await copySmallContent();
  dataDir = await mkdtemp(join(tmpdir(), 'incremental-'));
  await content.write('pages/home/en.yaml', page('Home', 'See [who we are](/about).'));
  shop = await open();
});
afterEach(async () => {
  await shop.close();
  await Promise.all([content.discard(), rm(dataDir, { recursive: true })]);
});

/** One site for all edits, because its first publication renders everything. */
test('an edit renders what it changes, and nothing else', { timeout: 120_000 }, async () => {
  const all = publications()[0]!.rendered;
  const edited = await publishedBy(() => content.write('pages/about/en.yaml', page('About', 'Edited.')));
  expect(edited.rendered).toBe(4);
  expect(edited.paths.every((path) => path.endsWith('/about'))).toBe(true);
  expect((await read('/about')).text).toContain('Edited.');

  // A restart renders nothing again.
  await shop.close();
  shop = await open();
  expect(publications()).toEqual([]);
  expect((await read('/about')).text).toContain('Edited.');
  await access(join(dataDir, 'pages', 'records.json'));

  const { paths } = await publishedBy(() => content.write('pages/about/page.yaml', 'slugs: { de: ueber-uns }\n'));
  // The menu links to it, so every German page is another one.
  expect(paths).toEqual(expect.arrayContaining(['/de/ueber-uns', '/de', '/de/login']));
  expect(paths.filter((path) => !path.startsWith('/de') && !path.endsWith('/about'))).toEqual([]);
  expect((await read('/de')).text).toContain('href="/de/ueber-uns"');
  const old = await fetch(`${shop.url}/de/about`, { redirect: 'manual' });
  expect([old.status, old.headers.get('location')]).toEqual([301, '/de/ueber-uns']);

  const files = async () => (await readdir(join(dataDir, 'pages'))).length;
  const count = await files();
  await publishedBy(() => content.remove('pages/about'));
  expect((await read('/about')).status).toBe(404);
  expect((await read('/')).text).not.toContain('href="/about"');
  await expect.poll(files).toBeLessThan(count);

  const { rendered } = await publishedBy(async () => {
    const settings = await readFile(join(content.folder, 'settings/en.yaml'), 'utf8');
    await content.write('settings/en.yaml', settings.replace(/^copyright: .*$/m, 'copyright: An edited footer'));
  });
  expect(rendered).toBeGreaterThan(all * 0.8);
  expect((await read('/de/login')).text).toContain('An edited footer');
});
