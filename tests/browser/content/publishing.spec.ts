import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { locales } from '../../../src/brand.ts';
import type { Entry } from '../../support/cockpit/fake-cockpit.ts';
import { pageEntry } from '../../support/cockpit/filled-cockpit.ts';
import { buildApart } from '../../support/product/build-apart.ts';
import type { CmsProduct } from '../../support/product/cms-product.ts';
import { startCmsProduct } from '../../support/product/cms-product.ts';
import { makeDataFolder } from '../../support/product/start-product.ts';

/** The real site on a CMS: what editors write is seen, and what the CMS suffers is not. */

/** What is promised from the webhook to the page. */
const liveWithinMs = 15_000;

// Each starts a product of its own, and some start it twice or build it.
test.describe.configure({ timeout: 240_000 });

let site: CmsProduct;
test.beforeEach(async () => {
  site = await startCmsProduct();
});
test.afterEach(() => site.stop());

const textOf = async (path: string) => (await site.read(path)).text;
const metrics = () => site.metrics();
const row = (value: Entry) => ({ field: { name: 'item', type: 'set', label: 'Item' }, value });

/** Makes an edit known, and waits until it is seen as long as is promised. */
async function publish(path: string, seen: string): Promise<void> {
  expect(await site.callWebhook()).toBe(200);
  await expect.poll(() => textOf(path), { timeout: liveWithinMs, intervals: [100] }).toContain(seen);
}

test('an edit is live after the webhook, on a page that the build knew', async ({ page }) => {
  const [hero] = pageEntry(site.cms, 'about')['components'] as { settings: Entry }[];
  Object.assign(hero?.settings ?? {}, { title: 'A broker that was edited' });
  await publish('/about', 'A broker that was edited');
  await page.goto(`${site.product().url}/about`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A broker that was edited');
});

test('a page that no build knew is live, a title in German over a text in English; its headings clash with nothing', async ({
  page,
}) => {
  expect((await site.read('/fresh-news')).status).toBe(404);
  const html = '<h2>Content</h2><p>First.</p><h2>Risk title</h2><p>Second. <a href="/about">About</a></p>';
  site.cms.state.collections['pages']?.push({
    ...{ _id: 'z1', published: true, order: 99, title: 'Fresh news', title_slug: 'fresh-news' },
    ...{ title_de: 'Frische Nachrichten', title_de_slug: 'frische-nachrichten' },
    components: [
      { component: 'policy-text', settings: { html, updated: '2026-11-21' } },
      { component: 'payment-icons', settings: { title: 'What we take' } },
    ],
  });
  await publish('/fresh-news', 'First.');
  await page.goto(`${site.product().url}/de/frische-nachrichten`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Frische Nachrichten');
  expect(await heading.evaluate((node) => node.closest('[lang]')?.getAttribute('lang'))).toBe('de');
  const text = page.getByText('First.');
  expect(await text.evaluate((node) => node.closest('[lang]')?.getAttribute('lang'))).toBe('en');
  await expect(page.getByRole('link', { name: 'About', exact: true }).last()).toHaveAttribute('href', /^\/de\//);
  await expect(page.getByRole('heading', { name: 'What we take' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Banküberweisung' })).toBeVisible();
  // The text is the fallback's: search engines are told of no German page.
  await expect(page.locator('link[hreflang="de"]')).toHaveCount(0);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/fresh-news$/);
  const ids = await page.locator('[id]').evaluateAll((nodes) => nodes.map(({ id }) => id));
  expect(ids).toEqual([...new Set(ids)]);
  await page.getByRole('navigation').getByRole('link', { name: 'Content' }).click();
  await expect(page).toHaveURL(/#section-content$/);
});

test('a page in a language that the brand does not offer is there, and for no search engine', async ({ page }) => {
  await page.goto(`${site.product().url}/it/about`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'it');
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await expect(page.locator('link[rel="canonical"], link[rel="alternate"]')).toHaveCount(0);
  await page.goto(`${site.product().url}/de/about`);
  await expect(page.locator('meta[name="robots"]')).toHaveCount(0);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/de\/about$/);
});

test('a link in a popup leads to the page in the language of the visitor', async ({ page }) => {
  const popup = { id: 'news', title: 'News', content: '<p><a href="/about?from=popup">Read</a></p>' };
  Object.assign(site.cms.state.singletons['Settings'] ?? {}, { popups: [row(popup)], popups_de: null });
  await publish('/de/about', 'from=popup');
  await page.goto(`${site.product().url}/de/about`);
  const link = page.getByRole('dialog').getByRole('link', { name: 'Read' });
  await expect(link).toHaveAttribute('href', '/de/about?from=popup');
});
