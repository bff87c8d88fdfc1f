import { describe, expect, test } from 'vitest';
import { brand, brandColours, defaultSwitches } from '../../../src/brand.ts';
import { sitemapText } from '../../../src/components/seo/sitemap.ts';
import { asScriptText, structuredData } from '../../../src/components/seo/structured-data.ts';
import type { Page } from '../../../src/content/model/site-content.ts';
import { GET as manifest } from '../../../src/pages/manifest.webmanifest.ts';
import { contentOf, pageOf, siteOf } from '../../content/made-content.ts';

/** Tests what search engines and phones read on the site besides its pages. */

const origin = 'https://example.com';
const title = (text: string) => ({ title: text, blocks: [] });
const home = pageOf('home', [], { texts: { en: title('Home'), de: title('Start') } });
const about = pageOf('about', [], { slugs: { de: 'ueber-uns' }, texts: { en: title('About'), de: title('Über uns') } });

describe('the sitemap', () => {
  const sitemap = (pages: Page[], switches = defaultSwitches) => {
    const text = sitemapText(siteOf(contentOf(pages), switches).listing(), origin);
    const entries = [...text.matchAll(/<url><loc>(.*?)<\/loc>(.*?)<\/url>/g)].map(([, loc = '', others = '']) => ({
      loc: loc.replace(origin, ''),
      others: [...others.matchAll(/hreflang="(\w+)" href="(.*?)"/g)].map(
        ([, language, href = '']) => `${language} ${href.replace(origin, '')}`,
      ),
    }));
    return { text, entries };
  };

  test('names every page in the languages that the brand offers, each with its address there and its alternates', () => {
    expect(sitemap([home, about]).entries).toEqual([
      { loc: '/', others: ['en /', 'de /de'] },
      { loc: '/de', others: ['en /', 'de /de'] },
      { loc: '/about', others: ['en /about', 'de /de/ueber-uns'] },
      { loc: '/de/ueber-uns', others: ['en /about', 'de /de/ueber-uns'] },
    ]);
  });

  test('names no page in a language without its text, or in one that is not offered', () => {
    const texts = { en: title('News'), de: { title: 'Neues' }, it: title('Novità') };
    expect(sitemap([pageOf('news', [], { texts })]).entries).toEqual([{ loc: '/news', others: ['en /news'] }]);
  });

  test('names a page in the language of its text, although its title there is English', () => {
    const texts = { en: title('News'), de: { blocks: [] } };
    expect(sitemap([pageOf('news', [], { texts })]).entries.map(({ loc }) => loc)).toEqual(['/news', '/de/news']);
  });

  test('names no page that is hidden by itself or by a switch', () => {
    const hidden = pageOf('thanks', [], { isHidden: true });
    expect(sitemap([hidden]).entries).toEqual([]);
    expect(sitemap([home, about], { ...defaultSwitches, platformOnly: true }).entries).toEqual([]);
    const calendar = pageOf('economic-calendar', []);
    expect(sitemap([calendar]).entries).toHaveLength(1);
    expect(sitemap([calendar], { ...defaultSwitches, economics: false }).entries).toEqual([]);
  });

  test('is XML with full addresses', () => {
    const { text } = sitemap([home]);
    expect(text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="[^"]+sitemap\/0.9" xmlns:xhtml=/);
    expect(text).toContain(`<loc>${origin}/de</loc>`);
    expect(text).toMatch(/<\/urlset>\n$/);
  });
});

describe('structured data', () => {
  const of = (page: Page, pages = [home, page], locale: 'en' | 'de' = 'en') =>
    structuredData({ site: siteOf(contentOf(pages)), page, locale });

  test('for the home page are the company and its site', () => {
    expect(of(home, [home])).toEqual({
      '@context': 'https://schema.org',
      '@graph': [
        {
          '@type': 'FinancialService',
          '@id': `${origin}/#company`,
          ...{ name: brand.name, legalName: 'Example Ltd', description: 'A broker.', url: origin, address: '' },
          logo: `${origin}/icons/icon-512.png`,
        },
        {
          '@type': 'WebSite',
          ...{ name: brand.name, url: origin, inLanguage: 'en' },
          publisher: { '@id': `${origin}/#company` },
        },
      ],
    });
  });

  test('for another page are its breadcrumbs, with the names in the language', () => {
    expect(of(about, [home, about], 'de')).toMatchObject({
      '@graph': [
        {
          '@type': 'BreadcrumbList',
          itemListElement: [
            { position: 1, name: 'Start', item: `${origin}/de` },
            { position: 2, name: 'Über uns', item: `${origin}/de/ueber-uns` },
          ],
        },
      ],
    });
  });

  test('name the pages above a page in folders, as far as they are published', () => {
    const guides = pageOf('guides', [], { slugs: { de: 'ratgeber' }, texts: { en: title('Guides') } });
    const costs = pageOf('guides/forex/costs', [], { texts: { en: title('Costs') } });
    expect(of(costs, [home, guides, costs], 'de')).toMatchObject({
      '@graph': [
        {
          itemListElement: [
            { position: 1, item: `${origin}/de` },
            { position: 2, name: 'Guides', item: `${origin}/de/ratgeber` },
            { position: 3, name: 'Costs', item: `${origin}/de/guides/forex/costs` },
          ],
        },
      ],
    });
  });

  test('contain the questions of all blocks as one list', () => {
    const faq = (question: string) => ({ kind: 'faq' as const, items: [{ question, html: '<p>Yes.</p>' }] });
    const asked = of(pageOf('help', [faq('Is it safe?'), faq('Is it free?')]));
    expect(asked).toMatchObject({
      '@graph': [
        { '@type': 'BreadcrumbList' },
        {
          '@type': 'FAQPage',
          mainEntity: [
            { name: 'Is it safe?', acceptedAnswer: { '@type': 'Answer', text: '<p>Yes.</p>' } },
            { name: 'Is it free?' },
          ],
        },
      ],
    });
  });

  test('cannot close their script element, and keep their content', () => {
    const name = '</script><script>run()</script><!--<script>';
    const text = asScriptText({ name });
    expect(text).not.toContain('<');
    expect(JSON.parse(text)).toEqual({ name });
  });
});

test('the manifest names the brand, its colours and an icon for every use', async () => {
  const answer = manifest();
  expect(answer.headers.get('content-type')).toBe('application/manifest+json');
  const said = (await answer.json()) as { icons: { sizes: string; purpose?: string }[] };
  const { ground } = brandColours.dark;
  expect(said).toMatchObject({ name: brand.name, start_url: '/', background_color: ground, theme_color: ground });
  expect(said.icons.map(({ sizes, purpose }) => [sizes, purpose].join(' ').trim())).toEqual([
    ...['any', '192x192', '512x512', '512x512 maskable'],
  ]);
});
