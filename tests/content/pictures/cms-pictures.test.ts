import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withPictures } from '../../../src/content/pictures/with-pictures.ts';
import { createCockpitV1Source } from '../../../src/content/sources/cockpit-v1-source.ts';
import { ContentUnavailable } from '../../../src/content/content-source.ts';
import { fakeToken } from '../../support/cockpit/fake-cockpit-v1.ts';
import type { MadeSite } from '../../support/cockpit/made-site.ts';
import { startMadeV1 } from '../../support/cockpit/made-site.ts';
import { pageOf, sourceOf } from '../made-content.ts';

let site: MadeSite;
let missing: string[];
let kept: Map<string, Uint8Array>;

const store = {
  has: (path: string) => Promise.resolve(kept.has(path)),
  put: (path: string, bytes: Uint8Array) => Promise.resolve(void kept.set(path, bytes)),
};
const onMissing = (src: string) => void missing.push(src);
const makePng = (height: number) =>
  sharp({ create: { width: 100, height, channels: 3, background: '#0a0f13' } })
    .png()
    .toBuffer();
const give = (bytes: Uint8Array) => {
  if (site.cockpit) site.cockpit.state.files[site.picture] = bytes;
};
const loaded = () => site.cockpit?.calls.filter(({ call }) => call === `GET ${site.picture}`) ?? [];

beforeEach(async () => {
  site = await startMadeV1();
  missing = [];
  kept = new Map();
});
afterEach(() => site.close());

test('a picture is loaded again if it has changed or is no longer stored', async () => {
  const prepared = withPictures(site.source, { store, onMissing });
  give(await makePng(50));
  const first = await prepared.load();
  expect(await prepared.load()).toEqual(first);
  expect(loaded().map(({ answered }) => answered)).toEqual([200, 304]);
  kept.clear();
  expect(await prepared.load()).toEqual(first);
  expect(kept.size).toBe(1);
  give(await makePng(60));
  expect(await prepared.load()).not.toEqual(first);
  expect(kept.size).toBe(2);
});

test('a picture that is too large is left out; a reply that is too large makes the CMS unavailable', async () => {
  give(new Uint8Array(21 * 1024 * 1024));
  await withPictures(site.source, { store, onMissing }).load();
  expect(missing).toEqual([site.picture]);
  site.cockpit?.breakWith({ status: 200, body: `[${' '.repeat(21 * 1024 * 1024)}]` });
  const source = createCockpitV1Source({ url: site.cockpit?.url ?? '', token: fakeToken, warn: () => undefined });
  await expect(source.load()).rejects.toThrow(ContentUnavailable);
  await expect(source.load()).rejects.toThrow(/answered more than \d+ bytes/);
});

test('four pictures are loaded at a time, a preview beside a pull included', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `${index}`);
  const images = names.map((src) => ({ kind: 'image' as const, image: { src, alt: '' }, isWide: true }));
  const bytes = await makePng(50);
  let [running, most] = [0, 0];
  const source = {
    ...sourceOf([pageOf('about', images)]),
    async loadPicture() {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      return { bytes };
    },
  };
  const prepared = withPictures(source, { store, onMissing });
  await Promise.all([prepared.load(), prepared.loadDraft('about')]);
  expect(most).toBe(4);
});
