import type { Worker } from 'node:worker_threads';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SiteContent } from '../../../src/content/model/site-content.ts';
import { ContentUnavailable } from '../../../src/content/content-source.ts';
import type { ReaderApart } from '../../../src/server/content/read-apart.ts';
import { createReaderApart } from '../../../src/server/content/read-apart.ts';
import type { EditedContent } from '../../support/small-content.ts';
import { copySmallContent } from '../../support/small-content.ts';

/** Reads content in a thread that ends now and then. */

let content: EditedContent;
let folder: string;
let reader: ReaderApart;
let threads: Worker[];

const note = (thread: Worker) => void threads.push(thread);
const titles = ({ pages }: SiteContent) => pages.map(({ slug, texts }) => `${slug}: ${texts.en.title}`);
const about = (title: string) => content.write('pages/about/en.yaml', `title: ${title}\nblocks: []\n`);

beforeEach(async () => {
  threads = [];
  process.on('worker', note);
  content = await copySmallContent();
  folder = await mkdtemp(join(tmpdir(), 'read-apart-'));
  const store = { has: () => Promise.resolve(true), put: () => Promise.resolve() };
  reader = createReaderApart({ folder: content.folder, copyFile: join(folder, 'copy.json'), builtFile: null, store });
});
afterEach(async () => {
  process.off('worker', note);
  await reader.stop();
  await Promise.all([content.discard(), rm(folder, { recursive: true })]);
});

test('parts that have not changed are the same objects again', async () => {
  await about('First');
  const first = await reader.read(0);
  await about('Second');
  const second = await reader.read(0);
  const pageOf = (read: typeof first, slug: string) => read.content.pages.find((page) => page.slug === slug);
  expect(pageOf(second, 'home')).toBe(pageOf(first, 'home'));
  expect(pageOf(second, 'about')?.texts.en.title).toBe('Second');
});

test.each(['loadDraft', 'keep', 'read'] as const)(
  'a thread that starts again, first for %s, still has the last good versions',
  async (firstCall) => {
    await about('First');
    await reader.read(0);
    await reader.keep();
    await content.write('pages/about/en.yaml', 'blocks: 5\n');
    await threads[0]!.terminate();
    if (firstCall === 'loadDraft') await reader.loadDraft('home');
    // What the thread before had read is lost, so it cannot be kept.
    if (firstCall === 'keep') await expect(reader.keep()).rejects.toThrow('nothing was read');
    const { content: read, refused } = await reader.read(0);
    expect(titles(read)).toContain('about: First');
    expect(refused.map(({ key }) => key)).toEqual(['pages/about']);
    expect(threads).toHaveLength(2);
  },
);

test('a read over its time limit is a source that did not answer', async () => {
  const ended = AbortSignal.timeout(0);
  await expect(reader.read(0, ended)).rejects.toThrow(ContentUnavailable);
});
