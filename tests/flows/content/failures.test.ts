import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { endlessTitle, failingTitle, makeFakeSite } from '../../support/fake-site.ts';
import type { EditedContent } from '../../support/small-content.ts';
import { copySmallContent } from '../../support/small-content.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';

/** Failures between an edit and the page, none of which a visitor may notice. */

let content: EditedContent;
let dataDir: string;
let site: Awaited<ReturnType<typeof makeFakeSite>>;
let shop: TestApp;

const about = (title: string, picture: string) => `title: ${title}
blocks:
  - kind: image
    isWide: true
    image: { src: images/${picture}.png, alt: '' }
`;

const open = () =>
  createTestApp({
    distDir: site.distDir,
    env: {
      CONTENT_DIR: content.folder,
      DATA_DIR: dataDir,
    },
  });

beforeEach(async () => {
  [content, site] = await Promise.all([copySmallContent(), makeFakeSite()]);
  dataDir = await mkdtemp(join(tmpdir(), 'failures-'));
  await mkdir(join(content.folder, 'images'));
  for (const [name, height] of Object.entries({ first: 50, second: 60 })) {
    const png = sharp({ create: { width: 100, height, channels: 3, background: '#0a0f13' } }).png();
    await writeFile(join(content.folder, 'images', `${name}.png`), await png.toBuffer());
  }
  await content.write('pages/about/en.yaml', about('About', 'first'));
  shop = await open();
});
afterEach(async () => {
  await shop.close();
  await Promise.all([content.discard(), site.remove(), rm(dataDir, { recursive: true })]);
});

const read = (path: string) => fetch(shop.url + path, { headers: { accept: 'text/html' } });
const textOf = async (path: string) => (await read(path)).text();

async function metric(line: string): Promise<number> {
  const found = (await shop.metrics()).split('\n').find((one) => one.startsWith(`${line} `));
  return Number(found?.split(' ')[1] ?? Number.NaN);
}

const pulls = (outcome: string) => metric(`content_pulls_total{outcome="${outcome}"}`);
const lastPull = (outcome: string) => metric(`content_last_pull{outcome="${outcome}"}`);

const failures = () => shop.log.filter(({ msg }) => String(msg).startsWith('pages could not be rendered'));

/** Resolves when the rendering of the page that never ends begins. */
const untilEndless = () => new Promise<void>((resolve) => process.once(endlessTitle as 'exit', () => resolve()));

describe('a page that cannot be rendered', () => {
  test('stays as it was with its pictures, however often it is edited, and other pages go live', async () => {
    const [picture = ''] = /\/pictures\/[0-9a-f]+-\d+\.webp/.exec(await textOf('/about')) ?? [];
    expect((await read(picture)).status).toBe(200);
    for (const text of ['One', 'Two']) {
      await content.write('pages/about/en.yaml', about(failingTitle, 'second'));
      await content.write('pages/home/en.yaml', about(text, 'first'));
      await expect.poll(() => textOf('/'), { timeout: 10_000 }).toContain(text);
      expect(JSON.stringify(failures().at(-1))).toContain('/about could not be rendered');
    }
    expect((await read(picture)).status).toBe(200);
    expect(await textOf('/about')).toContain(picture);
    expect(await metric('content_fresh')).toBe(1);
    await content.write('pages/about/en.yaml', about('Mended', 'second'));
    await expect.poll(() => textOf('/about'), { timeout: 10_000 }).toContain('Mended');
  });

  test('does not keep another page public that is unpublished', async () => {
    expect((await read('/about')).status).toBe(200);
    const begun = untilEndless();
    await content.remove('pages/about');
    await content.write('pages/home/en.yaml', `title: ${endlessTitle}\nblocks: []\n`);
    await begun;
    expect((await read('/about')).status).toBe(404);
    expect(await textOf('/')).not.toContain(endlessTitle);
  });

  test('does not delay the end of the server, even if it never ends itself', async () => {
    const logged = shop.log.length;
    const begun = untilEndless();
    await content.write('pages/about/en.yaml', about(endlessTitle, 'first'));
    await begun;
    await shop.close();
    const complaints = shop.log.slice(logged).filter(({ level }) => ['warn', 'error', 'fatal'].includes(String(level)));
    expect(complaints).toEqual([]);
  });
});

test('the metrics distinguish content that breaks the model from a source that does not answer', async () => {
  expect(await lastPull('fresh')).toBe(1);
  expect(await pulls('fresh')).toBeGreaterThan(0);
  await content.write('pages/about/en.yaml', 'title: About\nblocks:\n  - kind: carousel\n');
  await expect.poll(() => lastPull('partial'), { timeout: 10_000 }).toBe(1);
  expect([await metric('content_refused'), await metric('content_fresh')]).toEqual([1, 1]);
  await content.remove('pages/home');
  await content.remove('pages/about');
  await expect.poll(() => lastPull('invalid'), { timeout: 10_000 }).toBe(1);
  expect([await lastPull('fresh'), await lastPull('unavailable'), await metric('content_fresh')]).toEqual([0, 0, 0]);
  expect(await pulls('invalid')).toBeGreaterThan(0);
  await content.remove('pages');
  await expect.poll(() => lastPull('unavailable'), { timeout: 10_000 }).toBe(1);
  expect(await lastPull('invalid')).toBe(0);
  expect(await textOf('/about')).toContain('About');
});
