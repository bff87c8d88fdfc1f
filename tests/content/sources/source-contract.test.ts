import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { locales } from '../../../src/brand.ts';
import { ContentInvalid, ContentUnavailable } from '../../../src/content/content-source.ts';
import { findPage, pageIn, settingsIn } from '../../../src/content/localise.ts';
import type { SiteContent } from '../../../src/content/model/site-content.ts';
import { siteContent } from '../../../src/content/model/site-content.ts';
import { mergedOf } from '../made-content.ts';
import { loadWhole } from '../../../src/content/pull/merge-content.ts';
import type { BrokenAnswer } from '../../support/cockpit/fake-cockpit.ts';
import { pictureBytes } from '../../support/cockpit/made-files.ts';
import type { MadeSite } from '../../support/cockpit/made-site.ts';
import { startMadeHttp } from '../../support/content-http/made-function.ts';
import { startMadeLocal, startMadeV1, startMadeV2 } from '../../support/cockpit/made-site.ts';

/** Tests what every source guarantees, whatever editors write. */

const starts = {
  ...{ local: startMadeLocal, http: startMadeHttp },
  ...{ 'cockpit v1': startMadeV1, 'cockpit v2': startMadeV2 },
};
let site: MadeSite;
const shown: SiteContent[] = [];

