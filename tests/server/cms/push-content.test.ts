import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ContentUnavailable } from '../../../src/content/content-source.ts';
import type { Block } from '../../../src/content/model/blocks.ts';
import type { SiteContent } from '../../../src/content/model/site-content.ts';
import { createCockpitClient } from '../../../src/content/sources/cockpit-http.ts';
import { createCockpitV1Source } from '../../../src/content/sources/cockpit-v1-source.ts';
import { createLocalSource } from '../../../src/content/sources/local-source.ts';
import { loadWhole } from '../../../src/content/pull/merge-content.ts';
import { namedPictures, renamePictures } from '../../../src/server/cms/push-content.ts';
import { pushContent } from '../../../src/server/cms/push-content.ts';
import { contentOf, pageOf, sourceOf } from '../../content/made-content.ts';
import type { FakeCockpit } from '../../support/cockpit/fake-cockpit.ts';
import { fakeToken, startFakeCockpitV1 } from '../../support/cockpit/fake-cockpit-v1.ts';

const options = (url: string) => ({ url, token: fakeToken });
const src = 'images/office front.png';
const bytes = new Uint8Array([1, 2, 3]);

const german: Block[] = [{ kind: 'hero', title: 'Über uns', actions: [], figure: 'none' }];

/** One block of each kind that is stored in a way of its own. */
const full = [
  pageOf(
    'about',
    [
      { kind: 'hero', title: 'About', actions: [{ label: 'Log in', href: '/login' }], figure: 'none' },
      { kind: 'image', image: { src, alt: 'Our office', width: 640, height: 320 }, isWide: true },
      { kind: 'rich-text', html: `<p>We <strong>build</strong>.</p><p><img src="${src}" alt="" /></p>` },
      { kind: 'faq', items: [{ question: 'Why?', html: '<p>So.</p>' }] },
      { kind: 'faq', items: [{ question: 'And?', html: '<p>Then.</p>' }] },
      {
        kind: 'feature-grid',
        items: [{ icon: 'shield', title: 'Safe', text: 'It is.', href: { label: 'Read', href: '/about' } }],
      },
      { kind: 'market-strip', symbols: ['BTCUSD', 'EURUSD'] },
      {
        kind: 'account-levels',
        levels: [{ name: 'One', isPopular: true, href: { label: 'Open', href: '/login' } }, { name: 'Two' }],
        rows: [{ label: 'Answer', values: ['1 day', '1 day'] }],
      },
      { kind: 'video', title: 'How', address: 'https://youtu.be/PHe0bXAIuk0', poster: { src, alt: 'Office' } },
      {
        kind: 'table',
        columns: [{ title: 'Asset' }, { title: 'Low', isNumber: true }, { title: 'High', isNumber: true }],
        rows: [{ cells: ['Euro', '1', '1'] }, { cells: ['Gold', '', '2'] }],
      },
      { kind: 'callout', tone: 'tip', html: '<p>Read.</p>' },
      {
        ...{ kind: 'campaign-banner', text: 'Hello', tone: 'brand', isDismissible: true, countries: ['DE', 'AT'] },
        ...{ href: { label: 'Read', href: '/about' }, languages: ['de'], from: '2026-11-01', until: '2026-12-01' },
      },
      { kind: 'policy-text', html: '<h2>Rules</h2>', updated: '2026-11-01' },
    ],
    {
      slugs: { de: 'ueber-uns' },
      isHidden: true,
      shareImage: { src, alt: '' },
    },
  ),
  pageOf('guides/forex/costs', [], {
    ...{ slugs: { de: 'ratgeber/kosten', it: 'costi' }, publishAt: '2026-12-01T09:00:00Z' },
    unpublishAt: '2026-12-31T23:59:59Z',
  }),
  pageOf('home', [{ kind: 'hero', title: 'Home', actions: [], figure: 'markets' }]),
].map((page) =>
  page.slug === 'about'
    ? { ...page, texts: { ...page.texts, de: { title: 'Über uns', blocks: german }, it: { description: 'Chi siamo' } } }
    : page,
);

let cockpit: FakeCockpit;
const push = (source: Parameters<typeof pushContent>[0]['source']) =>
  pushContent({ client: createCockpitClient(options(cockpit.url), 'Cockpit-Token'), basePath: '', source });
const load = () => loadWhole(createCockpitV1Source(options(cockpit.url)));

beforeEach(async () => {
  cockpit = await startFakeCockpitV1();
});
afterEach(() => cockpit.close());

/** The content that was read back, with the former names of its pictures. */
function withOldPictures(content: SiteContent, before: SiteContent): SiteContent {
  const [old, moved] = [namedPictures(before), namedPictures(content)];
  return renamePictures(content, new Map(moved.map((one, index) => [one, old[index] ?? ''])));
}

