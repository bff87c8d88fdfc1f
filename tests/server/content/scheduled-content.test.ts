import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PulledContent } from '../../../src/content/content-source.ts';
import { ContentUnavailable } from '../../../src/content/content-source.ts';
import type { Page, SiteContent } from '../../../src/content/model/site-content.ts';
import { createContentCopy } from '../../../src/server/content/content-copy.ts';
import type { ContentKeeper } from '../../../src/server/content/content-keeper.ts';
import { createContentKeeper } from '../../../src/server/content/content-keeper.ts';
import { createContentReader } from '../../../src/server/content/content-reader.ts';
import { contentOf, pageOf, pulledOf, sourceOf } from '../../content/made-content.ts';
import type { ManualClock } from '../../support/manual-clock.ts';
import { createManualClock } from '../../support/manual-clock.ts';

/** What the keeper publishes and takes offline by the clock, whatever the source and the disk do. */

const cms = 'cockpit v1 at https://cms.example.com';
const hourMs = 60 * 60_000;

let folder: string;
let clock: ManualClock;
let keeper: ContentKeeper;
/** What visitors see. */
let shown: string[];
let isFull: boolean;
let laterPictures: readonly string[];
let load: () => Promise<PulledContent>;

const at = (inMs: number) => new Date(clock.now() + inMs).toISOString();
const holding =
  (...pages: Page[]) =>
  () =>
    Promise.resolve(pulledOf(contentOf([pageOf('home', []), ...pages])));
const down = () => Promise.reject(new ContentUnavailable('it is down'));

async function start(name = cms): Promise<void> {
  const source = { ...sourceOf([]), name, load: () => load(), readUnsaved: () => Promise.resolve(null) };
  keeper = createContentKeeper({
    reader: createContentReader({ source, copy: createContentCopy(join(folder, 'copy'), name), built: null }),
    isLocal: false,
    publish({ pages }: SiteContent) {
      if (isFull) return Promise.reject(new Error('the disk is full'));
      shown = pages.map(({ slug }) => slug).filter((slug) => slug !== 'home');
      return Promise.resolve();
    },
    onKept: (_content, later) => Promise.resolve(void (laterPictures = later)),
    ...{ logger: { info: () => undefined, warn: () => undefined, error: () => undefined }, sessionIdleMs: hourMs },
    ...{ schedule: clock.schedule, now: clock.now },
  });
  await keeper.start();
  await keeper.pull();
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scheduled-'));
  [clock, shown, isFull, laterPictures] = [createManualClock(), [], false, []];
});
afterEach(async () => {
  await keeper.stop();
  expect(clock.running()).toBe(0);
  await rm(folder, { recursive: true });
});

test('a source that answers slowly delays nothing that is due, and does not undo it when it answers', async () => {
  const pages = [pageOf('offer', [], { publishAt: at(1_000) }), pageOf('last', [], { unpublishAt: at(1_000) })];
  load = holding(...pages);
  await start();
  const { promise, resolve } = Promise.withResolvers<PulledContent>();
  load = () => promise;
  const pulling = keeper.pull();
  clock.advance(999);
  expect(shown).toEqual(['last']);
  clock.advance(1);
  await expect.poll(() => shown).toEqual(['offer']);
  resolve(pulledOf(contentOf([pageOf('home', []), ...pages, pageOf('news', [])])));
  await pulling;
  expect(shown).toEqual(['news', 'offer']);
});

test('what could not be published when it was due is tried again in a minute', async () => {
  load = holding(pageOf('offer', [], { publishAt: at(1_000) }));
  await start();
  load = down;
  isFull = true;
  clock.advance(1_000);
  await expect.poll(() => clock.running()).toBe(2);
  isFull = false;
  clock.advance(59_999);
  expect(shown).toEqual([]);
  clock.advance(1);
  await expect.poll(() => shown).toEqual(['offer']);
});

test('an emptied source does not keep what is due from its time', async () => {
  load = holding(pageOf('offer', [], { publishAt: at(1_000), unpublishAt: at(hourMs) }));
  await start();
  load = () => Promise.resolve({ parts: [], warnings: [] });
  await keeper.pull();
  expect(keeper.stats.last).toBe('invalid');
  clock.advance(1_000);
  await expect.poll(() => shown).toEqual(['offer']);
  expect(keeper.status.pulls).toHaveLength(3);
});

test('the copy of another address has its times too, and is not taken for ours', async () => {
  const offer = pageOf('offer', [], { publishAt: at(1_000) });
  load = holding(offer);
  await start();
  const copy = await readFile(join(folder, 'copy'), 'utf8');
  await keeper.stop();
  load = down;
  await start('cockpit v1 at https://another.example.com');
  expect(shown).toEqual([]);
  clock.advance(1_000);
  await expect.poll(() => shown).toEqual(['offer']);
  expect(await readFile(join(folder, 'copy'), 'utf8')).toBe(copy);
});

test('the pictures of what waits are kept', async () => {
  const image = { src: '/pictures/0a-320.webp', alt: '', width: 320, height: 160, widths: [320] };
  load = holding(pageOf('offer', [], { publishAt: at(1_000), shareImage: image }));
  await start();
  expect(laterPictures.length).toBeGreaterThan(0);
  clock.advance(1_000);
  await expect.poll(() => shown).toEqual(['offer']);
  await expect.poll(() => laterPictures).toEqual([]);
});
