import { describe, expect, it } from 'vitest';
import type { PulledPart } from '../../../src/content/content-source.ts';
import type { Block } from '../../../src/content/model/blocks.ts';
import type { MergedContent } from '../../../src/content/pull/merge-content.ts';
import { mergeContent } from '../../../src/content/pull/merge-content.ts';
import { pageLink } from '../../../src/content/pull/page-links.ts';
import { contentOf, pageOf, pulledOf } from '../made-content.ts';
import { fault, first, home, merge, pull, titled, titlesOf } from './pull-and-merge.ts';

describe('a refused page', () => {
  it('keeps its last good version under its former slug, while everything else goes live', () => {
    const parts = { 'pages/1': home, 'pages/2': null, 'pages/3': titled('terms', 'Terms, edited') };
    const merged = merge(pull(parts), first.kept, 2);
    expect(titlesOf(merged)).toEqual({ about: 'About', home: 'home', terms: 'Terms, edited' });
    expect(merged.refused).toEqual([{ key: 'pages/2', path: 'pages/2', faults: [fault], isShown: true, since: 2 }]);
    const later = merge(pull({ ...parts, 'pages/3': null }), merged.kept, 3);
    expect(titlesOf(later)).toEqual(titlesOf(merged));
    expect(later.refused.map(({ since }) => since)).toEqual([2, 3]);
  });

  it('stays unpublished if it is new, and is published when it is mended', () => {
    const merged = merge(pull({ 'pages/1': home, 'pages/9': null }), first.kept);
    expect(merged.refused).toMatchObject([{ key: 'pages/9', isShown: false }]);
    expect(titlesOf(merged)).toEqual({ home: 'home' });
    const mended = merge(pull({ 'pages/1': home, 'pages/9': titled('news', 'News') }), merged.kept);
    expect(titlesOf(mended)).toEqual({ home: 'home', news: 'News' });
    expect([mended.refused, mended.kept.refusedSince]).toEqual([[], {}]);
  });

  it('goes at once if it is unpublished, although others are refused', () => {
    const merged = merge(
      pull({ 'pages/1': home, 'pages/3': null }),
      merge(pull({ 'pages/1': home, 'pages/2': null, 'pages/3': null }), first.kept).kept,
    );
    expect(titlesOf(merged)).toEqual({ home: 'home', terms: 'Terms' });
  });
});

describe('a published page', () => {
  const parts = { 'pages/1': home, 'pages/2': titled('about', 'About'), 'pages/3': titled('terms', 'Terms') };

  it('is live since its present version was published, whatever others do', () => {
    expect(first.live.map(({ key, since }) => [key, since])).toEqual(Object.keys(parts).map((key) => [key, 1]));
    const { 'pages/3': _terms, ...left } = parts;
    const merged = merge(pull({ ...left, 'pages/2': titled('about', 'About us') }), first.kept, 5);
    expect(merged.changes).toEqual({ published: 1, removed: 1 });
    expect(merged.live).toEqual([
      { key: 'pages/1', slug: 'home', since: 1 },
      { key: 'pages/2', slug: 'about', since: 5 },
    ]);
    const refused = merge(pull({ ...left, 'pages/2': null }), merged.kept, 7);
    expect(refused.live).toEqual(merged.live);
  });

  it('has no known instant if an older release published it', () => {
    const { liveSince: _unknown, ...older } = first.kept;
    expect(merge(pull(parts), older, 9).live.map(({ since }) => since)).toEqual([null, null, null]);
  });
});

describe('a link to a page', () => {
  const actions = (...ids: string[]) => ids.map((id) => ({ label: id, href: pageLink(id) }));
  const blocks: Block[] = [
    { kind: 'hero', title: 'H', actions: actions('2', '3'), figure: 'none' },
    { kind: 'call-to-action', title: 'C', actions: actions('3') },
  ];
  const linking = pageOf('links', blocks);
  const parts = {
    'pages/1': home,
    'pages/2': titled('about', 'About'),
    'pages/3': titled('terms', 'Terms'),
    'pages/4': linking,
  };
  const blocksOf = ({ content }: MergedContent) => content.pages.find(({ slug }) => slug === 'links')?.texts.en.blocks;

  it('leads to its address; it and a block that it leaves empty go with the page, and come back with it', () => {
    const before = merge(pull(parts));
    expect(JSON.stringify(blocksOf(before))).toContain('"/terms"');
    const { 'pages/3': terms, ...others } = parts;
    const without = merge(pull(others), before.kept);
    expect(blocksOf(without)).toEqual([
      { kind: 'hero', title: 'H', actions: [{ label: '2', href: '/about' }], figure: 'none' },
    ]);
    expect(without.refused).toEqual([]);
    expect(without.warnings.map(({ kind, path }) => [kind, path])).toEqual([
      ['link', 'pages/4'],
      ['block', 'pages/4/en blocks[1]'],
    ]);
    expect(blocksOf(merge(pull({ ...others, 'pages/3': terms }), without.kept))).toEqual(blocksOf(before));
  });

  it('leads to the address under which a refused page is still published, also from a refused page', () => {
    const before = merge(pull(parts));
    expect(blocksOf(merge(pull({ ...parts, 'pages/3': null }), before.kept))).toEqual(blocksOf(before));
    const { 'pages/3': _terms, ...others } = parts;
    const refused = merge(pull({ ...others, 'pages/4': null }), before.kept);
    expect(JSON.stringify(blocksOf(refused))).not.toContain('terms');
  });

  it('of a text, a popup or a profile is reported too if it leads nowhere', () => {
    const html = '<p><a href="/about#us">us</a>, <a href="/gone?a=1&amp;b=2">gone</a></p>';
    const merged = merge(
      pull({
        'pages/1': home,
        'pages/2': pageOf('about', [{ kind: 'rich-text', html }]),
        'settings/profiles': [{ label: 'Blog', href: '/blog' }],
        'settings/en/popups/a': { id: 'a', title: 'A', html: '<p><a href="/terms">terms</a></p>' },
      }),
    );
    expect(merged.warnings.map(({ path, address }) => [path, address])).toEqual([
      ['pages/2', '/gone?a=1&b=2'],
      ['settings', '/terms'],
      ['settings', '/blog'],
    ]);
    expect(merged.content.settings.profiles).toEqual([]);
  });

  it('is only the target of a link: a text that looks like one stays', () => {
    const text = '/@page/9 is no link';
    const merged = merge(pull({ 'pages/1': home, 'pages/2': titled('about', text), 'settings/en/tagline': text }));
    expect([titlesOf(merged)['about'], merged.content.settings.texts.en.tagline]).toEqual([text, text]);
    expect(merged.warnings).toEqual([]);
  });
});

