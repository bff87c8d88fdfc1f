import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ContentInvalid } from '../../../src/content/content-source.ts';
import type { Page } from '../../../src/content/model/site-content.ts';
import { picturesIn } from '../../../src/content/pictures/with-pictures.ts';
import { builtCopyFile, createContentCopy, contentCopyFile } from '../../../src/server/content/content-copy.ts';
import { copiedPictures, openPictureFiles } from '../../../src/server/content/picture-files.ts';
import type { BuildContent } from '../../../src/server/site/build-content.ts';
import { keepBuildContent, loadBuildContent } from '../../../src/server/site/build-content.ts';
import { fakeToken } from '../../support/cockpit/fake-cockpit-v1.ts';
import type { MadeSite } from '../../support/cockpit/made-site.ts';
import { startMadeV1 } from '../../support/cockpit/made-site.ts';
import { copySmallContent } from '../../support/small-content.ts';

let site: MadeSite;
let folder: string;
let warnings: string[];

beforeEach(async () => {
  [site, folder, warnings] = [await startMadeV1(), await mkdtemp(join(tmpdir(), 'build-content-')), []];
  const png = sharp({ create: { width: 600, height: 300, channels: 3, background: '#0a0f13' } }).png();
  if (site.cockpit) site.cockpit.state.files[site.picture] = await png.toBuffer();
});
afterEach(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

const url = () => site.cockpit?.url ?? '';
const dataDir = () => join(folder, 'data');
const distDir = () => join(folder, 'dist');
const load = (address = url()) =>
  loadBuildContent({
    ...{ folder, dataDir: dataDir(), distDir: distDir(), warn: (line) => warnings.push(line) },
    cms: { url: address, token: fakeToken, version: 1 },
  });

/** Stores the content as a running server does. */
async function keepAsServer({ source, kept, pictures }: BuildContent): Promise<void> {
  const store = await openPictureFiles({ folder: copiedPictures(dataDir()) });
  for (const [path, bytes] of pictures) await store.put(path, bytes);
  await createContentCopy(contentCopyFile(dataDir()), source).save(kept);
}

const titleOf = ({ content }: BuildContent) => content.pages.find(({ slug }) => slug === 'about')?.texts.en.title;
const retitled = (built: BuildContent, title: string): BuildContent => {
  const kept = structuredClone(built.kept);
  for (const [key, value] of kept.parts) if (key === 'pages/b2') (value as Page).texts.en.title = title;
  return { ...built, kept };
};

describe('a build while the CMS is silent', () => {
  test('is made from the copy of the server, with its pictures, and says so', async () => {
    const fresh = await load();
    expect(fresh.pictures.size).toBeGreaterThan(0);
    await keepAsServer(fresh);
    site.cockpit?.breakWith({ status: 502, body: '' });
    const built = await load();
    expect(built.content).toEqual(fresh.content);
    expect([...built.pictures.keys()].sort()).toEqual([...new Set(picturesIn(fresh.content))].sort());
    expect(warnings.at(-1)).toContain(`could not be pulled from cockpit v1 at ${url()}: /api/`);
    expect(warnings.at(-1)).toContain('answered 502');
    expect(warnings.at(-1)).toContain(contentCopyFile(dataDir()));
  });

  test('has the pictures of pages whose time has not come', async () => {
    const picture = '/storage/uploads/offer.png';
    const png = sharp({ create: { width: 40, height: 30, channels: 3, background: '#f2b632' } }).png();
    if (site.cockpit) site.cockpit.state.files[picture] = await png.toBuffer();
    site.cockpit?.state.collections['pages']?.push({
      ...{ _id: 'z1', title: 'Offer', title_slug: 'offer', published: true, publish_at: '2999-01-01T00:00:00Z' },
      components: [{ component: 'image', settings: { image: { path: picture } } }],
    });
    const fresh = await load();
    expect(fresh.kept.waiting?.length).toBeGreaterThan(0);
    await keepAsServer(fresh);
    site.cockpit?.breakWith({ status: 502, body: '' });
    expect([...(await load()).pictures.keys()].sort()).toEqual([...fresh.pictures.keys()].sort());
  });

  test('uses the copy of the previous build if that is newer or the only one', async () => {
    const fresh = await load();
    await keepBuildContent(distDir(), fresh);
    site.cockpit?.breakWith({ status: 500, body: '' });
    expect((await load()).content).toEqual(fresh.content);
    await keepAsServer(retitled(fresh, 'About the server'));
    const [early, late] = [new Date('2026-11-01'), new Date('2026-11-02')];
    await utimes(contentCopyFile(dataDir()), early, early);
    await utimes(builtCopyFile(distDir()), late, late);
    expect(titleOf(await load())).toBe('About us');
    await utimes(builtCopyFile(distDir()), new Date('2026-10-01'), new Date('2026-10-01'));
    expect(titleOf(await load())).toBe('About the server');
  });

  test('or has no home page, keeps the one of the copy', async () => {
    const before = await load();
    await keepBuildContent(distDir(), before);
    await site.remove('home');
    expect((await load()).content.pages.map(({ slug }) => slug)).toEqual(before.content.pages.map(({ slug }) => slug));
    expect(warnings.join()).toContain('no published page is called home: the home page stays as it was');
  });

  test('fails without a copy, and with the copy of another CMS: it names the address and the reason', async () => {
    site.cockpit?.breakWith({ status: 401, body: '{"error":"Unauthorized"}' });
    const reason = `could not be pulled from cockpit v1 at ${url()}: /api/singletons/get/Settings answered 401: Unauthorized`;
    const fault = (await load().catch((thrown: unknown) => thrown)) as Error;
    expect(fault.message.replace(/\/api\/\S+/, '/api/singletons/get/Settings')).toContain(reason);
    expect(fault.message).toContain('no copy of it');
    site.cockpit?.breakWith(null);
    await keepAsServer({ ...(await load()), source: 'cockpit v1 at http://another.example' });
    site.cockpit?.breakWith('silence');
    await site.cockpit?.close();
    await expect(load()).rejects.toThrow('could not be asked');
  });
});

describe('a build while a page is refused', () => {
  test('shows its last good version, with its pictures, and what else was edited', async () => {
    const fresh = await load();
    await keepBuildContent(distDir(), fresh);
    await site.breakTitle();
    await site.remove('hostile');
    const built = await load();
    expect(titleOf(built)).toBe('About us');
    expect(built.content.pages.map(({ slug }) => slug)).toEqual(['about', 'home', 'terms-conditions']);
    expect([...built.pictures.keys()].sort()).toEqual([...fresh.pictures.keys()].sort());
    expect(
      warnings.find((line) => line.startsWith('pages/about is refused. ITS LAST GOOD VERSION IS BUILT')),
    ).toContain('title: expected string, found ["About"]');
  });

  test('leaves it out if there is no copy, and so it does with the copy of another CMS', async () => {
    const fresh = await load();
    await site.breakTitle();
    expect(titleOf(await load())).toBeUndefined();
    expect(warnings.some((line) => line.startsWith('pages/about is refused. IT IS LEFT OUT'))).toBe(true);
    const parts = fresh.kept.parts.map(([key, value]) => [key.replace('/b', '/other'), value] as const);
    const source = 'cockpit v1 at http://another.example';
    await keepAsServer({ ...fresh, source, kept: { parts, refusedSince: {} } });
    expect(titleOf(await load())).toBeUndefined();
  });
});

test('faults in our own files fail a build, and so does a picture that is missing among them', async () => {
  const local = await copySmallContent();
  const build = () => loadBuildContent({ folder: local.folder, dataDir: dataDir(), distDir: distDir() });
  await keepBuildContent(distDir(), await build());
  await local.write('pages/about/en.yaml', 'title: About\nblocks:\n  - kind: carousel\n');
  await expect(build()).rejects.toThrow(ContentInvalid);
  const image = '{ kind: image, isWide: true, image: { src: images/none.png, alt: "" } }';
  await local.write('pages/about/en.yaml', `title: About\nblocks:\n  - ${image}\n`);
  await expect(build()).rejects.toThrow('pages/about: expected the picture images/none.png, found nothing');
  await local.discard();
});
