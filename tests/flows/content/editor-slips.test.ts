import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signPreview } from '../../../src/server/secrets/editor-link.ts';
import type { Entry, FakeCockpit } from '../../support/cockpit/fake-cockpit.ts';
import { fakeToken } from '../../support/cockpit/fake-cockpit-v1.ts';
import { startMadeV1 } from '../../support/cockpit/made-site.ts';
import { makeFakeSite } from '../../support/fake-site.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';

/** What an editor does wrong on one page, and what becomes of the others. */

const secrets = {
  CONTENT_WEBHOOK_SECRET: 'a secret of the webhook',
  CONTENT_PREVIEW_SECRET: 'a secret of the previews',
};

let cms: FakeCockpit;
let picture: string;
let site: Awaited<ReturnType<typeof makeFakeSite>>;
let dataDir: string;
let shop: TestApp;

const open = async (url = cms.url) =>
  (shop = await createTestApp({
    distDir: site.distDir,
    env: { ...secrets, CMS_URL: url, CMS_TOKEN: fakeToken, DATA_DIR: dataDir },
  }));

beforeEach(async () => {
  const made = await startMadeV1();
  [cms, picture] = [made.cockpit!, made.picture];
  const png = sharp({ create: { width: 100, height: 50, channels: 3, background: '#0a0f13' } }).png();
  cms.state.files[picture] = await png.toBuffer();
  [site, dataDir] = await Promise.all([makeFakeSite(), mkdtemp(join(tmpdir(), 'slips-'))]);
  await open();
});
afterEach(async () => {
  await shop.close();
  await Promise.all([cms.close(), site.remove(), rm(dataDir, { recursive: true, force: true })]);
});

const read = async (path: string) => {
  const answer = await fetch(shop.url + path, { headers: { accept: 'text/html' }, redirect: 'manual' });
  return { status: answer.status, text: await answer.text() };
};

/** Edits pages by their ids, calls the webhook, and waits until an edit of the terms is live, made at the same time. */
async function edit(edits: Readonly<Record<string, Entry>>, change: () => unknown = () => undefined): Promise<void> {
  const mark = `Terms, edited ${(edited += 1)}`;
  for (const entry of cms.state.collections['pages'] ?? [])
    Object.assign(entry, edits[String(entry['_id'])], entry['_id'] === 'b3' && { seo_title: mark });
  change();
  const headers = { 'x-webhook-secret': secrets.CONTENT_WEBHOOK_SECRET };
  await fetch(`${shop.url}/api/content/changed`, { method: 'POST', headers });
  await expect.poll(async () => (await read('/terms-conditions')).text, { timeout: 10_000 }).toContain(mark);
}
let edited = 0;

const said = (message: string) =>
  JSON.stringify(shop.log.filter(({ msg }) => String(msg).startsWith(message)).map(({ time: _time, ...line }) => line));

test('a page that a button names goes offline at once, although another page is broken', async () => {
  expect((await read('/')).text).toContain('"/about"');
  await edit({ b2: { published: false }, b6: { components: '<p>' } });
  expect((await read('/about')).status).toBe(404);
  expect((await read('/')).text).not.toContain('/about');
  expect((await read('/hostile')).status).toBe(200);
  expect(said('the content has a fault')).toContain('the block call-to-action is left out');
});

test.each([
  ['slug', { title_slug: 'Bad Slug!' }, 'slug: must be small letters, digits, hyphens'],
  ['layout', { components: '<p>' }, 'components: must be a layout, but it holds a text'],
  ['text', { content: 5 }, 'content: must be a text, but it holds a number'],
])(
  'a page with a wrong %s stays as it was, in the metrics and the log, until it is mended',
  async (_what, fields, words) => {
    const about = (await read('/about')).text;
    const before = Object.fromEntries(Object.keys(fields).map((name) => [name, entry('b2')[name]]));
    await edit({ b2: { ...fields, seo_title: 'About, edited' } });
    expect((await read('/about')).text).toBe(about);
    expect(await shop.metrics()).toContain('content_refused 1');
    expect(said('a part of the content is refused')).toContain(words);
    await shop.close();
    await open();
    expect((await read('/about')).text).toBe(about);
    await edit({ b2: before });
    expect((await read('/about')).text).toContain('About, edited');
    expect(await shop.metrics()).toContain('content_refused 0');
  },
);

const entry = (id: string) => cms.state.collections['pages']?.find(({ _id }) => _id === id) ?? {};

test('a deleted picture is left out and reported with its pages, and previews are shown', async () => {
  expect((await read('/about')).text).toContain('/pictures/');
  await edit({}, () => (cms.state.files = {}));
  expect(cms.calls.filter(({ call }) => call === `GET ${picture}`)).not.toEqual([]);
  expect((await read('/about')).text).not.toContain('/pictures/');
  const reported = said('the content has a fault');
  for (const path of ['pages/about', 'pages/home']) expect(reported).toContain(`"path":"${path}"`);
  const until = Math.floor(shop.runtime.now() / 1000) + 60;
  const link = signPreview({ slug: 'about', locale: 'en', until }, secrets.CONTENT_PREVIEW_SECRET);
  expect((await read(link)).status).toBe(200);
});

test('a start at another address of the CMS, which is down, shows the copy and says whose it is', async () => {
  const about = (await read('/about')).text;
  const { url } = cms;
  await shop.close();
  await cms.close();
  await open('http://127.0.0.1:9');
  expect((await read('/about')).text).toBe(about);
  expect(said('the content is shown from a copy of another address')).toContain(url);
  expect(await shop.metrics()).toContain('content_fresh 0');
});
