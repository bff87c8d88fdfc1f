import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import type { PictureStore } from '../../../src/content/pictures/prepare-picture.ts';
import { preparePicture } from '../../../src/content/pictures/prepare-picture.ts';
import { createPictureSweep, picturesIn, withPictures } from '../../../src/content/pictures/with-pictures.ts';
import { loadWhole } from '../../../src/content/pull/merge-content.ts';
import { openPictureFiles } from '../../../src/server/content/picture-files.ts';
import { mergedOf, pageOf, sourceOf } from '../made-content.ts';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'));
  folders.push(folder);
  return folder;
}

const makePng = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#0a0f13' } })
    .png()
    .toBuffer();

function createMemory(): PictureStore & { kept: Map<string, Uint8Array> } {
  const kept = new Map<string, Uint8Array>();
  return {
    kept,
    has: (path) => Promise.resolve(kept.has(path)),
    put: (path, bytes) => Promise.resolve(void kept.set(path, bytes)),
    keepOnly: (paths) => {
      for (const path of kept.keys()) if (!paths.has(path)) kept.delete(path);
      return Promise.resolve();
    },
  };
}

test('a wide picture is made in three widths, each with its proportional height', async () => {
  const store = createMemory();
  const prepared = await preparePicture(await makePng(2000, 1000), store);
  expect(prepared).toMatchObject({ width: 2000, height: 1000, widths: [480, 960, 1440] });
  expect(prepared?.src).toMatch(/^\/pictures\/[0-9a-f]{20}-1440\.webp$/);
  const made = await Promise.all([...store.kept.values()].map((bytes) => sharp(bytes).metadata()));
  expect(made.map(({ format, width, height }) => [format, width, height])).toEqual([
    ['webp', 480, 240],
    ['webp', 960, 480],
    ['webp', 1440, 720],
  ]);
});

test('a question whose answer was only a missing picture goes alone', async () => {
  const [lone, other] = [
    { question: 'Lone', html: '<img src="none.png" alt="">' },
    { question: 'Q', html: '<p>A</p>' },
  ];
  const pages = [pageOf('about', [{ kind: 'faq', items: [lone, other] }])];
  const { content } = await mergedOf(withPictures(sourceOf(pages), { store: createMemory() }));
  expect(content.pages[0]?.texts.en.blocks).toEqual([{ kind: 'faq', items: [other] }]);
});

test('a drawing is rasterised, so that nothing in it can run or load anything', async () => {
  const store = createMemory();
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20" onload="alert(1)"><script>alert(2)</script>
    <foreignObject width="9" height="9"><p>7351</p></foreignObject><image href="file:///etc/passwd"/><rect width="60" height="20"/></svg>`;
  expect(await preparePicture(Buffer.from(drawing), store)).toMatchObject({ width: 60, height: 20 });
  const made = [...store.kept.values()];
  expect(await Promise.all(made.map(async (bytes) => (await sharp(bytes).metadata()).format))).toEqual(['webp']);
  expect(Buffer.concat(made).toString('latin1')).not.toMatch(/alert|script|7351|root:/);
});

test('no picture is enlarged', async () => {
  const store = createMemory();
  expect(await preparePicture(await makePng(700, 70), store)).toMatchObject({ widths: [480, 700] });
  expect(await preparePicture(await makePng(40, 30), store)).toMatchObject({ width: 40, height: 30, widths: [40] });
});

test('an existing picture is not prepared again, and another one gets another name', async () => {
  const store = createMemory();
  const first = await preparePicture(await makePng(500, 100), store);
  const put = store.kept.size;
  expect(await preparePicture(await makePng(500, 100), store)).toEqual(first);
  expect(store.kept.size).toBe(put);
  expect((await preparePicture(await makePng(500, 101), store))?.src).not.toBe(first?.src);
});

test('a file that is not a picture or too large is refused', async () => {
  const store = createMemory();
  expect(await preparePicture(Buffer.from('<script>alert(1)</script>'), store)).toBeNull();
  expect(await preparePicture((await makePng(900, 900)).subarray(0, 400), store)).toBeNull();
  const bomb = await sharp({ create: { width: 16_000, height: 4_000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  expect(await preparePicture(bomb, store)).toBeNull();
  expect(store.kept.size).toBe(0);
});

test('pictures in blocks and texts are prepared, and missing ones are left out', async () => {
  const bytes = await makePng(1000, 500);
  const source = sourceOf(
    [
      pageOf('about', [
        { kind: 'image', image: { src: 'images/a.png', alt: 'A' }, isWide: true },
        { kind: 'image', image: { src: 'images/gone.png', alt: '' }, isWide: false },
        {
          kind: 'rich-text',
          html: '<p>Before <img src="images/a.png" alt="A &amp; B"> after <img src="images/gone.png"></p>',
        },
      ]),
    ],
    { 'images/a.png': bytes },
  );
  const store = createMemory();
  const { content, warnings } = await mergedOf(withPictures(source, { store }));
  const [picture, text, ...more] = content.pages[0]?.texts.en.blocks ?? [];
  const src = [...store.kept.keys()].at(-1) ?? '';
  expect(picture).toMatchObject({ image: { src, alt: 'A', width: 1000, height: 500, widths: [480, 960, 1000] } });
  expect(text).toMatchObject({ kind: 'rich-text' });
  const html = text?.kind === 'rich-text' ? text.html : '';
  expect(html).toContain(`<img src="${src}" srcset="`);
  expect(html).toContain('alt="A &amp; B" loading="lazy"');
  expect(html).toContain('width="1000" height="500"');
  expect(html.match(/<img/g)).toHaveLength(1);
  expect(more).toEqual([]);
  expect(warnings).toEqual([
    {
      ...{ kind: 'picture', path: 'pages/about', address: 'images/gone.png' },
      text: 'images/gone.png is not a picture and is left out',
    },
    {
      ...{ kind: 'block', path: 'pages/about/en blocks[1]' },
      text: 'the block image is left out, because nothing is left of it',
    },
  ]);
});

