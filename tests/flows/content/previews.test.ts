import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Locale } from '../../../src/brand.ts';
import { signLink, signPreview } from '../../../src/server/secrets/editor-link.ts';
import type { Entry, FakeCockpit } from '../../support/cockpit/fake-cockpit.ts';
import { fakeToken } from '../../support/cockpit/fake-cockpit-v1.ts';
import { startMadeV1 } from '../../support/cockpit/made-site.ts';
import { makeFakeSite } from '../../support/fake-site.ts';
import { runProgram } from '../../support/product/run-program.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';

/** What an editor sees of a draft, also of a draft that cannot be shown. */

const previewSecret = 'a secret of the previews';
const cmsOrigin = 'https://cms.example.com';

let cms: FakeCockpit;
let site: Awaited<ReturnType<typeof makeFakeSite>>;
let dataDir: string;
let shop: TestApp;

beforeAll(async () => {
  const [made, built] = await Promise.all([startMadeV1(), makeFakeSite()]);
  if (!made.cockpit) throw new Error('A made Cockpit is one');
  [cms, site] = [made.cockpit, built];
  dataDir = await mkdtemp(join(tmpdir(), 'previews-'));
  const env = { CMS_URL: cms.url, CMS_TOKEN: fakeToken, CONTENT_PREVIEW_SECRET: previewSecret, DATA_DIR: dataDir };
  Object.assign(env, { CONTENT_PREVIEW_ORIGINS: cmsOrigin });
  shop = await createTestApp({ distDir: site.distDir, env });
});
afterEach(() => cms.breakWith(null));
afterAll(async () => {
  await shop.close();
  await Promise.all([cms.close(), site.remove(), rm(dataDir, { recursive: true, force: true })]);
});

const write = (slug: string, fields: Entry) =>
  cms.state.collections['pages']?.push({
    _id: `d-${slug}`,
    title: slug,
    title_slug: slug,
    published: false,
    ...fields,
  });

