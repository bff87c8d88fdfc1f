import { describe, expect, it } from 'vitest';
import { block } from '../../../src/content/model/blocks.ts';
import { blocksOf } from '../../../src/content/sources/cockpit-blocks.ts';
import type { Fields } from '../../../src/content/sources/cockpit-values.ts';

/** What editors enter for the blocks for marketing, as both versions of Cockpit answer it. */

const values = { origin: 'https://cms.test', basePath: '' };
const nothing = { content: '', sections: [], faq: [], hero: null, gallery: null };
const row = (value: Fields) => ({ field: { name: 'item', type: 'set' }, value });

/** Version 1 wraps the rows of a repeater and has an empty set as an empty list; version 2 does neither. */
const versions = {
  'cockpit v1': {
    component: (component: string, settings: Fields) => ({ component, settings: { id: '', class: '', ...settings } }),
    rows: (items: Fields[]): unknown[] => items.map(row),
    empty: [] as unknown,
    picture: { path: '/storage/uploads/a.png', meta: { title: 'Poster', width: 640, height: 360 } } as Fields,
  },
  'cockpit v2': {
    component: (component: string, data: Fields) => ({ component, label: component, data }),
    rows: (items: Fields[]): unknown[] => items,
    empty: null as unknown,
    picture: { _id: 'a', path: '/a.png', mime: 'image/png', altText: 'Poster', width: 640, height: 360 } as Fields,
  },
};

describe.each(Object.entries(versions))('from %s', (_name, { component, rows, empty, picture }) => {
  const read = (kind: string, fields: Fields) => {
    const [one, ...others] = blocksOf({ ...nothing, components: [component(kind, fields)] }, values);
    expect(others).toEqual([]);
    expect(one && block.safeParse(one).error).toBeUndefined();
    return one;
  };

  it('a video has its poster, or none', () => {
    const address = 'https://youtu.be/PHe0bXAIuk0';
    const poster = { src: '/storage/uploads/a.png', alt: 'Poster', width: 640, height: 360 };
    expect(read('video', { title: 'How', text: '', address, poster: picture })).toEqual({
      ...{ kind: 'video', title: 'How', address, poster },
    });
    for (const none of [null, false, [], {}, { path: '' }])
      expect(read('video', { title: 'How', text: null, address, poster: none })).toEqual({
        ...{ kind: 'video', title: 'How', address },
      });
  });

  it('cells of a table are lines, which may be equal or empty', () => {
    const columns = rows([
      { title: 'Asset', isNumber: false },
      { title: 'Low', isNumber: true },
      { title: 'High', isNumber: null },
    ]);
    const cells = [{ cells: 'Euro\r\n1\r\n1' }, { cells: 'Gold\n\n2\n' }, { cells: ['Oil', '3'] }];
    expect(read('table', { title: '', caption: 'Today', columns, rows: rows(cells) })).toEqual({
      kind: 'table',
      caption: 'Today',
      columns: [{ title: 'Asset', isNumber: false }, { title: 'Low', isNumber: true }, { title: 'High' }],
      rows: [{ cells: ['Euro', '1', '1'] }, { cells: ['Gold', '', '2'] }, { cells: ['Oil', '3'] }],
    });
  });

  it('a callout without a text is none, and without a tone a note', () => {
    expect(read('callout', { tone: '', title: '', html: '<p>A</p><script>x</script>' })).toEqual({
      ...{ kind: 'callout', tone: 'note', html: '<p>A</p>' },
    });
    expect(blocksOf({ ...nothing, components: [component('callout', { tone: 'risk', html: '' })] }, values)).toEqual(
      [],
    );
  });

  it('a level has a button, or none', () => {
    const levels = rows([
      { name: 'One', from: '€250', text: '', isPopular: true, href: { label: 'Open', href: '/register', page: null } },
      { name: 'Two', from: null, isPopular: null, href: empty },
      { name: 'Three', href: { label: '', href: '', page: null } },
    ]);
    const compared = [
      { label: 'Phone', values: 'no\nyes\nyes' },
      { label: 'Mail', values: ['✓', '✓', '✓'] },
    ];
    expect(read('account-levels', { levels, rows: rows(compared) })).toEqual({
      kind: 'account-levels',
      levels: [
        { name: 'One', from: '€250', isPopular: true, href: { label: 'Open', href: '/register' } },
        { name: 'Two' },
        { name: 'Three' },
      ],
      rows: [
        { label: 'Phone', values: ['no', 'yes', 'yes'] },
        { label: 'Mail', values: ['✓', '✓', '✓'] },
      ],
    });
  });

  it('a banner has what was entered, and is plain by default', () => {
    const href = { label: 'Read', href: 'https://cms.test/about', page: null };
    const fields = { countries: ['DE', 'AT'], exceptCountries: [], languages: null, from: '2026-12-01', until: '' };
    expect(read('campaign-banner', { text: 'Winter', href, tone: null, isDismissible: true, ...fields })).toEqual({
      ...{ kind: 'campaign-banner', text: 'Winter', href: { label: 'Read', href: '/about' }, tone: 'plain' },
      ...{ isDismissible: true, countries: ['DE', 'AT'], exceptCountries: [], from: '2026-12-01' },
    });
  });
});
