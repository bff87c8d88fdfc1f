import { describe, expect, it } from 'vitest';
import type { Locale } from '../../src/brand.ts';
import { brand } from '../../src/brand.ts';
import { addressOf, doubleAddresses, offeredPages, readAddress, writeAddress } from '../../src/content/addresses.ts';
import { sessionIdleMs } from '../../src/lib/contract/session.ts';
import { fillPlaceholders } from '../../src/content/texts/fill-placeholders.ts';
import { findPage, languageOf, languagesOf, pageIn, settingsIn } from '../../src/content/localise.ts';
import type { Block } from '../../src/content/model/blocks.ts';
import type { Page } from '../../src/content/model/site-content.ts';
import { createLocalSource } from '../../src/content/sources/local-source.ts';
import { loadWhole } from '../../src/content/pull/merge-content.ts';
import { contentOf, pageOf } from './made-content.ts';

const hero = (title: string): Block => ({ kind: 'hero', title, actions: [], figure: 'none' });

const about: Page = {
  ...pageOf('about', [hero('About')]),
  slugs: { de: 'ueber-uns' },
  texts: {
    en: { title: 'About', description: 'Who we are', blocks: [hero('About')] },
    de: { title: 'Über uns' },
    it: { blocks: [] },
  },
};

describe('a page in a language', () => {
  it('uses the fallback for each untranslated part; an empty list counts as translated', () => {
    expect(pageIn(about, 'en')).toEqual(about.texts.en);
    expect(pageIn(about, 'es')).toEqual(about.texts.en);
    expect(pageIn(about, 'de')).toEqual({ ...about.texts.en, title: 'Über uns' });
    expect(pageIn(about, 'it')).toEqual({ ...about.texts.en, blocks: [] });
  });

  it('is in the language of its text: with only a translated title its text is in the fallback', () => {
    expect(languagesOf(about)).toEqual(['en', 'it']);
    const inGerman = (['title', 'blocks'] as const).map((part) => languageOf(part, about, 'de'));
    expect(inGerman).toEqual(['de', 'en']);
    expect(languageOf('title', about, 'es')).toBe('en');
  });

  it('is found by its slug in that language and by its own', () => {
    expect(findPage([about], 'ueber-uns', 'de')).toBe(about);
    expect(findPage([about], 'about', 'de')).toBe(about);
    expect(findPage([about], 'ueber-uns', 'en')).toBeUndefined();
    const home = pageOf('home', []);
    expect(findPage([{ ...about, slugs: { de: 'home' } }, home], 'home', 'de')).toBe(home);
  });
});

describe('the settings in a language', () => {
  it('use the fallback for each untranslated part of the contact data', () => {
    const { settings } = contentOf([]);
    const texts = { ...settings.texts, de: { tagline: 'Ein Broker.', contact: { hours: 'Montag' } } };
    expect(settingsIn({ ...settings, texts }, 'de')).toEqual({
      ...settings.texts.en,
      tagline: 'Ein Broker.',
      contact: { company: 'Example Ltd', address: [], hours: 'Montag' },
    });
  });
});

describe('an address', () => {
  it.each([
    ['/', { locale: 'en', slug: '' }],
    ['/de', { locale: 'de', slug: '' }],
    ['/de/ueber-uns', { locale: 'de', slug: 'ueber-uns' }],
    ['/platform/BTCUSD', { locale: 'en', slug: 'platform/BTCUSD' }],
    ['/deutsch', { locale: 'en', slug: 'deutsch' }],
  ] as const)('%s is read and written', (path, address) => {
    expect(readAddress(path)).toEqual(address);
    expect(readAddress(`${path}/`)).toEqual(address);
    expect(writeAddress(address)).toBe(path);
  });

  it('of a page is its own in each language', () => {
    expect([addressOf(about, 'en'), addressOf(about, 'de'), addressOf(about, 'it')]).toEqual([
      '/about',
      '/de/ueber-uns',
      '/it/about',
    ]);
    expect(addressOf(pageOf('home', []), 'de')).toBe('/de');
  });
});

describe('an address that two pages have', () => {
  it('is reported with both pages and the language', () => {
    const other = { ...pageOf('company', []), slugs: { de: 'ueber-uns' } };
    expect(doubleAddresses([about, pageOf('home', []), other])).toEqual([
      { locale: 'de', address: '/de/ueber-uns', first: about, second: other },
    ]);
    expect(doubleAddresses([about, pageOf('ueber-uns', [])])).toHaveLength(1);
    expect(doubleAddresses([about, pageOf('company', [])])).toEqual([]);
  });
});

