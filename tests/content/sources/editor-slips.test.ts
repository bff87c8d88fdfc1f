import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { wordsOf } from '../../../src/content/check-content.ts';
import { ContentUnavailable } from '../../../src/content/content-source.ts';
import { languagesOf, settingsIn } from '../../../src/content/localise.ts';
import { withPictures } from '../../../src/content/pictures/with-pictures.ts';
import { mergeContent } from '../../../src/content/pull/merge-content.ts';
import type { Entry } from '../../support/cockpit/fake-cockpit.ts';
import type { MadeSite } from '../../support/cockpit/made-site.ts';
import { startMadeV1, startMadeV2 } from '../../support/cockpit/made-site.ts';
import { mergedOf } from '../made-content.ts';

/** Tests that a slip of an editor stays on the page, popup, event or setting where it was made. */

let site: MadeSite;
const store = { has: () => Promise.resolve(false), put: () => Promise.resolve() };

describe.each([
  ['cockpit v1', startMadeV1],
  ['cockpit v2', startMadeV2],
] as const)('on %s', (name, start) => {
  beforeEach(async () => {
    site = await start();
  });
  afterEach(() => site.close());

  const state = () => site.cockpit!.state;
  const edit = (id: string, fields: Entry) =>
    Object.assign(state().collections['pages']?.find(({ _id }) => _id === id) ?? {}, fields);
  const translated = (field: string, locale: string) =>
    field.endsWith('_slug') && name === 'cockpit v1'
      ? `${field.slice(0, -'_slug'.length)}_${locale}_slug`
      : `${field}_${locale}`;
  const unpublished = name === 'cockpit v1' ? { published: false } : { _state: 0 };

  /** What the site shows after an edit of what it showed before. */
  async function afterwards(change: () => unknown) {
    const before = await mergedOf(site.source);
    await change();
    const merged = mergeContent(await site.source.load(), before.kept, 1);
    if (!merged.ok) throw new Error(JSON.stringify(merged.faults));
    return { before, ...merged, words: merged.refused.flatMap(({ faults }) => faults.map(wordsOf)) };
  }

  it('a page goes offline although a button names it, and takes only the button with it', async () => {
    const { content, refused, warnings } = await afterwards(() => edit('b2', unpublished));
    expect(content.pages.map(({ slug }) => slug)).toEqual(['home', 'hostile', 'terms-conditions']);
    expect(refused).toEqual([]);
    expect(JSON.stringify(content.pages)).not.toContain('call-to-action');
    expect(warnings.map(({ path, text }) => [path, text])).toEqual([
      // It was a draft before too.
      ...['b2', 'b5'].map((id) => [
        'pages/home',
        `a link to the page ${id} is left out, because that is not published`,
      ]),
      ['pages/home/en blocks[3]', 'the block call-to-action is left out, because nothing is left of it'],
    ]);
  });

  it('a button with the address of that page is left out too, and other addresses stay', async () => {
    const addresses = ['/about', '/login', '/platform/BTCUSD', 'https://example.com', '/files/terms.pdf', '#top'];
    const components = addresses.map((href) => {
      return { component: 'call-to-action', settings: { title: href, actions: [{ label: 'Read', href }] } };
    });
    edit('b6', { components });
    const { content, warnings } = await afterwards(() => edit('b2', unpublished));
    const left = content.pages
      .find(({ slug }) => slug === 'hostile')
      ?.texts.en.blocks.map((block) => 'title' in block && block.title);
    expect(left?.filter(Boolean)).toEqual(addresses.slice(1));
    expect(warnings.map(({ address }) => address)).toContain('/about');
  });

  it('a deleted page is like an unpublished one, also if the CMS says that the link is broken', async () => {
    const { content, refused } = await afterwards(async () => {
      await site.remove('about');
      const broken = [{ label: 'Gone', page: false }];
      const components = [{ component: 'call-to-action', settings: { title: 'Read', actions: broken } }];
      edit('b6', { components });
    });
    expect([content.pages.length, refused]).toEqual([3, []]);
  });

  it.each([
    [
      { title_slug: 'Bad Slug!' },
      'slug: must be small letters, digits, hyphens, in up to four parts with a slash between them, but it holds "Bad Slug!"',
    ],
    [
      { title_slug: 'login' },
      'slug: must be another name, such as about-login, because /login belongs to the application, but it holds "login"',
    ],
    [{ title: ['About'] }, 'title: must be a text, but it holds a list'],
    [{ title: null }, 'title: must be a text, but it is empty'],
    [{ content: 5 }, 'content: must be a text, but it holds a number'],
    [{ components: '<p>' }, 'components: must be a layout, but it holds a text'],
    [{ components: ['<p>'] }, 'components: must be a layout, but it holds a list'],
    [{ gallery: 'a.png' }, 'gallery: must be a gallery, but it holds a text'],
    [{ faq: { question: 'Q' } }, 'faq: must be a repeater, but it holds a group of fields'],
    [{ seo: 'none' }, 'seo: must be a group of fields, but it holds a text'],
  ])('%o refuses that page in words that an editor understands', async (fields, words) => {
    const { before, content, ...merged } = await afterwards(() => {
      edit('b2', fields);
      edit('b3', { seo_title: 'Edited' });
    });
    expect(merged.words).toEqual([words]);
    expect(merged.refused).toMatchObject([{ key: 'pages/b2', isShown: true }]);
    const [about, home, , terms] = before.content.pages;
    expect(content.pages.slice(0, 2)).toEqual([about, home]);
    expect(content.pages[3]).toEqual({
      ...terms,
      texts: { ...terms?.texts, en: { ...terms?.texts.en, seoTitle: 'Edited' } },
    });
  });

  it('a wrong type in another language names that language', async () => {
    const { refused } = await afterwards(() => edit('b2', { [translated('content', 'de')]: 5 }));
    expect(refused.flatMap(({ faults }) => faults.map(({ path }) => path))).toEqual(['pages/about/de content']);
  });

  it('a setting, a popup and an event are refused alone', async () => {
    const settings = state().singletons['Settings'] ?? {};
    const { before, content, words } = await afterwards(() => {
      Object.assign(settings, { tagline: 5, risk_title: 'New risk' });
      const popups = settings['popups'] as Entry[];
      const [popup = {}] = popups.map((row) => (row['value'] ?? row) as Entry);
      Object.assign(popup, { content: 5 });
      popups.push({ id: 'second', title: 'Second', content: '<p>Two</p>' });
      Object.assign(state().collections['calendar']?.[0] ?? {}, { country: 'Europe' });
    });
    expect(words).toEqual([
      'tagline: must be a text, but it holds a number',
      'popups 1, html: must be a text, but it holds a number',
      expect.stringMatching(/^1, country: must be two capital letters/),
    ]);
    const [old, now] = [before.content.settings.texts.en, content.settings.texts.en];
    expect(now).toMatchObject({ tagline: old.tagline, riskTitle: 'New risk' });
    expect(now.popups).toEqual([...old.popups, { id: 'second', title: 'Second', html: '<p>Two</p>' }]);
    expect(content.calendar).toEqual(before.content.calendar);
  });

  it('an English popup shows in a language whose list is empty', async () => {
    const { content } = await afterwards(() =>
      Object.assign(state().singletons['Settings'] ?? {}, { popups_it: [], popups_es: [] }),
    );
    expect(settingsIn(content.settings, 'it').popups).toEqual(content.settings.texts.en.popups);
  });

  it.each(['content', 'components'])(
    'a page whose text is Italian in %s, but its title English, is in Italian',
    async (field) => {
      const text = field === 'content' ? '<p>Ciao.</p>' : [{ component: 'text', settings: { text: '<p>Ciao.</p>' } }];
      const { content } = await afterwards(() => edit('b3', { components: null, [translated(field, 'it')]: text }));
      expect(languagesOf(content.pages.find(({ slug }) => slug === 'terms-conditions')!)).toContain('it');
    },
  );

  it('a deleted picture is left out and reported with its page; a preview shows the rest', async () => {
    state().files = {};
    const source = withPictures(site.source, { store });
    const { content, refused, warnings } = await mergedOf(source);
    expect(refused).toEqual([]);
    expect(JSON.stringify(content)).not.toContain(site.picture);
    const gone = warnings.filter(({ kind }) => kind === 'picture').map(({ path, address }) => [path, address]);
    expect(gone.sort()).toEqual([
      ['pages/about', site.picture],
      ['pages/home', site.picture],
    ]);
    expect((await source.loadDraft('about'))?.shareImage).toBeUndefined();
  });

  it('a picture that cannot be loaded for a moment stays if it is known, and else refuses its page', async () => {
    const png = sharp({ create: { width: 60, height: 30, channels: 3, background: '#0a0f13' } }).png();
    state().files[site.picture] = await png.toBuffer();
    let isAway = false;
    const kept = new Map<string, Uint8Array>();
    const stored = {
      has: (path: string) => Promise.resolve(kept.has(path)),
      put: (path: string, bytes: Uint8Array) => Promise.resolve(void kept.set(path, bytes)),
    };
    const patchy = {
      ...site.source,
      loadPicture: ((src, options) => {
        if (!isAway) return site.source.loadPicture(src, options);
        return Promise.reject(new ContentUnavailable(`${src} answered 500`));
      }) as typeof site.source.loadPicture,
    };
    const source = withPictures(patchy, { store: stored });
    const before = await mergedOf(source);
    isAway = true;
    expect((await mergedOf(source)).content).toEqual(before.content);
    const restarted = mergeContent(await withPictures(patchy, { store: stored }).load(), before.kept, 1);
    expect(restarted.ok && restarted.content).toEqual(before.content);
    expect(restarted.ok && restarted.refused.map(({ path }) => path).sort()).toEqual(['pages/about', 'pages/home']);
  });
});