async function preview(slug: string, locale: Locale = 'en') {
  const until = Math.floor(shop.runtime.now() / 1000) + 60;
  const answer = await fetch(shop.url + signPreview({ slug, locale, until }, previewSecret));
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const isKeptPrivate = ({ headers }: { headers: Headers }) =>
  headers.get('cache-control') === 'no-store' && headers.get('x-robots-tag')?.includes('noindex');

test('the home page is shown as it is now, in every language', async () => {
  const home = cms.state.collections['pages']?.find((entry) => entry['title_slug'] === 'home');
  Object.assign(home ?? {}, { seo_title: 'A home that nobody saw yet' });
  for (const locale of ['en', 'de'] as const)
    expect(await preview('home', locale)).toMatchObject({
      status: 200,
      text: expect.stringContaining('A home that nobody saw yet') as string,
    });
});

test('a draft that breaks the model is reported in words', async () => {
  write('unfinished', { components: [{ component: 'podcast', settings: {} }] });
  const page = await preview('unfinished');
  expect(page.status).toBe(422);
  expect(page.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(page.text).toContain('- English: block 1, kind: must be a known kind, but it holds "podcast"');
  expect(isKeptPrivate(page)).toBe(true);
});

test('a CMS that does not answer is reported as silent', async () => {
  cms.breakWith({ status: 503, body: '' });
  const page = await preview('about');
  expect(page.status).toBe(503);
  expect(page.text).toContain('answered 503');
  expect(page.text).not.toContain(fakeToken);
  expect(isKeptPrivate(page)).toBe(true);
});

test('without a valid link, a broken draft and a silent CMS are not found like any other', async () => {
  write('broken', { components: [{ component: 'podcast', settings: {} }] });
  const path = `/preview/en/broken?until=${Math.floor(shop.runtime.now() / 1000) + 60}&signature=guessed`;
  expect((await fetch(shop.url + path)).status).toBe(404);
  cms.breakWith({ status: 503, body: '' });
  expect((await fetch(shop.url + path)).status).toBe(404);
});

test('a picture that only the draft has is shown', async () => {
  const picture = '/storage/uploads/draft.png';
  const png = sharp({ create: { width: 100, height: 50, channels: 3, background: '#0a0f13' } }).png();
  cms.state.files[picture] = await png.toBuffer();
  write('pictured', { components: [{ component: 'image', settings: { image: { path: picture } } }] });
  const page = await preview('pictured');
  expect(page.status).toBe(200);
  const [path = ''] = /\/pictures\/[0-9a-f]+-\d+\.webp/.exec(page.text) ?? [];
  const shown = await fetch(shop.url + path);
  expect(shown.status).toBe(200);
  expect(shown.headers.get('content-type')).toBe('image/webp');
});

const editorQuery = () => signLink('editor', Math.floor(shop.runtime.now() / 1000) + 60, previewSecret);

test('links to pages stay in the preview of an editor, and the languages in that of a link', async () => {
  write('linking', { content: '<p><a href="/about?from=draft#people">About</a> <a href="/linking">Here</a></p>' });
  const page = await preview('linking', 'de');
  expect(page.text).toContain('href="/about?from=draft#people"');
  expect(page.text).toMatch(/href="\/preview\/en\/linking\?until=\d+&amp;signature=/);
  const answer = await fetch(`${shop.url}/preview/en/linking?${editorQuery()}`);
  expect(await answer.text()).toContain(`href="/preview/en/about?${editorQuery().replace('&', '&amp;')}#people"`);
});

test('an editor is told that a slug is unknown, others are not', async () => {
  const answer = await fetch(`${shop.url}/preview/en/nowhere?${editorQuery()}`);
  expect([answer.status, await answer.text()]).toEqual([404, 'No page has the slug "nowhere".\n']);
  expect((await preview('nowhere')).text).not.toContain('nowhere');
});

test('only the CMS may show the preview beside its form, and only with the link of an editor', async () => {
  const answer = await fetch(`${shop.url}/preview/live?${editorQuery()}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('x-frame-options')).toBeNull();
  expect(answer.headers.get('content-security-policy')).toContain(`frame-ancestors 'self' ${cmsOrigin}`);
  expect((await fetch(`${shop.url}/preview/live?until=9999999999&signature=guessed`)).status).toBe(404);
});

async function type(draft: unknown, query = editorQuery()) {
  const body = new URLSearchParams({ draft: JSON.stringify(draft) });
  const answer = await fetch(`${shop.url}/preview/unsaved?${query}`, { method: 'POST', body });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

test('what an editor types is shown before it is saved, in the language of the form', async () => {
  const about = cms.state.collections['pages']?.find((entry) => entry['title_slug'] === 'about');
  const entry = { ...about, title: 'Typed', title_de: 'Getippt' };
  const page = await type({ model: 'pages', entry, locale: 'de' });
  expect(page).toMatchObject({ status: 200, text: expect.stringContaining('Getippt') as string });
  expect(isKeptPrivate(page)).toBe(true);
  expect((await type({ model: 'pages', entry, locale: 'default' })).text).toContain('"Typed"');
  const unsaved = { title: 'A new page', content: '<p>Its text</p>' };
  expect((await type({ model: 'pages', entry: unsaved, locale: 'default' })).text).toContain('Its text');
  expect((await preview('about')).text).not.toContain('Typed');
});

test.each([
  ['a page that breaks the model', { model: 'pages', entry: { title: 5 } }, 'must be a text, but it holds a number'],
  ['an entry that is no page', { model: 'calendar', entry: {} }, 'Only pages have a preview.'],
  ['no entry', null, 'Only pages have a preview.'],
])('%s is refused in words', async (_, draft, words) => {
  expect(await type(draft)).toMatchObject({ status: 422, text: expect.stringContaining(words) as string });
});

test('nobody else can have a page rendered', async () => {
  const query = signLink({ slug: 'about' }, Math.floor(shop.runtime.now() / 1000) + 60, previewSecret);
  expect((await type({ model: 'pages', entry: { title: 'X' } }, query)).status).toBe(404);
});

test('the command prints a link that works, unless no page has the slug or the CMS does not answer', async () => {
  const env = { CMS_URL: cms.url, CMS_TOKEN: fakeToken, CONTENT_PREVIEW_SECRET: previewSecret, SITE_URL: shop.url };
  const makeLink = (slug: string) => runProgram('src/server/preview-main.ts', [slug, 'de'], env);
  write('drafted', { content: '<p>Not yet public</p>' });
  const { code, stdout } = await makeLink('drafted');
  expect(code).toBe(0);
  expect(await (await fetch(stdout.trim())).text()).toContain('Not yet public');
  expect(await makeLink('draftet')).toMatchObject({ code: 1, stderr: 'No page has the slug "draftet".\n' });
  cms.breakWith({ status: 503, body: '' });
  const refused = await makeLink('drafted');
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(/^The page could not be looked up: .*answered 503/);
});
