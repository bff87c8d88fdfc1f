import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultLocale, locales } from '../../../src/brand.ts';
import type { SiteContent } from '../../../src/content/model/site-content.ts';
import { loadWhole } from '../../../src/content/pull/merge-content.ts';
import { createCockpitClient } from '../../../src/content/sources/cockpit-http.ts';
import { createCockpitV2Source } from '../../../src/content/sources/cockpit-v2-source.ts';
import { createLocalSource } from '../../../src/content/sources/local-source.ts';
import { canonicalText } from '../../../src/content/texts/canonical-text.ts';
import { namedPictures, renamePictures } from '../../../src/server/cms/push-content.ts';
import { pushContentV2 } from '../../../src/server/cms/push-content-v2.ts';
import { contentOf, pageOf, sourceOf } from '../../content/made-content.ts';
import type { Entry, FakeCockpit } from '../../support/cockpit/fake-cockpit.ts';
import { fakeToken } from '../../support/cockpit/fake-cockpit-v1.ts';
import { startFakeCockpitV2 } from '../../support/cockpit/fake-cockpit-v2.ts';

const src = 'images/office front.png';
const bytes = new Uint8Array([1, 2, 3]);
let cockpit: FakeCockpit;

const push = (source: Parameters<typeof pushContentV2>[0]['source']) => {
  const client = createCockpitClient({ url: cockpit.url, token: fakeToken }, 'api-key');
  return pushContentV2({ client, basePath: '', source });
};
const load = () => loadWhole(createCockpitV2Source({ url: cockpit.url, token: fakeToken }));

beforeEach(async () => {
  cockpit = await startFakeCockpitV2();
});
afterEach(() => cockpit.close());

/** A translation that is the same as the English text arrives as none, because the CMS does not distinguish them. */
function withoutSame({ pages, settings, ...lists }: SiteContent): SiteContent {
  const differing = (texts: Readonly<Record<string, object | undefined>>) => {
    const whole = texts[defaultLocale] as Entry;
    return Object.fromEntries(
      locales.flatMap((locale) => {
        const own = Object.entries(texts[locale] ?? {}).filter(
          ([name, value]) => locale === defaultLocale || canonicalText(value) !== canonicalText(whole[name]),
        );
        return own.length > 0 ? [[locale, Object.fromEntries(own)]] : [];
      }),
    );
  };
  return {
    ...lists,
    pages: pages.map((page) => ({ ...page, texts: differing(page.texts) as unknown as typeof page.texts })),
    settings: { ...settings, texts: differing(settings.texts) as unknown as typeof settings.texts },
    calendar: lists.calendar.map((event) => {
      const own = Object.entries(event.titles).filter(
        ([locale, title]) => locale === 'en' || title !== event.titles.en,
      );
      return { ...event, titles: Object.fromEntries(own) as unknown as typeof event.titles };
    }),
  };
}

function withOldPictures(content: SiteContent, before: SiteContent): SiteContent {
  const [old, moved] = [namedPictures(before), namedPictures(content)];
  return renamePictures(content, new Map(moved.map((one, index) => [one, old[index] ?? ''])));
}

/** The CMS knows the size of a picture, which files do not say. */
const withoutSizes = (content: SiteContent) =>
  JSON.parse(JSON.stringify(content).replaceAll(',"width":640,"height":320', '')) as SiteContent;

const full = [
  pageOf(
    'about',
    [
      { kind: 'hero', title: 'About', actions: [{ label: 'Log in', href: '/login' }], figure: 'none' },
      { kind: 'image', image: { src, alt: 'Our office' }, isWide: true },
      { kind: 'rich-text', html: `<p>We <strong>build</strong>.</p><p><img src="${src}" alt="" /></p>` },
      { kind: 'image', image: { src, alt: '' }, isWide: false },
      { kind: 'faq', items: [{ question: 'Why?', html: '<p>So.</p>' }] },
      {
        kind: 'feature-grid',
        items: [{ icon: 'shield', title: 'Safe', text: 'It is.', href: { label: 'Read', href: '/about' } }],
      },
      { kind: 'market-strip', symbols: ['BTCUSD', 'EURUSD'] },
      { kind: 'account-levels', levels: [{ name: 'One' }], rows: [{ label: 'Answer', values: ['1 day'] }] },
      { kind: 'policy-text', html: '<h2>Rules</h2>', updated: '2026-11-01' },
      { kind: 'cross-rates' },
    ],
    { slugs: { de: 'ueber-uns' }, isHidden: true, shareImage: { src, alt: 'Office' } },
  ),
  pageOf('home', [{ kind: 'hero', title: 'Home', actions: [], figure: 'markets' }]),
];

