import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withPictures } from '../../../src/content/pictures/with-pictures.ts';
import { createCockpitV1Source } from '../../../src/content/sources/cockpit-v1-source.ts';
import { ContentUnavailable } from '../../../src/content/content-source.ts';
import { loadWhole } from '../../../src/content/pull/merge-content.ts';
import { fakeToken } from '../../support/cockpit/fake-cockpit-v1.ts';
import type { MadeSite } from '../../support/cockpit/made-site.ts';
import { startMadeV1 } from '../../support/cockpit/made-site.ts';
import { mergedOf, pageOf, sourceOf } from '../made-content.ts';

let site: MadeSite;
let kept: Map<string, Uint8Array>;

const store = {
  has: (path: string) => Promise.resolve(kept.has(path)),
  put: (path: string, bytes: Uint8Array) => Promise.resolve(void kept.set(path, bytes)),
};
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
  kept = new Map();
});
afterEach(() => site.close());

test('a picture is loaded again if it has changed or is no longer stored', async () => {
  const prepared = withPictures(site.source, { store });
  give(await makePng(50));
  const first = await loadWhole(prepared);
  expect(await loadWhole(prepared)).toEqual(first);
  expect(loaded().map(({ answered }) => answered)).toEqual([200, 304]);
  kept.clear();
  expect(await loadWhole(prepared)).toEqual(first);
  expect(kept.size).toBe(1);
  give(await makePng(60));
  expect(await loadWhole(prepared)).not.toEqual(first);
  expect(kept.size).toBe(2);
});

test('a picture that is too large is left out; a reply that is too large makes the CMS unavailable', async () => {
  give(new Uint8Array(21 * 1024 * 1024));
  const { warnings } = await mergedOf(withPictures(site.source, { store }));
  expect(warnings.filter(({ kind }) => kind === 'picture')).toEqual(
    ['home', 'about'].map((slug) => ({
      ...{ kind: 'picture', path: `pages/${slug}`, address: site.picture },
      text: `${site.picture} is not a picture and is left out`,
    })),
  );
  site.cockpit?.breakWith({ status: 200, body: `[${' '.repeat(21 * 1024 * 1024)}]` });
  const source = createCockpitV1Source({ url: site.cockpit?.url ?? '', token: fakeToken });
  await expect(loadWhole(source)).rejects.toThrow(ContentUnavailable);
  await expect(loadWhole(source)).rejects.toThrow(/answered more than \d+ bytes/);
});

test('pictures that hang refuse their own pages, and the next pull loads the others first', async () => {
  const bytes = await makePng(50);
  const block = (src: string) => ({ kind: 'image' as const, image: { src, alt: '' }, isWide: true });
  const hanging = Array.from({ length: 9 }, (_, index) => pageOf(`hanging-${index}`, [block(`hang-${index}`)]));
  let limit = new AbortController();
  const source = {
    ...sourceOf([...hanging, pageOf('about', [block('good')])]),
    loadPicture: ((src, { signal } = {}) => {
      if (signal?.aborted) return Promise.reject(new ContentUnavailable('it is late'));
      if (src === 'good') return Promise.resolve({ bytes });
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(new ContentUnavailable('it hangs')));
        setImmediate(() => limit.abort());
      });
    }) as typeof site.source.loadPicture,
  };
  const prepared = withPictures(source, { store }, () => limit.signal);
  const refused: string[][] = [];
  for (let pull = 0; pull < 3; pull++) {
    limit = new AbortController();
    refused.push((await mergedOf(prepared)).refused.map(({ path }) => path));
  }
  const all = hanging.map(({ slug }) => `pages/${slug}`);
  expect(refused[0]).toEqual([...all, 'pages/about']);
  expect(refused[2]).toEqual(all);
  const stopping = AbortSignal.abort();
  await expect(prepared.load(stopping)).rejects.toThrow(ContentUnavailable);
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
  const prepared = withPictures(source, { store });
  await Promise.all([loadWhole(prepared), prepared.loadDraft('about')]);
  expect(most).toBe(4);
});
