import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { wordsOf } from '../../../src/content/check-content.ts';
import { settingsIn } from '../../../src/content/localise.ts';
import { mergeContent } from '../../../src/content/pull/merge-content.ts';
import type { Entry } from '../../support/cockpit/fake-cockpit.ts';
import type { MadeSite } from '../../support/cockpit/made-site.ts';
import { startMadeV1, startMadeV2 } from '../../support/cockpit/made-site.ts';
import { mergedOf } from '../made-content.ts';

/** Tests that a value of the wrong type, or one that cannot be read at all, is refused alone and never left out. */

let site: MadeSite;

/** So deep that no recursion can read it. */
function nested(): unknown {
  let value: unknown = [];
  for (let depth = 0; depth < 20_000; depth++) value = [value];
  return value;
}

const one = (component: string, settings: unknown) => ({ components: [{ component, settings }] });

describe.each([
  ['cockpit v1', startMadeV1],
  ['cockpit v2', startMadeV2],
] as const)('on %s', (name, start) => {
  beforeEach(async () => {
    site = await start();
  });
  afterEach(() => site.close());

  const edit = (id: string, fields: Entry) =>
    Object.assign(site.cockpit?.state.collections['pages']?.find(({ _id }) => _id === id) ?? {}, fields);
  const settings = () => site.cockpit?.state.singletons['Settings'] ?? {};

  async function afterwards(change: () => unknown) {
    const before = await mergedOf(site.source);
    change();
    const merged = mergeContent(await site.source.load(), before.kept, 1);
    if (!merged.ok) throw new Error(JSON.stringify(merged.faults));
    return { before, ...merged };
  }

  // The stand-in of version 2 cannot answer what is nested so deeply.
  const isDeep = name === 'cockpit v1';

  const deep: [string, () => Entry][] = [
    ['settings nested too deeply', () => one('steps', { items: nested() })],
    ['a text nested too deeply', () => ({ title: nested() })],
  ];
  it.each<[string, () => Entry]>([
    ['a component whose name is no text', () => ({ components: [{ component: { toString: 1 } }] })],
    ...(isDeep ? deep : []),
  ])('a page with %s is refused alone', async (_what, fields) => {
    const { before, content, refused } = await afterwards(() => {
      edit('b2', fields());
      edit('b3', { seo_title: 'Edited' });
    });
    expect(refused).toMatchObject([{ key: 'pages/b2', isShown: true }]);
    expect(content.pages[0]).toEqual(before.content.pages[0]);
    expect(JSON.stringify(content.pages[3])).toContain('Edited');
  });

  it.each(isDeep ? ['too deeply'] : [])('a setting nested %s is refused alone', async () => {
    const { before, content, refused } = await afterwards(() =>
      Object.assign(settings(), { profiles: nested(), tagline: nested(), risk_title: 'New risk' }),
    );
    expect(refused.map(({ key }) => key).sort()).toEqual(['settings/en/tagline', 'settings/profiles']);
    const { texts, profiles } = before.content.settings;
    expect(content.settings.profiles).toEqual(profiles);
    expect(content.settings.texts.en).toEqual({ ...texts.en, riskTitle: 'New risk' });
  });

  it.each([
    [one('rich-text', { html: 5 }), 'block 1, html: must be a text, but it holds a number'],
    [one('faq', { items: [] }), 'block 1, items: must have at least 1 items, but it has 0'],
    [one('rich-text', { html: '<p>A</p>', colour: 'red' }), 'block 1: has a field colour, which does not exist'],
    [one('market-strip', { symbols: ['?'] }), 'block 1, symbols 1: must be a symbol such as EURUSD, but it holds "?"'],
    [one('text', { text: 5 }), 'block 1, html: must be a text, but it holds a number'],
    [one('heading', { text: 5 }), 'block 1, html: must be a text, but it holds a number'],
    [one('heading', { text: 5, tag: 'h1' }), 'block 1, title: must be a text, but it holds a number'],
    [one('image', { image: 'a.png' }), 'block 1, image: must be a group of fields, but it holds a text'],
    [one('steps', 'x'), 'components 1, settings: must be a group of fields, but it holds a text'],
    [one('gallery', { gallery: 'a.png' }), 'components 1, gallery: must be a gallery, but it holds a text'],
    [
      { components: [{ component: 'section', children: '<p>' }] },
      'components 1, children: must be a layout, but it holds a text',
    ],
    [
      { components: [{ component: 'grid', columns: '<p>' }] },
      'components 1, columns: must be a list, but it holds a text',
    ],
    [
      { components: [{ component: 'grid', columns: [{ children: [one('text', 5).components[0]] }] }] },
      'components 1, column 1, children 1, settings: must be a group of fields, but it holds a number',
    ],
    [{ gallery: [{ x: 1 }] }, 'gallery 1: must be an image, but it holds a group of fields'],
    [{ hero: { x: 1 } }, 'hero: must be an image, but it holds a group of fields'],
    [{ seo: { og_image: 'x' } }, 'seo, og_image: must be an image, but it holds a text'],
  ])('%j refuses its page', async (fields, words) => {
    const { refused } = await afterwards(() => edit('b2', { content: null, sections: null, faq: null, ...fields }));
    expect(refused.map(({ key }) => key)).toEqual(['pages/b2']);
    expect(refused.flatMap(({ faults }) => faults.map(wordsOf))).toContain(words);
  });

  it('a question whose answer is a number refuses its page', async () => {
    const value = { question: 'Q', answer: 5 };
    const { refused } = await afterwards(() =>
      edit('b3', { faq: [value], sections: [{ field: { name: 'faq' }, value }] }),
    );
    expect(refused.flatMap(({ faults }) => faults.map(wordsOf)).at(-1)).toMatch(
      /item \d, html: must be a text, but it holds a number/,
    );
  });

  it.each([
    ['place', { place: 'Berlin' }, 'settings/place'],
    ['place', { place: { latitude: 5 } }, 'settings/place'],
    ['contact', { contact: { company: 'Example Capital', address: 5 } }, 'settings/en/contact'],
  ])('a wrong %s keeps its last good version: %j', async (_what, fields, key) => {
    Object.assign(settings(), { place: { latitude: 52.5, longitude: '13.4' } });
    const { before, content, refused } = await afterwards(() => Object.assign(settings(), fields));
    expect(refused.map((part) => part.key)).toEqual([key]);
    expect(content.settings).toEqual(before.content.settings);
    expect(content.settings.place).toEqual({ latitude: 52.5, longitude: 13.4 });
  });

  it('a popup without its id stays as it was, and the others change', async () => {
    const popups = () => (settings()['popups'] as Entry[]).map((row) => (row['value'] ?? row) as Entry);
    const { before, content, refused } = await afterwards(() => Object.assign(popups()[0] ?? {}, { id: '' }));
    expect(refused).toMatchObject([{ key: 'settings/en/popups', isShown: true }]);
    expect(content.settings.texts.en.popups).toEqual(before.content.settings.texts.en.popups);
  });

  it('a language whose only popup is broken or empty shows the English ones', async () => {
    const [wrong, empty] = [
      { id: 'risk', title: 'Rischio', content: 5 },
      { id: 'x', title: 'X', content: '' },
    ];
    const { content } = await afterwards(() =>
      Object.assign(settings(), { popups_it: [{ field: {}, value: wrong }], popups_es: [{ field: {}, value: empty }] }),
    );
    for (const locale of ['it', 'es'] as const)
      expect(settingsIn(content.settings, locale).popups).toEqual(content.settings.texts.en.popups);
  });
});
