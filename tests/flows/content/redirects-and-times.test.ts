import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signPreview } from '../../../src/server/secrets/editor-link.ts';
import type { Entry, FakeCockpit } from '../../support/cockpit/fake-cockpit.ts';
import { fakeToken } from '../../support/cockpit/fake-cockpit-v1.ts';
import { startMadeV1 } from '../../support/cockpit/made-site.ts';
import { endlessTitle, makeFakeSite } from '../../support/fake-site.ts';
import type { ManualClock } from '../../support/manual-clock.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import type { TestRuntime } from '../../support/test-runtime.ts';
import { createTestRuntime } from '../../support/test-runtime.ts';

/** Old addresses, times and folders of pages, as visitors meet them. */

const secrets = {
  CONTENT_WEBHOOK_SECRET: 'a secret of the webhook',
  CONTENT_PREVIEW_SECRET: 'a secret of the previews',
};

let cms: FakeCockpit;
let site: Awaited<ReturnType<typeof makeFakeSite>>;
let dataDir: string;
let shop: TestApp;
let runtime: TestRuntime;
let clock: ManualClock;

async function open(): Promise<void> {
  runtime = createTestRuntime({ startMs: runtime.now() });
  clock = createManualClock();
  shop = await createTestApp({
    ...{ distDir: site.distDir, runtime, contentSchedule: clock.schedule },
    env: { ...secrets, CMS_URL: cms.url, CMS_TOKEN: fakeToken, DATA_DIR: dataDir },
  });
}

async function restart(): Promise<void> {
  await shop.close();
  await open();
}

/** Lets time pass for the clock, and for what waits for it. */
function pass(ms: number): void {
  runtime.advance(ms);
  clock.advance(ms);
}

beforeEach(async () => {
  runtime = createTestRuntime();
  cms = (await startMadeV1()).cockpit!;
  [site, dataDir] = await Promise.all([makeFakeSite(), mkdtemp(join(tmpdir(), 'redirects-'))]);
  await open();
});
afterEach(async () => {
  await shop.close();
  await Promise.all([cms.close(), site.remove(), rm(dataDir, { recursive: true, force: true })]);
});

async function read(path: string) {
  const answer = await fetch(shop.url + path, { headers: { accept: 'text/html' }, redirect: 'manual' });
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    headers: answer.headers,
    text: await answer.text(),
  };
}
const leads = async (path: string) => {
  const { status, location } = await read(path);
  return location === null ? status : `${status} ${location}`;
};

/** Edits a page by its id, calls the webhook, and waits until an edit of the terms is live, made at the same time. */
async function edit(id: string, fields: Entry, redirects?: Entry[]): Promise<void> {
  const mark = `Terms, edited ${(edited += 1)}`;
  for (const entry of cms.state.collections['pages'] ?? [])
    Object.assign(entry, entry['_id'] === id && fields, entry['_id'] === 'b3' && { seo_title: mark });
  if (redirects) cms.state.collections['redirects'] = redirects;
  const headers = { 'x-webhook-secret': secrets.CONTENT_WEBHOOK_SECRET };
  await fetch(`${shop.url}/api/content/changed`, { method: 'POST', headers });
  pass(1_000);
  await expect.poll(async () => (await read('/terms-conditions')).text, { timeout: 10_000 }).toContain(mark);
}
let edited = 0;

test('a renamed page is found at its old addresses, after a restart too, until it is gone or another takes them', async () => {
  await edit('b2', { title_slug: 'firm', title_de_slug: 'firma' });
  await edit('b2', { title_slug: 'company' });
  await restart();
  expect(await leads('/about?a=b&c=%0d%0a')).toBe('301 /company?a=b&c=%0d%0a');
  expect(await leads('/firm/')).toBe('301 /company');
  expect(await leads('/de/ueber-uns')).toBe('301 /de/firma');
  expect(await leads('/es/about')).toBe('301 /es/company');
  expect((await read('/about')).headers.get('cache-control')).toBe('no-cache');
  expect(await leads('/company')).toBe(200);
  expect((await fetch(`${shop.url}/about`, { method: 'POST', redirect: 'manual' })).status).toBe(404);
  await edit('b6', { title_slug: 'about' });
  expect([await leads('/about'), await leads('/hostile'), await leads('/firm')]).toEqual([
    ...[200, '301 /about', '301 /company'],
  ]);
  await edit('b2', { published: false });
  expect([await leads('/company'), await leads('/firm'), await leads('/de/ueber-uns')]).toEqual([404, 404, 404]);
});