describe.each(Object.entries(starts))('the %s source', (name, start) => {
  beforeEach(async () => {
    site = await start();
  });
  afterEach(() => site.close());

  it('hands out everything that is published, by the model', async () => {
    const content = await loadWhole(site.source);
    expect(site.source.name).toBe(site.name);
    expect(siteContent.safeParse(content).error).toBeUndefined();
    expect(content.pages.map(({ slug }) => slug)).toEqual(['about', 'home', 'hostile', 'terms-conditions']);
    expect(content.calendar).toEqual([
      {
        ...{ id: 'ecb', country: 'EU', importance: 3, titles: { en: 'ECB rate', de: 'EZB-Zins' } },
        at: { dates: ['2026-12-17T13:15:00Z'] },
      },
    ]);
    shown.push(content);
  });

  it('falls back for each part that a language lacks', async () => {
    const { pages, settings } = await loadWhole(site.source);
    const about = findPage(pages, 'ueber-uns', 'de');
    const german = about && pageIn(about, 'de');
    expect(german).toMatchObject({
      title: 'Über uns',
      seoTitle: 'Über uns | Example',
      description: 'About the company',
    });
    expect(JSON.stringify(german?.blocks)).not.toContain('About us');
    expect(about && pageIn(about, 'it')).toEqual(about?.texts.en);
    const words = settingsIn(settings, 'de');
    expect(words.copyright).toBe('© {{year}} Example Capital, alle Rechte vorbehalten.');
    expect(words.tagline).toBe('A broker.');
    expect(words.popups).toEqual([{ id: 'risk', title: 'Risikohinweis', html: '<p>Verlust.</p>' }]);
    expect(words.contact).toEqual({
      ...{ company: 'Example Capital', address: ['Main Street 1', 'Berlin'], phone: '+49 30 1' },
      hours: 'Montag bis Freitag',
    });
  });

  it('returns a draft only by its name, and null for a missing page', async () => {
    const everything = JSON.stringify(await loadWhole(site.source));
    expect(everything).not.toMatch(/draft|Not public|Secret/i);
    const draft = await site.source.loadDraft('draft-page');
    // Version 2 does not return drafts.
    expect(draft?.texts.en.title).toBe(name === 'cockpit v2' ? undefined : 'Draft page');
    expect((await site.source.loadDraft('about'))?.slugs).toEqual({ de: 'ueber-uns' });
    expect(await site.source.loadDraft('no-such-page')).toBeNull();
  });

  it('lets no script through', async () => {
    const everything = JSON.stringify(await loadWhole(site.source));
    expect(everything).toContain('Hostile');
    expect(everything).not.toMatch(/<script|onclick|script:|run\(/i);
  });

  it('returns the bytes of pictures, and of no other file', async () => {
    const { pages } = await loadWhole(site.source);
    const share = pages.find(({ slug }) => slug === 'about')?.shareImage;
    expect(share).toEqual({ src: site.picture, alt: 'Hero' });
    const picture = await site.source.loadPicture(site.picture);
    expect(picture && picture !== 'unchanged' && new Uint8Array(picture.bytes)).toEqual(pictureBytes);
    const others = [
      '/api/cockpit/assets',
      '/storage/../api/x',
      'images/../settings/en.yaml',
      '//example.com/storage/x',
    ];
    for (const src of [...others, 'https://example.com/storage/x.png', site.picture.replace('hero', 'none')])
      expect(await site.source.loadPicture(src).catch(() => null), src).toBeNull();
  });

  it('refuses what breaks the model, with the path, the expected and the found value', async () => {
    await site.breakTitle();
    const fault: unknown = await loadWhole(site.source).catch((thrown: unknown) => thrown);
    expect(fault).toBeInstanceOf(ContentInvalid);
    const [first] = (fault as ContentInvalid).faults;
    expect(first).toMatchObject({ expected: 'string', found: '["About"]' });
    expect(first?.path).toMatch(/title$/);
    expect(first?.path).toMatch(/pages/);
  });
});

describe('all sources', () => {
  afterAll(() => shown.splice(0));

  it('make the same pages of the same site', () => {
    const pages = shown.map(
      (content) => JSON.parse(JSON.stringify(content.pages).replaceAll(/"src":"[^"]*"/g, '"src":""')) as unknown,
    );
    const comparable = pages.map((all) => (all as SiteContent['pages']).filter(({ slug }) => slug === 'home'));
    expect(comparable).toHaveLength(Object.keys(starts).length);
    for (const other of comparable.slice(1)) expect(other).toEqual(comparable[0]);
    expect(
      new Set(shown.map((content) => JSON.stringify(locales.map((one) => settingsIn(content.settings, one).tagline))))
        .size,
    ).toBe(1);
  });
});

describe.each([
  ['cockpit v1', startMadeV1],
  ['cockpit v2', startMadeV2],
] as const)('the %s source and a CMS that fails', (name, start) => {
  beforeEach(async () => {
    site = await start();
  });
  afterEach(() => site.close());

  const answers: [string, BrokenAnswer][] = [
    ['a refused token', { status: 401, body: '{"error":"Unauthorized"}' }],
    ['an unknown collection', { status: 412, body: '{"error":"Collection not found"}' }],
    ['an error', { status: 500, body: '{"error":"500","message":"system error"}', type: 'text/html' }],
    ['an empty error', { status: 500, body: '', type: 'text/html' }],
    ['a gateway that is alone', { status: 502, body: '<html>Bad gateway</html>', type: 'text/html' }],
    ['an empty page', { status: 404, body: '', type: 'text/html' }],
    ['notices before the JSON', { status: 200, body: '<br />\n<b>Deprecated</b>: x<br />\n[]' }],
    ['JSON of another kind', { status: 200, body: '"hello"' }],
    ['an error that is called a success', { status: 200, body: '{"error":true,"message":"Oooops"}' }],
    ['a redirect', { status: 302, body: '' }],
  ];

  it.each(answers)('treats %s as unavailable, never as a site without pages', async (_what, answer) => {
    site.cockpit?.breakWith(answer);
    await expect(loadWhole(site.source)).rejects.toThrow(ContentUnavailable);
    await expect(site.source.loadDraft('about')).rejects.toThrow(ContentUnavailable);
  });

  it('does not wait for ever', async () => {
    const impatient = await start(50);
    impatient.cockpit?.breakWith('silence');
    await expect(loadWhole(impatient.source)).rejects.toThrow(/not answered in time$/);
    await impatient.close();
  });

  it('is unavailable when nobody listens, and when it is stopped', async () => {
    const { source } = site;
    const stop = new AbortController();
    site.cockpit?.breakWith('silence');
    const loading = source.load(stop.signal);
    stop.abort();
    await expect(loading).rejects.toThrow(ContentUnavailable);
    await site.cockpit?.close();
    await expect(loadWhole(source)).rejects.toThrow(ContentUnavailable);
  });

  it('sends its token in a header, never in an address', async () => {
    await loadWhole(site.source);
    for (const { call, headers } of site.cockpit?.calls ?? []) {
      expect(call).not.toContain('account-');
      expect(headers['cockpit-token'] ?? headers['api-key']).toBe('account-0123456789');
    }
  });

  it('says why it was refused, without its token', async () => {
    site.cockpit?.breakWith({ status: 412, body: '{"error":"Collection not found"}' });
    await expect(loadWhole(site.source)).rejects.toThrow(/412: Collection not found$/);
  });

  it('uses the lowest _id of two pages with one slug, and says so', async () => {
    const pages = site.cockpit?.state.collections['pages'] ?? [];
    pages.unshift({ ...pages.find(({ _id }) => _id === 'b3'), _id: 'b9', title: 'Second' });
    const { content, refused } = await mergedOf(site.source);
    expect(content.pages.filter(({ slug }) => slug === 'terms-conditions').map(({ texts }) => texts.en.title)).toEqual([
      'Terms',
    ]);
    const found = "terms-conditions, which is pages/b3's";
    const fault = { path: 'pages/terms-conditions slug', expected: 'a slug of its own', found };
    expect(refused).toMatchObject([{ key: 'pages/b9', faults: [fault], isShown: false }]);
  });

  it('gives an address of a language to the lowest _id, and the other page keeps its own slug', async () => {
    const pages = site.cockpit?.state.collections['pages'] ?? [];
    const field = name === 'cockpit v1' ? 'title_de_slug' : 'title_slug_de';
    Object.assign(pages.find(({ _id }) => _id === 'b3') ?? {}, { [field]: 'ueber-uns' });
    const { content, warnings } = await mergedOf(site.source);
    expect(findPage(content.pages, 'ueber-uns', 'de')?.slug).toBe('about');
    expect(findPage(content.pages, 'terms-conditions', 'de')?.slugs).toEqual({});
    expect(warnings.map(({ text }) => text)).toContain(
      'the pages about and terms-conditions are both /de/ueber-uns: terms-conditions is left out of it',
    );
  });

  it('leaves a slug to the page that has no other', async () => {
    const pages = site.cockpit?.state.collections['pages'] ?? [];
    Object.assign(pages.find(({ _id }) => _id === 'b3') ?? {}, { title_slug: 'ueber-uns' });
    const content = await loadWhole(site.source);
    expect(findPage(content.pages, 'ueber-uns', 'de')?.slug).toBe('ueber-uns');
    expect(findPage(content.pages, 'about', 'de')?.slugs).toEqual({});
  });

  it('shows a translated title above an untranslated text', async () => {
    const pages = site.cockpit?.state.collections['pages'] ?? [];
    Object.assign(pages.find(({ _id }) => _id === 'b6') ?? {}, { title_de: 'Feindlich' });
    const page = findPage((await loadWhole(site.source)).pages, 'hostile', 'de');
    const german = page && pageIn(page, 'de');
    expect(german?.title).toBe('Feindlich');
    expect(german?.blocks).toEqual(page?.texts.en.blocks);
    // A block with the English title would be shown as the page's heading.
    expect(JSON.stringify(german?.blocks)).not.toContain('Hostile');
  });

  it('refuses a component that the site does not know by its name', async () => {
    const pages = site.cockpit?.state.collections['pages'] ?? [];
    Object.assign(pages.find(({ _id }) => _id === 'b3') ?? {}, {
      components: [{ component: 'podcast', settings: {} }],
    });
    const fault: unknown = await loadWhole(site.source).catch((thrown: unknown) => thrown);
    expect((fault as ContentInvalid).faults[0]).toEqual({
      path: 'pages/terms-conditions/en blocks[0].kind',
      expected: 'a known kind',
      found: 'string "podcast"',
    });
  });

  it('refuses settings without the company and the risk warning', async () => {
    Object.assign(site.cockpit?.state ?? {}, { singletons: { Settings: { note: null } } });
    const fault: unknown = await loadWhole(site.source).catch((thrown: unknown) => thrown);
    const paths = (fault as ContentInvalid).faults.map(({ path }) => path);
    expect(paths).toEqual(
      ['copyright', 'tagline', 'riskTitle', 'riskText', 'contact'].map((name) => `Settings/en ${name}`),
    );
  });
});