test('the next process uses the pictures of the folder, and those of the build', async () => {
  const [built, folder] = [await makeFolder(), await makeFolder()];
  const bytes = await makePng(600, 300);
  await preparePicture(bytes, await openPictureFiles({ folder: built }));
  const served = new Map<string, Buffer>();
  const serve = (path: string, content: Buffer) => void served.set(path, content);
  const prepared = await preparePicture(bytes, await openPictureFiles({ folder, built, serve }));
  expect(served.size).toBe(2);
  expect(await readdir(folder)).toEqual(await readdir(built));

  const again = new Map<string, Buffer>();
  await openPictureFiles({ folder, serve: (path, content) => void again.set(path, content) });
  expect(again).toEqual(served);
  const name = prepared?.src.split('/').at(-1) ?? '';
  expect(again.get(prepared?.src ?? '')).toEqual(await readFile(join(built, name)));
});

test('one picture under several names is stored once, however many requests come at once', async () => {
  const folder = await makeFolder();
  const bytes = await makePng(100, 50);
  const names = ['a', 'b', 'c', 'd'];
  const images = names.map((src) => ({ kind: 'image' as const, image: { src, alt: '' }, isWide: true }));
  const source = sourceOf([pageOf('about', images)], Object.fromEntries(names.map((src) => [src, bytes])));
  const parts = { store: await openPictureFiles({ folder }) };
  // A preview can be requested during a pull.
  await Promise.all([loadWhole(withPictures(source, parts)), withPictures(source, parts).loadDraft('about')]);
  expect(await readdir(folder)).toHaveLength(1);
});

test('an unused picture is deleted one publication later, also one inside a text', async () => {
  const folder = await makeFolder();
  const dropped: string[] = [];
  const store = await openPictureFiles({ folder, drop: (path) => dropped.push(path) });
  const pictures: Record<string, Buffer> = { a: await makePng(100, 50), b: await makePng(100, 60) };
  const source = sourceOf(
    [
      pageOf('about', [
        { kind: 'image', image: { src: 'a', alt: '' }, isWide: true },
        { kind: 'rich-text', html: '<p><img src="b"></p>' },
      ]),
    ],
    pictures,
  );
  const prepared = withPictures(source, { store });
  const sweep = createPictureSweep(store);
  await sweep(await loadWhole(prepared));
  const old = await readdir(folder);
  pictures['a'] = await makePng(100, 51);
  pictures['b'] = await makePng(100, 61);
  const edited = await loadWhole(prepared);
  await sweep(edited);
  expect(await readdir(folder)).toHaveLength(4);
  await sweep(edited);
  expect(await readdir(folder)).toHaveLength(2);
  // What waits for its time still needs its pictures.
  const later = picturesIn(edited);
  for (const _time of [1, 2]) await sweep({ ...edited, pages: [] }, later);
  expect(await readdir(folder)).toHaveLength(2);
  expect(dropped.sort()).toEqual(old.map((name) => `/pictures/${name}`).sort());
});
