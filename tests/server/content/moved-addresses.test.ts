import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Page } from '../../../src/content/model/site-content.ts';
import type { KeptContent } from '../../../src/content/pull/kept-content.ts';
import { partsOfContent } from '../../../src/content/pull/kept-content.ts';
import { contentOfKept } from '../../../src/content/pull/merge-content.ts';
import { createContentCopy, loadCopies } from '../../../src/server/content/content-copy.ts';
import { contentOf, pageOf } from '../../content/made-content.ts';

/** Old addresses and parts that wait for their time, as copies on disk keep them. */

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'moved-addresses-'));
});
afterEach(() => rm(folder, { recursive: true }));

const copyAt = (name: string) => createContentCopy(join(folder, name), 'made');
const rest = partsOfContent(contentOf([]));
const kept = (about: Page, more: Partial<KeptContent> = {}): KeptContent => ({
  ...{ parts: [['pages/1', pageOf('home', [])], ['pages/2', about], ...rest], refusedSince: {} },
  ...more,
});
const [early, late] = [new Date('2026-11-01'), new Date('2026-11-02')];

async function best() {
  const [found] = await loadCopies([copyAt('server'), copyAt('build')]);
  if (!found) throw new Error('There is no copy');
  return found.kept;
}
const leads = (of: KeptContent) =>
  Object.fromEntries(contentOfKept(of, 0).content.redirects.map(({ from, to }) => [from, to]));

test('a build of another machine takes no old address from a server, and learns of a new one', async () => {
  const moved = { '/oldest': 'pages/2', '/gone': 'pages/9' };
  await copyAt('server').save(kept(pageOf('old', []), { moved }), early);
  await copyAt('build').save(kept(pageOf('new', [])), late);
  expect(leads(await best())).toEqual({
    ...{ '/oldest': '/new', '/old': '/new', '/de/old': '/de/new', '/it/old': '/it/new', '/es/old': '/es/new' },
  });
});

test('the newer copy knows better whose an old address is', async () => {
  await copyAt('server').save(kept(pageOf('about', []), { moved: { '/old': 'pages/1' } }), early);
  await copyAt('build').save(kept(pageOf('about', []), { moved: { '/old': 'pages/2' } }), late);
  expect(leads(await best())).toEqual({ '/old': '/about' });
});

test('what waits is in the copy, unless the model has changed', async () => {
  const waiting = [
    ['pages/3', pageOf('offer', [], { publishAt: '2026-12-01T09:00:00Z' })],
    ['pages/4', { slug: 'of another model' }],
    ['settings/en/tagline', 5],
  ] as const;
  await copyAt('server').save(kept(pageOf('about', []), { waiting }), early);
  expect((await best()).waiting?.map(([key]) => key)).toEqual(['pages/3']);
});

test('the copy of a release that knew no old addresses is read', async () => {
  await copyAt('server').save(kept(pageOf('about', [])), early);
  const stored = JSON.parse(await readFile(join(folder, 'server'), 'utf8')) as object;
  expect(Object.keys(stored)).toEqual(['source', 'parts', 'refusedSince']);
  expect((await best()).moved).toEqual({});
  const { redirects: _none, ...content } = contentOf([pageOf('home', []), pageOf('about', [])]);
  await writeFile(join(folder, 'server'), JSON.stringify({ source: 'made', content }));
  expect((await best()).isBySlug).toBe(true);
});
