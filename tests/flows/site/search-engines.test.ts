import { afterAll, beforeAll, expect, test } from 'vitest';
import { brand, defaultSiteUrl } from '../../../src/brand.ts';
import type { BuiltSite } from '../../support/site/built-site.ts';
import { openBuiltSite } from '../../support/site/built-site.ts';
import { elementsIn, textsIn } from '../../support/site/read-html.ts';

/** What search engines and shared links find in the real pages. */

let site: BuiltSite;
beforeAll(async () => {
  site = await openBuiltSite();
});
afterAll(() => site.shop.close());

const dataScript = /<script type="application\/ld\+json">(.*?)<\/script>/s;

async function headOf(path: string) {
  const { text } = await site.read(path);
  const [head = ''] = text.split('</head>');
  const own = (address = '') => address.replace(defaultSiteUrl, '');
  const links = elementsIn(head, 'link');
  const data = dataScript.exec(head)?.[1];
  return {
    title: textsIn(head, 'title')[0] ?? '',
    canonical: links.filter(({ rel }) => rel === 'canonical').map(({ href }) => own(href)),
    alternates: links.flatMap(({ hreflang, href }) => (hreflang === undefined ? [] : `${hreflang} ${own(href)}`)),
    meta: Object.fromEntries(
      elementsIn(head, 'meta').map(({ property, name, content }) => [property ?? name ?? '', own(content)]),
    ),
    kinds: data
      ? (JSON.parse(data) as { '@graph': { '@type': string }[] })['@graph'].map((thing) => thing['@type'])
      : [],
  };
}

test.each([
  { path: '/', others: ['/', '/de'], language: 'en_GB', kinds: ['FinancialService', 'WebSite'] },
  { path: '/de', others: ['/', '/de'], language: 'de_DE', kinds: ['FinancialService', 'WebSite'] },
  { path: '/about', others: ['/about', '/de/about'], language: 'en_GB', kinds: ['BreadcrumbList'] },
  { path: '/de/about', others: ['/about', '/de/about'], language: 'de_DE', kinds: ['BreadcrumbList'] },
])(
  '$path has one address, its other languages, and what a shared link shows',
  async ({ path, others, language, kinds }) => {
    const head = await headOf(path);
    const [english = '', german = ''] = others;
    expect(head.canonical).toEqual([path]);
    expect(head.alternates).toEqual([`en ${english}`, `de ${german}`, `x-default ${english}`]);
    expect(head.title).toMatch(new RegExp(`. · ${brand.name}$`));
    expect(head.meta).toMatchObject({
      ...{ 'og:type': 'website', 'og:site_name': brand.name, 'og:url': path },
      ...{ 'og:locale': language, 'twitter:card': 'summary_large_image' },
      'og:title': head.title.replace(` · ${brand.name}`, ''),
      'og:description': head.meta['description'],
    });
    expect(head.meta['description']?.length).toBeGreaterThan(40);
    expect(head.meta).not.toHaveProperty('robots');
    expect(head.kinds).toEqual(expect.arrayContaining(kinds));
    const picture = await site.read(head.meta['og:image'] ?? '');
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)]);
  },
);

test.each(['/there-is-no-such-page', '/404', '/it/about', '/es'])(
  '%s must not be indexed: it says so, and names no canonical address',
  async (path) => {
    const head = await headOf(path);
    expect(head.meta['robots']).toBe('noindex');
    expect([head.canonical, head.alternates, head.kinds]).toEqual([[], [], []]);
  },
);

test('robots find the sitemap, and each of its addresses is a page that names itself', async () => {
  const robots = (await site.read('/robots.txt')).text;
  expect(robots.split('\n')).toEqual([
    ...['User-agent: *', 'Disallow: /api/', 'Disallow: /preview/', `Sitemap: ${defaultSiteUrl}/sitemap.xml`, ''],
  ]);
  const sitemap = (await site.read('/sitemap.xml')).text;
  const paths = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
  expect(new Set(paths).size).toBe(22);
  for (const path of paths) {
    const { text } = await site.read(path);
    const address = /<link rel="canonical" href="([^"]*)"/.exec(text)?.[1] ?? '';
    expect(new URL(address).pathname, path).toBe(path);
    expect(text, path).not.toContain('noindex');
  }
});

test('the manifest and every icon that pages name exist', async () => {
  const links = elementsIn((await site.read('/')).text, 'link');
  const named = links.flatMap(({ rel = '', href = '' }) =>
    /^(icon|apple-touch-icon|manifest)$/.test(rel) ? href : [],
  );
  expect(named).toHaveLength(3);
  const manifest = JSON.parse((await site.read('/manifest.webmanifest')).text) as { icons: { src: string }[] };
  for (const path of [...named, '/favicon.ico', ...manifest.icons.map(({ src }) => src)])
    expect((await site.read(path)).status, path).toBe(200);
});
