import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signLink } from '../../../src/server/secrets/editor-link.ts';
import type { Database } from '../../../src/server/db/database.ts';
import type { Entry, FakeCockpit } from '../../support/cockpit/fake-cockpit.ts';
import { fakeToken } from '../../support/cockpit/fake-cockpit-v1.ts';
import { startMadeV1 } from '../../support/cockpit/made-site.ts';
import { makeFakeSite } from '../../support/fake-site.ts';
import { sentMails } from '../../support/accounts/sent-mails.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { openTestDatabase } from '../../support/test-database.ts';

/** What editors are told of their content, by mail and on the status page. */

const secrets = { CONTENT_WEBHOOK_SECRET: 'a secret of the webhook', CONTENT_PREVIEW_SECRET: 'a secret of the links' };
const editors = ['ada@example.com', 'bob@example.com'];

let cms: FakeCockpit;
let site: Awaited<ReturnType<typeof makeFakeSite>>;
let dataDir: string;
let database: Database;
let shop: TestApp;

async function open(more: Record<string, string> = {}): Promise<void> {
  const env = { ...secrets, CONTENT_EDITORS: editors.join(', '), CMS_URL: cms.url, CMS_TOKEN: fakeToken, ...more };
  shop = await createTestApp({ distDir: site.distDir, database, env: { ...env, DATA_DIR: dataDir } });
  // A start from a copy pulls in the background.
  await expect.poll(pulls, { timeout: 10_000 }).toBe(1);
}

beforeEach(async () => {
  cms = (await startMadeV1()).cockpit!;
  [site, dataDir, database] = await Promise.all([
    makeFakeSite(),
    mkdtemp(join(tmpdir(), 'status-')),
    openTestDatabase({ template: 'seeded' }),
  ]);
  await open();
});
afterEach(async () => {
  await shop.close();
  await Promise.all([cms.close(), database.close(), site.remove(), rm(dataDir, { recursive: true, force: true })]);
});

const entry = (id: string): Entry => cms.state.collections['pages']!.find((one) => one['_id'] === id)!;

/** Edits pages by their ids and waits until the pull that reads them has ended. */
async function edit(edits: Readonly<Record<string, Entry>>): Promise<void> {
  const before = await pulls();
  for (const [id, fields] of Object.entries(edits)) Object.assign(entry(id), fields);
  const headers = { 'x-webhook-secret': secrets.CONTENT_WEBHOOK_SECRET };
  await fetch(`${shop.url}/api/content/changed`, { method: 'POST', headers });
  await expect.poll(pulls, { timeout: 10_000 }).toBe(before + 1);
}

async function pulls(): Promise<number> {
  const counts = (await shop.metrics()).matchAll(/content_pulls_total\{outcome="\w+"\} (\d+)/g);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

async function mails() {
  await shop.app.mailer.work();
  return sentMails(dataDir);
}

async function statusPage(query?: string) {
  const until = Math.floor(shop.runtime.now() / 1000) + 60;
  const signed = query ?? signLink('editor', until, secrets.CONTENT_PREVIEW_SECRET);
  const answer = await fetch(`${shop.url}/content-status?${signed}`, { headers: { accept: 'text/html' } });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

test('every editor gets one mail about a refused page, also after a restart, and one when it is mended', async () => {
  const { title } = entry('b2');
  await edit({ b2: { content: 5 } });
  await expect.poll(mails).toHaveLength(2);
  const first = await mails();
  expect(first.map(({ to }) => to).toSorted()).toEqual(editors);
  expect(first[0]?.subject).toBe(`The page “${String(title)}”: cannot be published`);
  expect(first[0]?.text).toContain('- English: content: must be a text, but it holds a number');
  expect(first[0]?.text).toContain(`${cms.url}/collections/entry/pages/b2`);
  expect(first[0]?.text).toContain('Its last good version stays online.');
  expect(first[0]?.text).toMatch(/\/content-status\?until=\d+&signature=/);

  await edit({ b3: { seo_title: 'An edit of another page' } });
  await shop.close();
  await open();
  await edit({ b3: { seo_title: 'Another edit of it' } });
  expect(await mails()).toEqual(first);

  await edit({ b2: { content: '<p>Mended</p>' } });
  await expect.poll(mails).toHaveLength(4);
  const subjects = (await mails()).map(({ subject }) => subject);
  expect(subjects.filter((one) => one === `The page “${String(title)}”: mended`)).toHaveLength(2);
});

test('a new page that is refused is not online; without editors nobody is mailed', async () => {
  await shop.close();
  await open({ CONTENT_EDITORS: '' });
  cms.state.collections['pages']?.push({ _id: 'z9', title: 'News', title_slug: 'Bad Slug', published: true });
  await edit({});
  const page = await statusPage();
  expect(page.text).toContain('"isShown":false');
  expect(await mails()).toEqual([]);
});

test('the status page says what is refused and since when each page is live, only to holders of a link', async () => {
  await edit({ b2: { content: 5 } });
  const page = await statusPage();
  expect(page.status).toBe(200);
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.headers.get('x-robots-tag')).toContain('noindex');
  const report = JSON.parse(page.text) as { refused: unknown[]; pages: { path: string; since: string }[] };
  expect(report.refused).toMatchObject([{ isShown: true, editUrl: `${cms.url}/collections/entry/pages/b2` }]);
  expect(report.pages.map(({ path }) => path)).toContain('/about');
  expect(report.pages.every(({ since }) => since === new Date(shop.runtime.now()).toISOString())).toBe(true);

  const past = Math.floor(shop.runtime.now() / 1000) - 1;
  for (const query of [
    '',
    `until=${past + 60}&signature=guessed`,
    signLink('editor', past, secrets.CONTENT_PREVIEW_SECRET),
    signLink({ slug: 'about' }, past + 60, secrets.CONTENT_PREVIEW_SECRET),
  ])
    expect((await statusPage(query)).status, query).toBe(404);
});

test('a link of an editor opens every draft', async () => {
  const until = Math.floor(shop.runtime.now() / 1000) + 60;
  const query = signLink('editor', until, secrets.CONTENT_PREVIEW_SECRET);
  expect((await fetch(`${shop.url}/preview/de/about?${query}`)).status).toBe(200);
  expect((await fetch(`${shop.url}/preview/de/about?${query}x`)).status).toBe(404);
});