describe('the pages that are offered', () => {
  const slugs = ['home', 'about', 'account-levels', 'economic-calendar', 'contact-us'];
  const offered = (platformOnly: boolean, economics: boolean) =>
    offeredPages(contentOf(slugs.map((slug) => pageOf(slug, []))), {
      registration: false,
      platformOnly,
      economics,
      correctedTexts: false,
    }).map(({ slug }) => slug);

  it('are those that the switches allow', () => {
    expect(offered(false, true)).toEqual(slugs);
    expect(offered(true, true)).toEqual(['economic-calendar', 'contact-us']);
    expect(offered(false, false)).toEqual(['home', 'about', 'account-levels', 'contact-us']);
  });
});

describe('placeholders in texts', () => {
  it('are replaced by the brand and the company, escaped in HTML; the year and others stay', () => {
    const content = contentOf([
      pageOf('about', [
        hero('{{brand}} of {{ company }}'),
        { kind: 'rich-text', html: '<p>{{company}}, {{other}}</p>' },
      ]),
    ]);
    content.settings.texts.en.contact.company = 'A & B <Ltd>';
    content.settings.texts.en.copyright = '© {{year}} {{company}}';
    const { pages, settings } = fillPlaceholders(content, { sessionIdleMs });
    expect(pages[0]?.texts.en.blocks).toMatchObject([
      { title: `${brand.name} of A & B <Ltd>` },
      { html: '<p>A &amp; B &lt;Ltd&gt;, {{other}}</p>' },
    ]);
    expect(settings.texts.en.copyright).toBe('© {{year}} A & B <Ltd>');
  });

  it('never become an address, because their values are not validated as one', () => {
    const html = '<p><a href="{{company}}">{{company}}</a></p>';
    const content = contentOf([pageOf('about', [{ kind: 'rich-text', html }])]);
    content.settings.texts.en.contact.company = 'javascript:alert(1)//';
    const [page] = fillPlaceholders(content, { sessionIdleMs }).pages;
    expect(page?.texts.en.blocks).toMatchObject([{ html: '<p><a href="{{company}}">javascript:alert(1)//</a></p>' }]);
  });

  it('say when a session really ends, in the language of the text', () => {
    const about = pageOf('about', [{ kind: 'rich-text', html: '<p>{{idleTime}} without activity</p>' }]);
    const translated = { blocks: [hero('Nach {{idleTime}}')] };
    const texts = { ...about.texts, de: translated, it: { title: 'Dopo {{ idleTime }}' } };
    const content = contentOf([{ ...about, texts }]);
    const [page] = fillPlaceholders(content, { sessionIdleMs: 45 * 60_000 }).pages;
    expect(page?.texts.en.blocks).toMatchObject([{ html: '<p>45 minutes without activity</p>' }]);
    expect(page?.texts.de?.blocks).toMatchObject([{ title: 'Nach 45 Minuten' }]);
    expect(page?.texts.it?.title).toBe('Dopo 45 minuti');
  });

  it('keep every embedded text true, whatever the setting is', async () => {
    const embedded = await loadWhole(createLocalSource('src/content'));
    const { pages } = fillPlaceholders(embedded, { sessionIdleMs: 45 * 60_000 });
    for (const [locale, minutes] of Object.entries({ en: 'minutes', de: 'Minuten', it: 'minuti', es: 'minutos' })) {
      const said = pages.filter(({ texts }) => JSON.stringify(texts[locale as Locale]).includes(`45 ${minutes}`));
      expect(said.map(({ slug }) => slug).sort()).toEqual([
        'about',
        'cookies-policy',
        'home',
        'privacy-policy',
        'terms-conditions',
      ]);
    }
    expect(JSON.stringify(pages)).not.toMatch(/\b20 Minut|\b20 minut/);
  });

  it('keep units and currency signs on the line of their number', () => {
    const html = '<p title="5 %">5 % of € 100 or 100 €, 2 MB at most, 2 or 3</p>';
    const { pages } = fillPlaceholders(
      contentOf([pageOf('about', [hero('250 € and more'), { kind: 'rich-text', html }])]),
      { sessionIdleMs },
    );
    expect(pages[0]?.texts.en.blocks).toMatchObject([
      { title: '250\u00a0€ and more' },
      { html: '<p title="5 %">5\u00a0% of €\u00a0100 or 100\u00a0€, 2\u00a0MB at most, 2 or 3</p>' },
    ]);
  });
});
