import type { Page } from '@playwright/test';
import { brand } from '../../../src/brand.ts';
import { expect, test } from '../product-test.ts';

/** What search engines and shared links find in the real pages. */

const origin = 'http://localhost:4321';

async function headOf(page: Page, path: string) {
  await page.goto(path);
  return page.evaluate((own) => {
    const pairs = (selector: string, name: string, value: string) =>
      [...document.head.querySelectorAll(selector)].map(
        (node) => [node.getAttribute(name) ?? '', (node.getAttribute(value) ?? '').replace(own, '')] as const,
      );
    const data = document.head.querySelector('script[type="application/ld+json"]')?.textContent;
    return {
      title: document.title,
      canonical: pairs('link[rel="canonical"]', 'rel', 'href').map(([, href]) => href),
      alternates: pairs('link[hreflang]', 'hreflang', 'href').map((pair) => pair.join(' ')),
      meta: Object.fromEntries([
        ...pairs('meta[property]', 'property', 'content'),
        ...pairs('meta[name]', 'name', 'content'),
      ]),
      kinds: data
        ? (JSON.parse(data) as { '@graph': { '@type': string }[] })['@graph'].map((thing) => thing['@type'])
        : [],
    };
  }, origin);
}

const listed = [
  { path: '/', others: ['/', '/de'], language: 'en_GB', kinds: ['FinancialService', 'WebSite'] },
  { path: '/de', others: ['/', '/de'], language: 'de_DE', kinds: ['FinancialService', 'WebSite'] },
  { path: '/about', others: ['/about', '/de/about'], language: 'en_GB', kinds: ['BreadcrumbList'] },
  { path: '/de/about', others: ['/about', '/de/about'], language: 'de_DE', kinds: ['BreadcrumbList'] },
];

for (const { path, others, language, kinds } of listed) {
  test(`${path} has one address, its other languages, and what a shared link shows`, async ({ page }) => {
    const head = await headOf(page, path);
    const [english = '', german = ''] = others;
    expect(head.canonical).toEqual([path]);
    expect(head.alternates).toEqual([`en ${english}`, `de ${german}`, `x-default ${english}`]);
    expect(head.title).toMatch(new RegExp(`. · ${brand.name}$`));
    expect(head.meta).toMatchObject({
      ...{ 'og:type': 'website', 'og:site_name': brand.name, 'og:url': path === '/' ? '/' : path },
      ...{ 'og:locale': language, 'twitter:card': 'summary_large_image' },
      'og:title': head.title.replace(` · ${brand.name}`, ''),
      'og:description': head.meta['description'],
    });
    expect(head.meta['description']?.length).toBeGreaterThan(40);
    expect(head.meta).not.toHaveProperty('robots');
    expect(head.kinds).toEqual(expect.arrayContaining(kinds));
    const picture = await page.request.get(head.meta['og:image'] ?? '');
    expect([picture.status(), picture.headers()['content-type']]).toEqual([200, expect.stringMatching(/^image\//)]);
  });
}

test('a page that is not to be found says so, and names no address', async ({ page }) => {
  for (const path of ['/there-is-no-such-page', '/404', '/it/about', '/es']) {
    const head = await headOf(page, path);
    expect(head.meta['robots'], path).toBe('noindex');
    expect([head.canonical, head.alternates, head.kinds], path).toEqual([[], [], []]);
  }
});

test('robots are told of the sitemap, and every address of it is a page that names itself', async ({ page }) => {
  const robots = await (await page.request.get('/robots.txt')).text();
  expect(robots.split('\n')).toEqual([
    ...['User-agent: *', 'Disallow: /api/', 'Disallow: /preview/', `Sitemap: ${origin}/sitemap.xml`, ''],
  ]);
  const sitemap = await (await page.request.get('/sitemap.xml')).text();
  const paths = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
  expect(new Set(paths).size).toBe(20);
  for (const path of paths) {
    const text = await (await page.request.get(path)).text();
    const address = /<link rel="canonical" href="([^"]*)"/.exec(text)?.[1] ?? '';
    expect(new URL(address).pathname, path).toBe(path);
    expect(text, path).not.toContain('noindex');
  }
});

test('the manifest and every icon that pages name are there', async ({ page }) => {
  await page.goto('/');
  const named = await page
    .locator('link[rel="icon"], link[rel="apple-touch-icon"], link[rel="manifest"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(named).toHaveLength(3);
  const manifest = (await (await page.request.get('/manifest.webmanifest')).json()) as { icons: { src: string }[] };
  for (const path of [...named, '/favicon.ico', ...manifest.icons.map(({ src }) => src)])
    expect((await page.request.get(path)).status(), path).toBe(200);
});