describe('writing the content into an empty Cockpit', () => {
  it('stores the embedded content, which is the same when it is read back', async () => {
    const source = createLocalSource('src/content');
    const before = await loadWhole(source);
    expect((await push(source)).text).toMatch(/^Written: \d+ pages, \d+ events/);
    expect(withOldPictures(await load(), before)).toEqual(before);
  });

  it('keeps every kind of block, every language and the pictures, those in texts too', async () => {
    const source = sourceOf(full, { [src]: bytes });
    expect(await push(source)).toMatchObject({ ok: true });
    const content = await load();
    const before = contentOf(full);
    expect(withOldPictures(content, before)).toEqual(before);
    const [moved = ''] = namedPictures(content);
    expect(moved).toMatch(/^\/storage\/uploads\/2026/);
    expect(cockpit.state.files[moved]).toEqual(bytes);
  });

  it('writes no empty list of popups in a language, which would keep the English ones from it', async () => {
    const [en, it] = [{ id: 'a', title: 'A', html: '<p>A</p>' }, []];
    const { parts } = await sourceOf(full).load();
    const popups = [
      { ok: true as const, key: 'settings/en/popups/a', path: 'settings', value: en },
      { ok: true as const, key: 'settings/it/popups', path: 'settings', value: it },
    ];
    const load = () => Promise.resolve({ parts: [...parts, ...popups], warnings: [] });
    await push({ ...sourceOf(full, { [src]: bytes }), load });
    const stored = cockpit.state.singletons['Settings'] ?? {};
    expect(Object.keys(stored).filter((name) => name.startsWith('popups'))).toEqual(['popups']);
  });

  it('keeps redirects', async () => {
    const { load: loadPages, ...source } = sourceOf([pageOf('about', [])]);
    const value = { from: '/old', to: '/about' };
    const redirect = { ok: true as const, key: 'redirects/a', path: 'redirects/a', value };
    const withRedirect = async () => ({ parts: [...(await loadPages()).parts, redirect], warnings: [] });
    expect(await push({ ...source, load: withRedirect })).toMatchObject({ ok: true });
    expect((await load()).redirects).toEqual([value]);
  });

  it('creates the collections with a field for everything', async () => {
    await push(sourceOf([]));
    const created = cockpit.calls.filter(({ call }) => call.endsWith('/createCollection')).map(({ body }) => body);
    expect(created).toMatchObject([{ name: 'pages' }, { name: 'calendar' }, { name: 'redirects' }]);
    expect(Object.keys(cockpit.state.collections)).toEqual(['pages', 'calendar', 'redirects']);
  });

  it.each([
    ['a page', { collections: { pages: [{ _id: 'b1', title: 'A' }] } }, /pages already has entries/],
    ['a draft', { collections: { pages: [{ _id: 'b1', title: 'A', published: false }] } }, /pages already has entries/],
    ['an event', { collections: { pages: [], calendar: [{ _id: 'e' }] } }, /calendar already has entries/],
    ['settings', { singletons: { Settings: { tagline: 'x' } } }, /already has Settings/],
  ])('refuses one that holds %s, and writes nothing', async (_what, state, expected) => {
    Object.assign(cockpit.state, state);
    const before = structuredClone(cockpit.state);
    const { ok, text } = await push(sourceOf(full, { [src]: bytes }));
    expect(ok).toBe(false);
    expect(text).toMatch(expected);
    expect(cockpit.state).toEqual(before);
  });

  it('refuses content with a button that leads nowhere, which would be lost, before it writes', async () => {
    const actions = [{ label: 'Read', href: '/gone' }];
    const { ok, text } = await push(sourceOf([pageOf('about', [{ kind: 'call-to-action', title: 'A', actions }])]));
    expect([ok, text]).toEqual([false, expect.stringContaining('pages/about: ')]);
    expect(text).toContain('/gone');
    expect(cockpit.calls).toEqual([]);
  });

  it('says what to do if the CMS cannot store settings, before it writes', async () => {
    cockpit.breakWith({ status: 404, body: '' });
    const { ok, text } = await push(sourceOf(full, { [src]: bytes }));
    expect(ok).toBe(false);
    expect(text).toContain('docs/cockpit/settings.php');
    expect(cockpit.calls).toHaveLength(1);
  });

  it('rejects if a picture is missing', async () => {
    await expect(push(sourceOf(full))).rejects.toThrow(ContentUnavailable);
  });

  it('refuses content that breaks the model before it asks the CMS for anything', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'no-content-'));
    await expect(push(createLocalSource(folder))).rejects.toThrow();
    expect(cockpit.calls).toEqual([]);
    await rm(folder, { recursive: true });
  });
});
