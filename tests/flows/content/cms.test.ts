import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FakeCockpit } from '../../support/cockpit/fake-cockpit.ts';
import { fakeToken } from '../../support/cockpit/fake-cockpit-v1.ts';
import { startMadeV1 } from '../../support/cockpit/made-site.ts';
import { makeFakeSite } from '../../support/fake-site.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';

/** A site on a CMS that somebody else runs. */

const webhookSecret = 'a secret of the webhook';

let cms: FakeCockpit;
let site: Awaited<ReturnType<typeof makeFakeSite>>;
let dataDir: string;
let shop: TestApp | undefined;

const open = async ({ url }: Pick<FakeCockpit, 'url'>) => {
  const env = {
    ...{ CMS_URL: url, CMS_TOKEN: fakeToken, CONTENT_WEBHOOK_SECRET: webhookSecret },
    DATA_DIR: dataDir,
  };
  return (shop = await createTestApp({ distDir: site.distDir, env }));
};

const startCms = async () => {
  const { cockpit } = await startMadeV1();
  if (!cockpit) throw new Error('A made Cockpit is one');
  return cockpit;
};

beforeEach(async () => {
  [cms, site] = await Promise.all([startCms(), makeFakeSite()]);
  dataDir = await mkdtemp(join(tmpdir(), 'cms-'));
});
afterEach(async () => {
  await shop?.close();
  shop = undefined;
  await Promise.all([cms.close(), site.remove(), rm(dataDir, { recursive: true, force: true })]);
});

const read = async (path: string) => {
  const answer = await fetch(`${shop?.url}${path}`, { headers: { accept: 'text/html' }, redirect: 'manual' });
  return { status: answer.status, text: await answer.text() };
};
const callWebhook = (secret = webhookSecret) =>
  fetch(`${shop?.url}/api/content/changed`, { method: 'POST', headers: { 'x-webhook-secret': secret } });
const pages = () => cms.state.collections['pages'] ?? [];
const entry = (id: string) => pages().find(({ _id }) => _id === id) ?? {};

test('an edit is live after the webhook, which only the CMS may call', async () => {
  await open(cms);
  Object.assign(entry('b3'), { seo_title: 'Terms, edited' });
  for (const secret of ['', 'a guess']) {
    const answer = await callWebhook(secret);
    expect(answer.status).toBe(403);
  }
  expect((await read('/terms-conditions')).text).not.toContain('edited');
  expect((await callWebhook()).status).toBe(200);
  await expect.poll(async () => (await read('/terms-conditions')).text, { timeout: 10_000 }).toContain('edited');
});

test('two pages with the same address do not break the site: the first keeps it, and the log says so', async () => {
  await open(cms);
  Object.assign(entry('b3'), { title_de_slug: 'ueber-uns', seo_title: 'Terms, edited' });
  await callWebhook();
  await expect.poll(async () => (await read('/terms-conditions')).text, { timeout: 10_000 }).toContain('edited');
  expect((await read('/de/ueber-uns')).text).toContain('Über uns');
  expect(await read('/de/terms-conditions')).toMatchObject({
    status: 200,
    text: expect.stringContaining('Terms') as string,
  });
  const said = shop?.log.map(({ content }) => content);
  expect(said).toContain(
    'the pages about and terms-conditions are both /de/ueber-uns: terms-conditions is left out of it',
  );
});
