import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../../src/content/check-content.ts';
import type { Redirect } from '../../../src/content/model/redirects.ts';
import { redirect as redirectSchema } from '../../../src/content/model/redirects.ts';
import type { KeptContent } from '../../../src/content/pull/kept-content.ts';
import type { MergedContent } from '../../../src/content/pull/merge-content.ts';
import { home, merge, pull, titled } from './pull-and-merge.ts';

/** Merges a pull of these pages onto what the copy on disk says, as after a restart. */
function next(before: MergedContent | null, pages: Readonly<Record<string, unknown>>): MergedContent {
  const kept = before && (JSON.parse(JSON.stringify(before.kept)) as KeptContent);
  return merge(pull({ 'pages/1': home, ...pages }), kept);
}

const leads = ({ content }: MergedContent) => Object.fromEntries(content.redirects.map(({ from, to }) => [from, to]));
const to = (from: string, target: string): Redirect => ({ from, to: target });
const wordsIn = ({ refused }: MergedContent) => refused.flatMap(({ faults }) => faults.map(wordsOf));

describe('a page with a new slug', () => {
  const old = next(null, { 'pages/2': titled('old', 'Page', { slugs: { de: 'alt' } }) });

  it('is reached from its old address in every language', () => {
    const page = titled('new', 'Page', { slugs: { de: 'neu' } });
    expect(leads(next(old, { 'pages/2': page }))).toEqual({
      ...{ '/old': '/new', '/de/alt': '/de/neu', '/it/old': '/it/new', '/es/old': '/es/new' },
    });
  });

  it('is reached from its old address in the only language that changed', () => {
    const page = titled('old', 'Page', { slugs: { de: 'neu' } });
    expect(leads(next(old, { 'pages/2': page }))).toEqual({ '/de/alt': '/de/neu' });
  });

  it('is reached from all its old addresses at once, and has none where it is again', () => {
    const third = next(next(old, { 'pages/2': titled('second', 'Page') }), { 'pages/2': titled('third', 'Page') });
    expect(leads(third)).toMatchObject({ '/old': '/third', '/second': '/third', '/de/alt': '/de/third' });
    const back = next(third, { 'pages/2': titled('old', 'Page') });
    expect(leads(back)).toMatchObject({ '/second': '/old', '/third': '/old', '/de/alt': '/de/old' });
    expect(leads(back)).not.toHaveProperty('/old');
  });

  it('leaves its old address to a page that takes it, for good', () => {
    const renamed = next(old, { 'pages/2': titled('new', 'Page') });
    const both = { 'pages/2': titled('new', 'Page'), 'pages/3': titled('old', 'Another') };
    const taken = next(renamed, both);
    expect(leads(taken)).toEqual({ '/de/alt': '/de/new' });
    // The address was another page's last, which is gone.
    expect(leads(next(taken, { 'pages/2': titled('new', 'Page') }))).toEqual({ '/de/alt': '/de/new' });
  });

  it('is not led to while it is not published, and again when it is, whatever it is called then', () => {
    const renamed = next(old, { 'pages/2': titled('new', 'Page') });
    const gone = next(renamed, {});
    expect(leads(gone)).toEqual({});
    expect(leads(next(gone, { 'pages/2': titled('newest', 'Page') }))).toMatchObject({
      ...{ '/old': '/newest', '/new': '/newest', '/de/alt': '/de/newest', '/de/new': '/de/newest' },
    });
  });

  it('keeps the links of texts and buttons to its old address', () => {
    const action = { label: 'Read', href: '/old' };
    const block = { kind: 'call-to-action' as const, title: 'On', actions: [action] };
    const linking = { ...home, texts: { en: { title: 'Home', blocks: [block] } } };
    const merged = next(old, { 'pages/1': linking, 'pages/2': titled('new', 'Page') });
    expect(merged.warnings).toEqual([]);
    expect(merged.content.pages.find(({ slug }) => slug === 'home')).toEqual(linking);
  });
});

