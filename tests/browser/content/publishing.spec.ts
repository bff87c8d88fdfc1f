import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { storageKeys } from '../../../src/lib/contract/session.ts';
import { signLink, signPreview } from '../../../src/server/secrets/editor-link.ts';
import type { Entry } from '../../support/cockpit/fake-cockpit.ts';
import { pageEntry } from '../../support/cockpit/filled-cockpit.ts';
import type { CmsProduct } from '../../support/product/cms-product.ts';
import { startCmsProduct } from '../../support/product/cms-product.ts';
import { expectNoFaultsInBothThemes } from '../accessibility.ts';
import { test as base } from '../page-test.ts';
import { expectNoHorizontalScroll } from '../screen/sideways-scroll.ts';
import { attack, hostile, tracesIn } from './hostile-text.ts';

/** The real site on a CMS: visitors and editors see what editors write, and no script in it runs. */

/** The promised time from the webhook to the live page. */
const liveWithinMs = 15_000;
const previewSecret = 'a secret of the previews';
const inAnHour = () => Math.floor(Date.now() / 1000) + 3_600;

/** The admin of a CMS: shows what a test writes. A real server, because a made page may frame nothing here. */
interface CmsAdmin {
  origin: string;
  body: string;
}

const test = base.extend<{ baseURL: string }, { admin: CmsAdmin; site: CmsProduct }>({
  admin: [
    async ({}, use) => {
      const admin = { origin: '', body: '' };
      const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(admin.body));
      await once(server.listen(0, 'localhost'), 'listening');
      admin.origin = `http://localhost:${(server.address() as AddressInfo).port}`;
      await use(admin);
      server.close();
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ admin }, use) => {
      const env = { CONTENT_PREVIEW_SECRET: previewSecret, CONTENT_PREVIEW_ORIGINS: admin.origin };
      const site = await startCmsProduct({ env });
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: ({ site }, use) => use(site.product().url),
});

const row = (value: Entry) => ({ field: { name: 'item', type: 'set', label: 'Item' }, value });

/** Calls the webhook and waits, at most for the promised time, until the edit is visible. */
async function publish(site: CmsProduct, path: string, seen: string): Promise<void> {
  expect(await site.callWebhook()).toBe(200);
  const textOf = async () => (await site.read(path)).text;
  await expect.poll(textOf, { timeout: liveWithinMs, intervals: [100] }).toContain(seen);
}

/** Edits a page that the build knew, a page that the build did not know, and a popup. */
function edit({ cms }: CmsProduct): void {
  const [hero] = pageEntry(cms, 'about')['components'] as { settings: Entry }[];
  Object.assign(hero?.settings ?? {}, { title: 'A broker that was edited' });
  const html = '<h2>Content</h2><p>First.</p><h2>Risk title</h2><p>Second. <a href="/about">About</a></p>';
  cms.state.collections['pages']?.push({
    ...{ _id: 'z1', published: true, order: 99, title: 'Fresh news', title_slug: 'fresh-news' },
    ...{ title_de: 'Frische Nachrichten', title_de_slug: 'frische-nachrichten' },
    components: [
      { component: 'policy-text', settings: { html, updated: '2026-11-21' } },
      { component: 'payment-icons', settings: { title: 'What we take' } },
    ],
  });
  const popup = { id: 'news', title: 'News', content: '<p><a href="/about?from=popup">Read</a></p>' };
  Object.assign(cms.state.singletons['Settings'] ?? {}, { popups: [row(popup)], popups_de: null });
}