test('a page that moves stays at its old address until it is ready at the new one', async () => {
  const begun = new Promise((resolve) => process.once(endlessTitle, resolve));
  const about = cms.state.collections['pages']?.find(({ _id }) => _id === 'b2') ?? {};
  Object.assign(about, { title: endlessTitle, title_slug: 'firm' });
  await fetch(`${shop.url}/api/content/changed`, {
    ...{ method: 'POST', headers: { 'x-webhook-secret': secrets.CONTENT_WEBHOOK_SECRET } },
  });
  pass(1_000);
  await begun;
  expect([await leads('/about'), await leads('/firm')]).toEqual([200, 404]);
});

test('a page that is taken offline goes at once, although an editor leads its address elsewhere', async () => {
  const begun = new Promise((resolve) => process.once(endlessTitle, resolve));
  const page = (id: string) => cms.state.collections['pages']?.find(({ _id }) => _id === id) ?? {};
  Object.assign(page('b2'), { published: false });
  Object.assign(page('b6'), { title: endlessTitle });
  cms.state.collections['redirects'] = [{ _id: 'r1', from: '/about', to: '/terms-conditions', published: true }];
  await fetch(`${shop.url}/api/content/changed`, {
    ...{ method: 'POST', headers: { 'x-webhook-secret': secrets.CONTENT_WEBHOOK_SECRET } },
  });
  pass(1_000);
  await begun;
  expect(await leads('/about')).toBe(404);
});

test('a redirect of an editor leads on, even while the CMS is down; no redirect leads to another host by chance', async () => {
  const redirects = [
    ['/alt', '/de/ueber-uns#team'],
    ['/shop', 'https://shop.example.com/a?b=c'],
    ['/evil', '//evil.example'],
    ['/hostile', '/about'],
  ].map(([from, to], index) => ({ _id: `r${index}`, from, to, published: true }));
  await edit('b2', {}, redirects);
  cms.breakWith({ status: 502, body: 'bad gateway' });
  await restart();
  expect(await leads('/alt?x=y')).toBe('301 /de/ueber-uns?x=y#team');
  expect(await leads('/shop?x=y')).toBe('301 https://shop.example.com/a?b=c&x=y');
  expect([await leads('/evil'), await leads('/hostile')]).toEqual([404, 200]);
  for (const path of [
    '//evil.example',
    '//evil.example/',
    '/\\evil.example/',
    '/%2F%2Fevil.example/',
    '//evil.example/alt',
  ])
    expect((await read(path)).location, path).toBeNull();
});

test('a page is public from one second to another, without the CMS, a webhook or a pull, after a restart too', async () => {
  const at = (inMs: number) => new Date(runtime.now() + inMs).toISOString();
  await edit('b2', { publish_at: at(60_000), unpublish_at: at(3_600_000) });
  const calls = cms.calls.length;
  expect([await leads('/about'), (await read('/')).text.includes('/about')]).toEqual([404, false]);
  pass(58_999);
  expect(await leads('/about')).toBe(404);
  pass(1);
  await expect.poll(() => leads('/about')).toBe(200);
  await expect.poll(async () => (await read('/')).text).toContain('/about');
  expect(cms.calls).toHaveLength(calls);
  cms.breakWith('silence');
  await shop.close();
  runtime.advance(1_800_000);
  cms.breakWith({ status: 502, body: 'bad gateway' });
  await open();
  expect(await leads('/de/ueber-uns')).toBe(200);
  pass(3_600_000 - 1_800_000 - 60_000);
  await expect.poll(() => leads('/de/ueber-uns')).toBe(404);
  await expect.poll(async () => (await read('/')).text).not.toContain('/about');
});

test('a page that became due while the server was stopped is public from the start on', async () => {
  await edit('b2', { publish_at: new Date(runtime.now() + 60_000).toISOString() });
  expect(await leads('/about')).toBe(404);
  await shop.close();
  runtime.advance(120_000);
  cms.breakWith({ status: 502, body: 'bad gateway' });
  await open();
  expect(await leads('/about')).toBe(200);
});

test('a page in a folder is served in every language, and so is its draft', async () => {
  await edit('b2', { folder: 'guides/forex', folder_de: 'ratgeber' });
  expect([await leads('/guides/forex/about'), await leads('/de/ratgeber/ueber-uns')]).toEqual([200, 200]);
  expect(await leads('/guides/forex/about/')).toBe('308 /guides/forex/about');
  expect([await leads('/about'), await leads('/de/ueber-uns')]).toEqual([
    '301 /guides/forex/about',
    '301 /de/ratgeber/ueber-uns',
  ]);
  expect((await read('/')).text).toContain('"/guides/forex/about"');
  const until = Math.floor(runtime.now() / 1000) + 60;
  const link = signPreview({ slug: 'guides/forex/about', locale: 'de', until }, secrets.CONTENT_PREVIEW_SECRET);
  expect(link).toContain('/preview/de/guides/forex/about?');
  expect(await leads(link)).toBe(200);
  expect(await leads(link.replace('forex', 'other'))).toBe(404);
});