describe('writing the content into an empty Cockpit v2', () => {
  it('stores the embedded content, which is the same when it is read back', async () => {
    const source = createLocalSource('src/content');
    const before = await loadWhole(source);
    expect((await push(source)).text).toMatch(/^Written: \d+ pages, \d+ events/);
    expect(withoutSizes(withOldPictures(await load(), before))).toEqual(withoutSame(before));
  });

  it('keeps every kind of block and the pictures, each with its own text', async () => {
    expect(await push(sourceOf(full, { [src]: bytes }))).toMatchObject({ ok: true });
    const content = await load();
    const before = contentOf(full);
    expect(withoutSizes(withOldPictures(content, before))).toEqual(before);
    const [moved = ''] = namedPictures(content);
    expect(cockpit.state.files[moved]).toEqual(bytes);
  });

  it('creates its models and languages before it writes', async () => {
    await push(sourceOf(full, { [src]: bytes }));
    expect(Object.keys(cockpit.state.models)).toEqual(expect.arrayContaining(['pages', 'calendar', 'Settings']));
    expect(cockpit.state.locales).toEqual(locales.filter((locale) => locale !== defaultLocale));
  });

  it.each([
    ['a page', { collections: { pages: [{ _id: 'b1', title: 'A' }] } }, /already has content in pages/],
    ['settings', { singletons: { Settings: { tagline: 'x' } } }, /already has content in Settings/],
  ])('refuses one that holds %s, and writes nothing', async (_what, state, expected) => {
    Object.assign(cockpit.state, state);
    const before = structuredClone(cockpit.state);
    const { ok, text } = await push(sourceOf(full, { [src]: bytes }));
    expect([ok, text]).toEqual([false, expect.stringMatching(expected)]);
    expect(cockpit.state).toEqual(before);
  });

  it('fills one that has content of its own, which the site does not read', async () => {
    cockpit.state.collections['authors'] = [{ _id: 'a' }];
    expect(await push(sourceOf(full, { [src]: bytes }))).toMatchObject({ ok: true });
  });

  it('says what to do if the CMS cannot take models, before it writes', async () => {
    cockpit.breakWith({ status: 404, body: '' });
    const { ok, text } = await push(sourceOf(full, { [src]: bytes }));
    expect([ok, text]).toEqual([false, expect.stringContaining('docs/cockpit/fill.php')]);
    expect(cockpit.calls).toHaveLength(1);
  });

  it('fails if the CMS has a model of its own that lacks a field, and names it', async () => {
    const fields = [{ name: 'title', type: 'text', i18n: true }];
    Object.assign(cockpit.state, { models: { pages: { name: 'pages', type: 'collection', fields } } });
    await expect(push(sourceOf(full, { [src]: bytes }))).rejects.toThrow(
      /\/api\/content\/item\/pages did not save .*title_slug/,
    );
  });
});

describe('a component that an editor chose in Cockpit v2', () => {
  const blocksOf = async (components: Entry[]) => {
    await push(sourceOf(full, { [src]: bytes }));
    const home = cockpit.state.collections['pages']?.find((entry) => entry['title_slug'] === 'home');
    Object.assign(home ?? {}, { components });
    return (await load()).pages.find(({ slug }) => slug === 'home')?.texts.en.blocks;
  };
  const hero = { component: 'hero', hero_block: { title: 'Home', text: null, actions: [], figure: 'none' } };

  it('has the fields of its kind, whatever other kinds it had before', async () => {
    const html = { title: '', html: '<p>A</p>' };
    expect(await blocksOf([hero, { component: 'rich-text', faq_block: { items: [] }, rich_text_block: html }])).toEqual(
      [
        { kind: 'hero', title: 'Home', actions: [], figure: 'none' },
        { kind: 'rich-text', html: '<p>A</p>' },
      ],
    );
  });

  it.each([[null], [[]]])('needs no fields if its kind needs none: %j', async (empty) => {
    const [, rates] = (await blocksOf([hero, { component: 'cross-rates', cross_rates_block: empty }])) ?? [];
    expect(rates).toEqual({ kind: 'cross-rates' });
  });

  it('needs no button where none was written, as its form saves it', async () => {
    const empty = { label: null, href: null, page: null };
    const items = [0, 1].map(() => ({ icon: 'lock', title: 'A', text: 'B', href: empty }));
    const [, row] = (await blocksOf([hero, { component: 'trust-row', trust_row_block: { items } }])) ?? [];
    const item = { icon: 'lock', title: 'A', text: 'B' };
    expect(row).toEqual({ kind: 'trust-row', items: [item, item] });
  });

  it('has a picture with the text beside it, and without the name of its file', async () => {
    const asset = { _id: 'a1', path: '/a.png', mime: 'image/png', altText: 'A1 office.png', description: '' };
    const image = (text: string | null) => ({ component: 'image', image_block: { image: asset, image_alt: text } });
    const [, first, second] = (await blocksOf([hero, image('Our office'), image(null)])) ?? [];
    const of = (alt: string) => ({ kind: 'image', image: { src: '/storage/uploads/a.png', alt }, isWide: false });
    expect([first, second]).toEqual([of('Our office'), of('')]);
  });
});