test('an edit is live after the webhook, in every language, and can be previewed before', async ({ page, site }) => {
  const readPopups = () => page.evaluate((key) => localStorage.getItem(key), storageKeys.popupsRead);
  const expectPopupRead = () => expect.poll(readPopups).toContain('news');

  await test.step('a page that the build knew', async () => {
    expect((await site.read('/fresh-news')).status).toBe(404);
    edit(site);
    await publish(site, '/about', 'A broker that was edited');
    expect((await site.read('/fresh-news')).text).toContain('First.');
    await page.goto('/about');
    await page.getByRole('dialog').press('Escape');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A broker that was edited');
  });

  await test.step('a link in a popup leads to the page in the language of the visitor', async () => {
    await expectPopupRead();
    await page.evaluate(() => localStorage.clear());
    await page.goto('/de/about');
    const link = page.getByRole('dialog').getByRole('link', { name: 'Read' });
    await expect(link).toHaveAttribute('href', '/de/about?from=popup');
    await page.keyboard.press('Escape');
    // Otherwise the popup covers the next page.
    await expectPopupRead();
  });

  await test.step('a title in German above a text in English, with unique ids of headings', async () => {
    await page.goto('/de/frische-nachrichten');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Frische Nachrichten');
    expect(await heading.evaluate((node) => node.closest('[lang]')?.getAttribute('lang'))).toBe('de');
    const text = page.getByText('First.');
    expect(await text.evaluate((node) => node.closest('[lang]')?.getAttribute('lang'))).toBe('en');
    await expect(page.getByRole('link', { name: 'About', exact: true }).last()).toHaveAttribute('href', /^\/de\//);
    await expect(page.getByRole('heading', { name: 'What we take' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Banküberweisung' })).toBeVisible();
    // The text is in the fallback language, so search engines are not told of a German page.
    await expect(page.locator('link[hreflang="de"]')).toHaveCount(0);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/fresh-news$/);
    const ids = await page.locator('[id]').evaluateAll((nodes) => nodes.map(({ id }) => id));
    expect(ids).toEqual([...new Set(ids)]);
    await page.getByRole('navigation').getByRole('link', { name: 'Content' }).click();
    await expect(page).toHaveURL(/#section-content$/);
  });

  await page.addInitScript((key) => localStorage.setItem(key, 'de'), storageKeys.language);
  for (const slug of ['home', 'about']) {
    await test.step(`the preview of ${slug} stays in its language in a browser that chose another one`, async () => {
      const until = inAnHour();
      const link = site.product().url + signPreview({ slug, locale: 'en', until }, previewSecret);
      const answer = await page.goto(link);
      expect(answer?.status()).toBe(200);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(page.url()).toBe(link);
      await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
      await expect(page.getByText('Draft. Visitors do not see this version.')).toBeVisible();
      await page.locator('[popovertarget="language-list"]').click();
      await page.getByRole('link', { name: 'Deutsch' }).click();
      await expect(page).toHaveURL(site.product().url + signPreview({ slug, locale: 'de', until }, previewSecret));
      await expect(page.getByText('Entwurf. Besucher sehen diese Fassung nicht.')).toBeVisible();
    });
  }
});

test('an editor sees what is typed beside the form, and on the status page what cannot be published', async ({
  page,
  admin,
  site,
}) => {
  const query = signLink('editor', inAnHour(), previewSecret);
  const about = pageEntry(site.cms, 'about');

  await test.step('the form of the CMS, with the page beside it', async () => {
    const frame = `<iframe src="${site.product().url}/preview/live?${query}" style="width:100%;height:90vh"></iframe>`;
    admin.body = `<!doctype html><html data-started>${frame}`;
    await page.goto(`${admin.origin}/collections/entry/pages/b2`);
    const live = page.frameLocator('iframe');
    await expect(live.getByText('Waiting for the form')).toBeVisible();
    const type = (seo_title: string, hero: string) =>
      page.evaluate((data) => document.querySelector('iframe')?.contentWindow?.postMessage(data, '*'), {
        ...{ event: 'cockpit:collections.preview', collection: 'pages', lang: 'default' },
        entry: { ...about, seo_title, components: [{ component: 'hero', settings: { title: hero } }] },
      });
    const heading = live.frameLocator('iframe.shown').getByRole('heading', { level: 1 });
    await type('A', 'A title that is');
    await type('A', 'A title that is typed');
    await expect(heading).toHaveText('A title that is typed');
    await type('A', 'A title that is typed and changed');
    await expect(heading).toHaveText('A title that is typed and changed');
  });

  await test.step('the status page', async () => {
    const { content } = about;
    Object.assign(about, { content: 5 });
    expect(await site.callWebhook()).toBe(200);
    const status = `${site.product().url}/content-status?${query}`;
    const refused = async () => (await page.request.get(status)).text();
    await expect.poll(refused, { timeout: liveWithinMs }).toContain('content: must be a text, but it holds a number');
    await page.goto(status);
    await expect(page.getByRole('heading', { name: 'Cannot be published' })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Edit: The page/ }).first()).toHaveAttribute(
      'href',
      `${site.cms.url}/collections/entry/pages/${String(about['_id'])}`,
    );
    await expectNoFaultsInBothThemes(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoHorizontalScroll(page);
    Object.assign(about, { content });
  });
});

test.describe('a CMS in which every text tries to run a script', () => {
  // The Content-Security-Policy would stop a script anyway. Without it, the sanitizer alone has to.
  test.use({ bypassCSP: true });

  test('no script runs, on any page and in any popup', async ({ page, site }) => {
    const { collections, singletons } = site.cms.state;
    for (const name of ['pages', 'calendar']) collections[name] = hostile(collections[name]) as Entry[];
    const popup = { id: 'news', title: `News ${attack}`, content: `<p>Read ${attack}</p>` };
    const settings = hostile(singletons['Settings']) as Entry;
    const popups = [{ field: { name: 'item', type: 'set', label: 'Item' }, value: popup }];
    singletons['Settings'] = { ...settings, popups, popups_de: popups };
    expect(await site.callWebhook()).toBe(200);
    await expect
      .poll(async () => (await site.read('/about')).text, { timeout: 60_000, intervals: [200] })
      .toContain('ran()');

    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await page.addInitScript(() => Object.assign(window, { ran: () => Object.assign(window, { hasRun: true }) }));
    const slugs = collections['pages']?.map((entry) => String(entry['title_slug'])) ?? [];
    const paths = slugs.map((slug) => (slug === 'home' ? '/' : `/${slug}`));
    for (const path of [...paths, '/de', '/de/about']) {
      await test.step(path, async () => {
        await page.goto(`${site.product().url}${path}`);
        await expect(page).toHaveTitle(/<script>ran\(\)<\/script><img src=x onerror=ran\(\)>/);
        await expect(page.locator('h1')).toContainText('<script>ran()</script>');
        expect(await tracesIn(page), path).toEqual([]);
        const data = await page.locator('script[type="application/ld+json"]').allTextContents();
        for (const one of data) expect(JSON.stringify(JSON.parse(one)), path).toContain('<script>ran()');
        expect(data, path).toHaveLength(1);
      });
    }

    await page.goto(`${site.product().url}/about`);
    const news = page.getByRole('dialog');
    await expect(news.getByText('Read')).toBeVisible();
    await expect(news).toContainText('onfocus=ran()');
    expect(await tracesIn(page)).toEqual([]);
    expect(dialogs).toEqual([]);
  });
});
