import type { Worker } from 'node:worker_threads';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SiteContent } from '../../../src/content/model/site-content.ts';
import { ContentUnavailable } from '../../../src/content/content-source.ts';
import type { ReadContent } from '../../../src/server/content/content-reader.ts';
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
async function read(): Promise<ReadContent> {
  await reader.load();
  return reader.merge(0);
}
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
  const first = await read();
  await about('Second');
  const second = await read();
  const pageOf = (read: typeof first, slug: string) => read.content.pages.find((page) => page.slug === slug);
  expect(pageOf(second, 'home')).toBe(pageOf(first, 'home'));
  expect(pageOf(second, 'about')?.texts.en.title).toBe('Second');
});

test.each(['loadDraft', 'keep', 'load'] as const)(
  'a thread that starts again, first for %s, still has the last good versions',
  async (firstCall) => {
    await about('First');
    await read();
    await reader.keep();
    await content.write('pages/about/en.yaml', 'blocks: 5\n');
    await threads[0]!.terminate();
    if (firstCall === 'loadDraft') await reader.loadDraft('home');
    // What the thread before had read is lost, so it cannot be kept.
    if (firstCall === 'keep') await expect(reader.keep()).rejects.toThrow('nothing was read');
    const { content: now, refused } = await read();
    expect(titles(now)).toContain('about: First');
    expect(refused.map(({ key }) => key)).toEqual(['pages/about']);
    expect(threads).toHaveLength(2);
  },
);

test('what was read is merged again by the clock, and so is a copy that was kept', async () => {
  await mkdir(join(content.folder, 'pages/offer'));
  await content.write('pages/offer/en.yaml', 'title: Offer\nblocks: []\n');
  await content.write('pages/offer/page.yaml', 'publishAt: 2026-12-01T09:00:00Z\n');
  const at = Date.parse('2026-12-01T09:00:00Z');
  expect(await read()).toMatchObject({ nextAt: at, isOfCopy: false });
  await reader.keep();
  expect(titles((await reader.mergeAgain(at - 1)).content)).not.toContain('offer: Offer');
  expect(titles((await reader.mergeAgain(at)).content)).toContain('offer: Offer');
  await threads[0]!.terminate();
  const again = await reader.mergeAgain(at);
  expect([titles(again.content).includes('offer: Offer'), again.isOfCopy]).toEqual([true, true]);
  const [copy] = await reader.findCopies();
  expect(titles((await reader.openCopy(copy!.file, at)).content)).toContain('offer: Offer');
});

test('a read over its time limit is a source that did not answer', async () => {
  const ended = AbortSignal.timeout(0);
  await expect(reader.load(ended)).rejects.toThrow(ContentUnavailable);
});