describe('a redirect of an editor', () => {
  const about = { 'pages/2': titled('about', 'About', { slugs: { de: 'ueber-uns' } }) };
  const site = next(null, about);

  it.each([
    ['a page', '/about', '/about'],
    ['a page by its own slug in another language', '/de/about', '/de/ueber-uns'],
    ['a page with a query and an anchor', '/about/?a=b#c', '/about?a=b#c'],
    ['the home page', '/', '/'],
    ['a page of the application', '/de/platform/EURUSD', '/de/platform/EURUSD'],
    ['another site', 'https://example.org/a?b=c', 'https://example.org/a?b=c'],
  ])('leads to %s', (_what, target, end) => {
    const merged = next(site, { ...about, 'redirects/a': to('/old', target) });
    expect([leads(merged), merged.refused, merged.warnings]).toEqual([{ '/old': end }, [], []]);
  });

  it('leads to the end of a chain, past old addresses too', () => {
    const renamed = next(site, {
      ...{ 'pages/2': titled('firm', 'About'), 'redirects/a': to('/a', '/b'), 'redirects/b': to('/b', '/about') },
    });
    expect(leads(renamed)).toMatchObject({ '/a': '/firm', '/b': '/firm', '/about': '/firm' });
  });

  it('comes before the old address of a page', () => {
    const renamed = next(site, { 'pages/2': titled('firm', 'About'), 'redirects/a': to('/about', '/login') });
    expect(leads(renamed)).toMatchObject({ '/about': '/login', '/it/about': '/it/firm' });
  });

  it('is left out while nothing is published where it leads, and comes back', () => {
    const before = next(site, { ...about, 'redirects/a': to('/old', '/about') });
    const gone = next(before, { 'redirects/a': to('/old', '/about') });
    expect([leads(gone), gone.refused]).toEqual([{}, []]);
    expect(gone.warnings.map(({ text }) => text)).toEqual([
      'the redirect from /old is left out, because /about is not published',
    ]);
    expect(leads(next(gone, { ...about, 'redirects/a': to('/old', '/about') }))).toMatchObject({ '/old': '/about' });
  });

  it('over a page is refused, also when the page comes later', () => {
    const over = next(site, {
      ...about,
      'redirects/a': to('/about', '/login'),
      'redirects/b': to('/de.html', '/login'),
    });
    expect(leads(over)).toEqual({});
    expect(wordsIn(over)).toEqual([
      'from: must be an address where no page is published, but it is /about, the address of pages/2',
      'from: must be an address where no page is published, but it is /de.html, the address of pages/1',
    ]);
    const before = next(site, { ...about, 'redirects/a': to('/news', '/about') });
    expect(leads(before)).toEqual({ '/news': '/about' });
    const later = next(before, { ...about, 'redirects/a': to('/news', '/about'), 'pages/3': titled('news', 'News') });
    expect([leads(later), later.refused.map(({ key, isShown }) => [key, isShown])]).toEqual([
      {},
      [['redirects/a', false]],
    ]);
  });

  it.each([
    ['itself', { 'redirects/a': to('/a', '/a') }, '/a → /a'],
    ['a loop', { 'redirects/a': to('/a', '/b'), 'redirects/b': to('/b', '/a') }, '/a → /b → /a'],
  ])('that leads to %s is refused', (_what, redirects, way) => {
    const merged = next(site, { ...about, ...redirects });
    expect(leads(merged)).toEqual({});
    expect(wordsIn(merged)[0]).toBe(`to: must be an address that leads somewhere, but it is a loop: ${way}`);
    expect(merged.refused).toHaveLength(Object.keys(redirects).length);
  });

  it('that is changed into a loop stays as it was, and so does one that only leads into it', () => {
    const before = next(site, { ...about, 'redirects/a': to('/a', '/about'), 'redirects/c': to('/c', '/a') });
    const merged = next(before, {
      ...{ ...about, 'redirects/a': to('/a', '/b'), 'redirects/b': to('/b', '/a'), 'redirects/c': to('/c', '/a') },
    });
    expect(leads(merged)).toEqual({ '/a': '/about', '/c': '/about' });
    expect(merged.refused.map(({ key, isShown }) => [key, isShown])).toEqual([
      ['redirects/a', true],
      ['redirects/b', false],
    ]);
  });

  it('keeps its address against another one', () => {
    const before = next(site, { ...about, 'redirects/b': to('/old', '/about') });
    const merged = next(before, { ...about, 'redirects/a': to('/old', '/'), 'redirects/b': to('/old', '/about') });
    expect(leads(merged)).toEqual({ '/old': '/about' });
    expect(wordsIn(merged)).toEqual([
      'from: must be an address of its own, but it is /old, from where redirects/b leads',
    ]);
  });

  it('stays as it was while it is broken, and while the list cannot be read', () => {
    const before = next(site, { ...about, 'redirects/a': to('/old', '/about') });
    expect(leads(next(before, { ...about, 'redirects/a': null }))).toEqual({ '/old': '/about' });
    expect(leads(next(before, { ...about, redirects: null }))).toEqual({ '/old': '/about' });
    expect(leads(next(before, about))).toEqual({});
  });
});

describe('the addresses of a redirect', () => {
  it.each(['/old', '/de/alt', '/a/b/c.html', '/über-uns', '/Old_Page', '/old+page'])('may lead from %s', (from) => {
    expect(redirectSchema.safeParse(to(from, '/about')).success).toBe(true);
  });

  it.each([
    ...['', '/', 'old', '//evil.example', '/old/', '/a//b', '/a/../b', '/./a', '/old?a=b', '/old#a', '/o ld', '/o\nld'],
    ...['/old;', '/$old', '/"old', '/{old}', '/old\\', 'https://a.example/', `/${'a'.repeat(300)}`],
    ...[
      '/login',
      '/socket.io',
      '/autoLogin/x',
      '/.well-known/a',
      '/de/platform',
      '/api/forms',
      '/preview/en/a',
      '/_astro/a.js',
      '/robots.txt',
      '/it/sitemap.xml',
    ],
  ])('may not lead from %j', (from) => {
    expect(redirectSchema.safeParse(to(from, '/about')).success).toBe(false);
  });

  it.each(['/', '/about', '/about?a=b#c', 'https://example.org', 'https://example.org:8443/a?b=/../c'])(
    'may lead to %s',
    (target) => expect(redirectSchema.safeParse(to('/old', target)).success).toBe(true),
  );

  it.each([
    ...['', 'about', '//evil.example', '/\\evil.example', '/a/..//evil.example', '/about\r\nset-cookie: a=b', '/ä'],
    ...[
      'http://example.org',
      'https:example.org',
      'https://',
      'https://user:pass@example.org',
      'https://user@evil.example',
    ],
    ...['javascript:run()', 'ftp://example.org', ' https://example.org', 'https://exa mple.org', '/"', '/<', '/`'],
  ])('may not lead to %j', (target) => {
    expect(redirectSchema.safeParse(to('/old', target)).success).toBe(false);
  });
});
