import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../../src/content/check-content.ts';
import { mergeContent } from '../../../src/content/pull/merge-content.ts';
import { first, home, merge, pull, titled, titlesOf } from './pull-and-merge.ts';

describe('the home page', () => {
  it('stays if it is refused', () => {
    expect(titlesOf(merge(pull({ 'pages/1': null }), first.kept))).toEqual({ home: 'home' });
  });

  const others = { 'pages/2': titled('about', 'Edited'), 'pages/9': titled('news', 'News') };

  it('stays if it is renamed, and its new name is refused; all else is published', () => {
    const merged = merge(pull({ 'pages/1': titled('start', 'Start'), ...others }), first.kept);
    expect(titlesOf(merged)).toEqual({ about: 'Edited', home: 'home', news: 'News' });
    expect(merged.refused).toMatchObject([{ key: 'pages/1', isShown: true }]);
    expect(merged.refused.flatMap(({ faults }) => faults.map(wordsOf))).toEqual([
      'slug: must be home, the name of the home page, but it holds "start"',
    ]);
  });

  it('stays if it is gone, with a warning, until another page is called so', () => {
    const merged = merge(pull(others), first.kept);
    expect(titlesOf(merged)).toEqual({ about: 'Edited', home: 'home', news: 'News' });
    expect([merged.refused, merged.warnings.map(({ kind }) => kind)]).toEqual([[], ['home']]);
    const next = merge(pull({ ...others, 'pages/7': titled('home', 'Another') }), merged.kept);
    expect([titlesOf(next)['home'], next.warnings]).toEqual(['Another', []]);
  });

  it.each([
    ['only pages that nobody knows', { 'pages/9': titled('news', 'News') }],
    ['no page at all', {}],
    ['a home page that never was good', { 'pages/8': null }],
  ])('is missed in a pull with %s, which changes nothing', (_what, parts) => {
    const merged = mergeContent(pull(parts), first.kept, 2);
    expect(merged).toMatchObject({ ok: false });
    expect(!merged.ok && merged.faults.at(-1)).toEqual({ path: 'pages', expected: 'home', found: 'nothing' });
  });
});

describe('a slug that two pages have', () => {
  it('stays with the page that is published under it; the other keeps its former slug', () => {
    const merged = merge(
      pull({ 'pages/1': home, 'pages/2': titled('terms', 'Renamed'), 'pages/3': titled('terms', 'Terms') }),
      first.kept,
    );
    expect(titlesOf(merged)).toEqual({ about: 'About', home: 'home', terms: 'Terms' });
    expect(merged.refused).toMatchObject([
      { key: 'pages/2', isShown: true, faults: [{ expected: 'a slug of its own' }] },
    ]);
  });

  it('goes to the lowest key of new pages', () => {
    const merged = merge(pull({ 'pages/1': home, 'pages/2': titled('a', 'First'), 'pages/3': titled('a', 'Second') }));
    expect(titlesOf(merged)).toEqual({ a: 'First', home: 'home' });
  });

  it('is still that of a refused page, and two pages can change theirs', () => {
    const kept = merge(pull({ 'pages/1': home, 'pages/2': null, 'pages/0': titled('about', 'New') }), first.kept);
    expect(titlesOf(kept)).toEqual({ about: 'About', home: 'home' });
    const swapped = merge(
      pull({ 'pages/1': home, 'pages/2': titled('terms', 'About'), 'pages/3': titled('about', 'Terms') }),
      first.kept,
    );
    expect(titlesOf(swapped)).toEqual({ about: 'Terms', home: 'home', terms: 'About' });
  });

  it('is left to the published page in a language, and the other is shown there under its own', () => {
    const about = titled('about', 'About', { slugs: { de: 'ueber-uns' } });
    const before = merge(pull({ 'pages/1': home, 'pages/2': about }));
    const merged = merge(
      pull({ 'pages/1': home, 'pages/0': titled('us', 'Us', { slugs: { de: 'ueber-uns' } }), 'pages/2': about }),
      before.kept,
    );
    expect(merged.content.pages.map(({ slug, slugs }) => [slug, slugs])).toEqual([
      ['about', { de: 'ueber-uns' }],
      ['home', {}],
      ['us', {}],
    ]);
    expect(merged.warnings).toMatchObject([{ kind: 'address', path: 'pages/0' }]);
  });

  it('is left to the published page too if a new page is called like it', () => {
    const about = titled('about', 'About', { slugs: { de: 'ueber-uns' } });
    const before = merge(pull({ 'pages/1': home, 'pages/2': about }));
    const edit = titled('ueber-uns', 'New');
    const merged = merge(pull({ 'pages/0': edit, 'pages/1': home, 'pages/2': about }), before.kept);
    expect(merged.content.pages.map(({ slug, slugs }) => [slug, slugs])).toEqual([
      ['about', { de: 'ueber-uns' }],
      ['home', {}],
    ]);
    expect(merged.refused).toMatchObject([{ key: 'pages/0', isShown: false }]);
    expect(merged.refused.flatMap(({ faults }) => faults.map(wordsOf))).toEqual([
      "slug: must be a slug of its own, but it is ueber-uns, which is pages/2's in de",
    ]);
    const renamed = merge(
      pull({ 'pages/1': home, 'pages/2': about, 'pages/3': edit }),
      merge(pull({ 'pages/1': home, 'pages/2': about, 'pages/3': titled('terms', 'Terms') })).kept,
    );
    expect(titlesOf(renamed)).toEqual({ about: 'About', home: 'home', terms: 'Terms' });
  });

  it('is settled for thousands of pages with one translated slug, which takes minutes if each is compared with each', () => {
    const pages = Array.from({ length: 6_000 }, (_, index) => {
      const id = String(index).padStart(4, '0');
      return [`pages/${id}`, titled(`page-${id}`, id, { slugs: { de: 'gleich' } })] as const;
    });
    const { content, warnings } = merge(pull({ 'pages/home': home, ...Object.fromEntries(pages) }));
    expect(warnings).toHaveLength(5_999);
    expect(content.pages.filter(({ slugs }) => slugs.de !== undefined).map(({ slug }) => slug)).toEqual(['page-0000']);
  });
});
