import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { forgotPassword } from '../../../src/lib/contract/accounts/sign-in-calls.ts';
import { expectNoFaultsInBothThemes } from '../accessibility.ts';
import { expectTerminalReady, logInByForm } from '../customer.ts';
import { expect, test } from './brand-test.ts';

/** A brand is data: another name, logo, colours, currency, languages and feature flags need no change of code. */

/** The name of the original brand, and its colours in every notation in use. */
const foreign = /Vernier|#ebc16b|#8a5a00|#f2b632|235[ ,]+193[ ,]+107|150[ ,]+104[ ,]+16/;
const isText = /\.(html|css|js|json|svg|xml|txt|webmanifest)$/;

test('no built file contains the name or a colour of another brand', async ({ tree }) => {
  const client = join(tree, 'dist/client');
  const files = (await readdir(client, { recursive: true })).filter((file) => isText.test(file));
  const texts = await Promise.all(
    files.map(async (file) => [file, await readFile(join(client, file), 'utf8')] as const),
  );
  expect(texts.filter(([, text]) => text.includes('Nordlicht')).length).toBeGreaterThan(50);
  expect(texts.filter(([, text]) => foreign.test(text)).map(([file]) => file)).toEqual([]);
});

test('with a single language there is no language switch, and nothing leads to another language', async ({ page }) => {
  for (const path of ['/de', '/de/login', '/login']) {
    await page.goto(path);
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.locator('#language-list, [popovertarget="language-list"]')).toHaveCount(0);
    const hrefs = await page
      .locator('a[hreflang], link[hreflang]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('hreflang')));
    expect(hrefs.filter((language) => language !== 'de' && language !== 'x-default')).toEqual([]);
  }
  const sitemap = await (await page.request.get('/sitemap.xml')).text();
  const addresses = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)].map(([, path = '']) => path);
  expect(addresses.length).toBeGreaterThan(3);
  expect(addresses.filter((path) => !/^\/de(\/|$)/.test(path))).toEqual([]);
});

test('its pages have its name and are accessible in both themes, and its feature flags apply', async ({ page }) => {
  for (const path of ['/de', '/de/login', '/de/register']) {
    await page.goto(path);
    await expect(page).toHaveTitle(/Nordlicht/);
    expect(await page.locator('body').innerText()).not.toContain('Vernier');
    await expectNoFaultsInBothThemes(page);
  }
  expect((await page.request.get('/de/economic-calendar', { headers: { accept: 'text/html' } })).status()).toBe(404);
});

test('its terminal opens its asset, and has nothing of another brand', async ({ page }) => {
  await page.goto('/login');
  await logInByForm(page, 'demo@example.com');
  await expect(page).toHaveURL(/\/platform\/EURUSD$/);
  await expectTerminalReady(page);
  expect(await page.locator('body').innerText()).not.toMatch(/Vernier|€/);
});

test('its mails are signed with its name', async ({ request, dataDir }) => {
  const answer = await request.post(forgotPassword.path, { data: { email: 'demo@example.com', lang: 'de' } });
  expect(answer.ok()).toBe(true);
  const outbox = join(dataDir, 'outbox');
  await expect.poll(() => readdir(outbox).catch(() => [])).toHaveLength(1);
  const [name = ''] = await readdir(outbox);
  const mail = await readFile(join(outbox, name), 'utf8');
  expect(mail).toContain('Nordlicht');
  expect(mail).not.toContain('Vernier');
});
