import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ContentFunction, Held } from '../../support/content-http/content-function.ts';
import { functionToken } from '../../support/content-http/content-function.ts';
import { startMadeFunction } from '../../support/content-http/made-function.ts';
import { makeFakeSite } from '../../support/fake-site.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';

/** A site whose content comes from somebody's function: docs/content-http.md. */

const webhookSecret = 'a secret of the webhook';

let content: ContentFunction;
let site: Awaited<ReturnType<typeof makeFakeSite>>;
let dataDir: string;
let shop: TestApp;

const open = async () => {
  const env = {
    ...{ CONTENT_SOURCE: 'http', CONTENT_URL: content.url, CONTENT_TOKEN: functionToken },
    ...{ CONTENT_WEBHOOK_SECRET: webhookSecret, DATA_DIR: dataDir },
  };
  return createTestApp({ distDir: site.distDir, env });
};

beforeEach(async () => {
  [content, site] = await Promise.all([startMadeFunction(), makeFakeSite()]);
  dataDir = await mkdtemp(join(tmpdir(), 'http-content-'));
  shop = await open();
});
afterEach(async () => {
  await shop.close();
  await Promise.all([content.close(), site.remove(), rm(dataDir, { recursive: true, force: true })]);
});

const read = async (path: string) => {
  const answer = await fetch(`${shop.url}${path}`, { headers: { accept: 'text/html' }, redirect: 'manual' });
  return { status: answer.status, text: await answer.text() };
};
const callWebhook = () =>
  fetch(`${shop.url}/api/content/changed`, { method: 'POST', headers: { 'x-webhook-secret': webhookSecret } });
const page = (id: string): Held => content.held.pages.find((one) => one['id'] === id) ?? {};
const english = (id: string) => (page(id)['texts'] as { en: Held }).en;

test('an edit is live after the webhook, beside a page that is broken and one that is unpublished', async () => {
  expect((await read('/about')).status).toBe(200);
  english('b3')['seoTitle'] = 'Terms, edited';
  english('b2')['blocks'] = 'broken';
  page('b6')['published'] = false;
  expect((await callWebhook()).status).toBe(200);
  await expect.poll(async () => (await read('/terms-conditions')).text).toContain('Terms, edited');
  expect(await read('/about')).toMatchObject({
    status: 200,
    text: expect.stringContaining('About | Example') as string,
  });
  expect((await read('/hostile')).status).toBe(404);
  expect((await read('/draft-page')).status).toBe(404);
});

test('the site stays as it is while the function fails, after a restart too', async () => {
  content.breakWith({ status: 503 });
  await callWebhook();
  await expect.poll(() => JSON.stringify(shop.log)).toContain('/site answered 503');
  expect((await read('/about')).status).toBe(200);
  await shop.close();
  shop = await open();
  expect((await read('/about')).text).toContain('About | Example');
});