describe('settings, popups and events', () => {
  const popup = (id: string, html = `<p>${id}</p>`) => ({ id, title: id, html });
  const event = (id: string) => ({ id, country: 'EU', importance: 1, titles: { en: id }, at: { dates: [] } });
  const parts = {
    'pages/1': home,
    'settings/en/tagline': 'A broker.',
    'settings/en/popups': [],
    'settings/en/popups/a': popup('a'),
    'settings/en/popups/b': popup('b'),
    'calendar/x': event('x'),
    'calendar/y': event('y'),
  };
  const before = merge(pull(parts));

  it('are refused one at a time', () => {
    const edited = { ...parts, 'settings/en/tagline': null, 'settings/en/popups/a': null, 'calendar/x': null };
    const merged = merge(pull({ ...edited, 'settings/en/popups/b': popup('b', '<p>new</p>') }), before.kept);
    expect(merged.content.settings.texts.en).toMatchObject({
      tagline: 'A broker.',
      popups: [popup('a'), popup('b', '<p>new</p>')],
    });
    expect(merged.content.calendar.map(({ id }) => id)).toEqual(['x', 'y']);
    expect(merged.refused.map(({ key }) => key)).toEqual(['settings/en/tagline', 'settings/en/popups/a', 'calendar/x']);
  });

  it('go at once, and a whole list that cannot be read stays', () => {
    const { 'settings/en/popups/a': _popup, 'calendar/x': _event, ...others } = parts;
    const without = merge(pull({ ...others, 'pages/7': null }), before.kept);
    expect(without.content.settings.texts.en.popups).toEqual([popup('b')]);
    expect(without.content.calendar.map(({ id }) => id)).toEqual(['y']);
    const unread = merge(pull({ 'pages/1': home, calendar: null, 'settings/en/popups': null }), before.kept);
    expect(unread.content).toEqual(before.content);
    expect(unread.refused.map(({ key, isShown }) => [key, isShown])).toEqual([
      ['calendar', true],
      ['settings/en/popups', true],
    ]);
  });

  it('are known by their whole ids: an event keeps no other whose id begins with its own', () => {
    const events = { 'calendar/us': event('us'), 'calendar/us/cpi': event('us/cpi') };
    const both = merge(pull({ 'pages/1': home, ...events }));
    const merged = merge(pull({ 'pages/1': home, 'calendar/us': null }), both.kept);
    expect(merged.content.calendar.map(({ id }) => id)).toEqual(['us']);
  });

  it('of a list whose refused item nobody knows stay as they were, beside the new versions of others', () => {
    const edited = popup('b', '<p>new</p>');
    const { 'settings/en/popups/a': _a, 'settings/en/popups': list, ...others } = parts;
    const pulled = pull({ ...others, 'settings/en/popups/b': edited });
    const refused: PulledPart = { ok: false, key: 'settings/en/popups', path: 'Settings/en popups', faults: [fault] };
    const known: PulledPart = { ok: true, key: 'settings/en/popups', path: 'Settings/en popups', value: list };
    const merged = merge({ ...pulled, parts: [known, ...pulled.parts, refused] }, before.kept);
    expect(merged.content.settings.texts.en.popups).toEqual([edited, popup('a')]);
  });

  it('that are required and never were good leave nothing to show', () => {
    expect(mergeContent(pull({ 'pages/1': home, 'settings/en/tagline': null }), null, 1)).toEqual({
      ok: false,
      faults: [fault],
    });
  });
});

it('finds the pages of a copy that knows them by their slugs', () => {
  const kept = {
    parts: pulledOf(contentOf([home, titled('about', 'About')])).parts.flatMap((part) =>
      part.ok ? [[part.key, part.value] as const] : [],
    ),
    refusedSince: {},
    isBySlug: true,
  };
  const refused: PulledPart = { ok: false, key: 'pages/b2', path: 'pages/about', faults: [fault] };
  const { parts } = pull({ 'pages/b1': home });
  const pulled = { parts: [refused, ...parts], warnings: [] };
  expect(titlesOf(merge(pulled, kept))).toEqual({ about: 'About', home: 'home' });
  // A copy that knows the parts does not know this one, although it has the slug of another.
  expect(titlesOf(merge(pulled, { ...kept, isBySlug: false }))).toEqual({ home: 'home' });
});
