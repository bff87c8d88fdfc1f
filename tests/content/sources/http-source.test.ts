import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ContentSource, PulledPart } from '../../../src/content/content-source.ts';
import { ContentInvalid, ContentUnavailable } from '../../../src/content/content-source.ts';
import { createHttpSource } from '../../../src/content/sources/http-source.ts';
import type { BrokenFunction, ContentFunction, Held } from '../../support/content-http/content-function.ts';
import { functionToken } from '../../support/content-http/content-function.ts';
import { startMadeFunction } from '../../support/content-http/made-function.ts';
import { mergedOf } from '../made-content.ts';

/** What is special about the source by HTTP; what all sources guarantee is in source-contract.test.ts. */

let content: ContentFunction;
let source: ContentSource;

const open = (more: Partial<Parameters<typeof createHttpSource>[0]> = {}) =>
  createHttpSource({ url: content.url, token: functionToken, pictureOrigins: [], timeoutMs: 20_000, ...more });

beforeEach(async () => {
  content = await startMadeFunction();
  source = open();
});
afterEach(() => content.close());

const page = (id: string): Held => {
  const found = content.held.pages.find((one) => one['id'] === id);
  if (!found) throw new Error(`There is no page ${id}`);
  return found;
};
const english = (id: string) => (page(id)['texts'] as { en: Held }).en;
const refusedIn = (parts: readonly PulledPart[]) => parts.flatMap((part) => (part.ok ? [] : [part]));

describe('a page that breaks the model', () => {
  it.each<[string, (broken: Held) => void, string, string]>([
    ['a block of no kind', () => (english('b3')['blocks'] = [{ kind: 'film' }]), 'a known kind', 'string "film"'],
    ['no texts', (broken) => delete broken['texts'], 'object', 'nothing'],
    ['texts that are none', (broken) => (broken['texts'] = 5), 'object', 'nothing'],
    ['no state', (broken) => delete broken['published'], 'boolean', 'nothing'],
    ['a state that is none', (broken) => (broken['published'] = 'yes'), 'boolean', '"yes"'],
    ['a field that nobody knows', (broken) => (broken['theme'] = 'dark'), 'no field theme', expect.anything()],
    [
      'an address of a script',
      () => (english('b3')['blocks'] = [linked('javascript:run()')]),
      expect.anything(),
      expect.stringContaining('javascript'),
    ],
  ])('by %s stays alone', async (_what, breakIt, expected, found) => {
    breakIt(page('b3'));
    const { parts } = await source.load();
    expect(refusedIn(parts)).toMatchObject([{ key: 'pages/b3', path: 'pages/terms-conditions' }]);
    expect(refusedIn(parts)[0]?.faults[0]).toMatchObject({ expected, found });
    const { content: shown } = await mergedOf(source);
    expect(shown.pages.map(({ slug }) => slug)).toEqual(['about', 'home', 'hostile']);
  });

  it('by its depth stays alone', async () => {
    const depth = 20_000;
    content.breakWith({
      status: 200,
      body: JSON.stringify(content.held).replace(
        '"slug":"terms-conditions"',
        `$&,"x":${'['.repeat(depth)}${']'.repeat(depth)}`,
      ),
    });
    expect(refusedIn((await source.load()).parts)).toMatchObject([
      { key: 'pages/b3', faults: [{ found: 'nested too deeply' }] },
    ]);
  });
});

const linked = (href: string) => ({ kind: 'call-to-action', title: 'A', actions: [{ label: 'A', href }] });

describe('a popup or an event', () => {
  it('is hidden by its state, and refused alone by any other', async () => {
    const [ecb] = content.held.calendar ?? [];
    Object.assign(ecb ?? {}, { published: 'soon' });
    const { parts } = await source.load();
    expect(refusedIn(parts).map(({ key }) => key)).toEqual(['calendar/ecb']);
    expect(JSON.stringify(parts)).not.toMatch(/secret/i);
  });

  it('need not be there', async () => {
    delete content.held.calendar;
    delete (content.held.settings['texts'] as { en: Held }).en['popups'];
    expect((await mergedOf(source)).content).toMatchObject({
      calendar: [],
      settings: { texts: { en: { popups: [] } } },
    });
  });
});

describe('redirects and times', () => {
  it('are read as from any other source, each alone', async () => {
    content.held.redirects = [
      { id: 7, from: '/old-about/', to: '/about' },
      { from: '/hidden', to: '/about', published: false },
      { from: 'no path', to: '/about' },
    ];
    page('b3')['publishAt'] = '2026-12-01T09:00:00Z';
    const { parts } = await source.load();
    const redirects = parts.filter(({ key }) => key.startsWith('redirects/'));
    expect(redirects).toMatchObject([
      { key: 'redirects/7', ok: true, value: { from: '/old-about', to: '/about' } },
      { key: 'redirects/no path', ok: false },
    ]);
    expect(parts.find(({ key }) => key === 'pages/b3')).toMatchObject({ value: { publishAt: '2026-12-01T09:00:00Z' } });
  });
});

it('keeps the first of two redirects from one address', async () => {
  content.held.redirects = ['/about', '/terms-conditions'].map((to) => ({ from: '/firm', to }));
  const merged = await mergedOf(source);
  expect(merged.content.redirects).toEqual([{ from: '/firm', to: '/about' }]);
  expect(merged.refused.map(({ key }) => key)).toEqual(['redirects//firm#1']);
});

it('takes null for what was not written, also in redirects and popups, and refuses popups that are no list', async () => {
  content.held.redirects = [{ from: '/firm', to: '/about', published: null }];
  const en = (content.held.settings['texts'] as { en: Held }).en;
  en['popups'] = null;
  expect((await mergedOf(source)).content).toMatchObject({
    redirects: [{ from: '/firm', to: '/about' }],
    settings: { texts: { en: { popups: [] } } },
  });
  en['popups'] = { 1: { id: 'risk', title: 'Risk', html: '<p>Risk</p>' } };
  expect(refusedIn((await source.load()).parts).map(({ key }) => key)).toEqual(['settings/en/popups']);
});

describe('a draft', () => {
  it('is asked for by its slug, and links to published pages', async () => {
    const draft = await source.loadDraft('draft-page');
    expect(draft?.texts.en.blocks[0]).toMatchObject({ actions: [{ label: 'About', href: '/about' }] });
    expect(content.calls.map(({ path }) => path).sort()).toEqual(['/site', '/site?draft=draft-page']);
  });

  it('keeps the query of the address', async () => {
    const asked = open({ url: `${content.url}?code=1` });
    await asked.loadDraft('home');
    expect(content.calls.map(({ path }) => path).sort()).toEqual(['/site?code=1', '/site?code=1&draft=home']);
    expect(asked.name).toBe(`http at ${content.url}`);
  });

  it('that breaks the model says how', async () => {
    english('b5')['blocks'] = 'none';
    await expect(source.loadDraft('draft-page')).rejects.toThrow(ContentInvalid);
  });

  it('is in the list of all drafts, and nothing else is', async () => {
    const drafts = await source.loadDrafts?.();
    expect(drafts?.map(({ key, ok }) => [key, ok])).toEqual([['pages/b5', true]]);
  });
});

describe('what has not changed', () => {
  it('is not sent again', async () => {
    const first = await source.load();
    expect(await source.load()).toBe(first);
    expect(content.calls.map(({ status }) => status)).toEqual([200, 304]);
    english('b3')['title'] = 'Terms, edited';
    expect(JSON.stringify(await source.load())).toContain('Terms, edited');
    expect(content.calls.at(-1)?.status).toBe(200);
  });

  it('is not assumed of a function that was never asked', async () => {
    content.breakWith({ status: 304 });
    await expect(source.load()).rejects.toThrow('/site answered 304');
  });
});

describe('a function that fails', () => {
  const whole = { settings: {}, pages: [] };
  const answers: [string, BrokenFunction][] = [
    ['a refused token', { status: 401 }],
    ['an error', { status: 500, body: '{}' }],
    ['an empty answer', { status: 200, body: '' }],
    ['a page of HTML', { status: 200, body: '<html>' }],
    ['no settings', { status: 200, body: '{"pages":[]}' }],
    ['no pages', { status: 200, body: '{"settings":{}}' }],
    ['a page without an id', { status: 200, body: JSON.stringify({ ...whole, pages: [{ slug: 'home' }] }) }],
    ['two pages with one id', { status: 200, body: JSON.stringify({ ...whole, pages: [{ id: 1 }, { id: '1' }] }) }],
    ['a calendar that is no list', { status: 200, body: JSON.stringify({ ...whole, calendar: {} }) }],
  ];

  it.each(answers)('with %s is unavailable, never a site without pages', async (_what, answer) => {
    await source.load();
    content.breakWith(answer);
    await expect(source.load()).rejects.toThrow(ContentUnavailable);
    await expect(source.loadDraft('about')).rejects.toThrow(ContentUnavailable);
  });

  it('is not followed elsewhere, where the token would go', async () => {
    const other = await startMadeFunction();
    content.breakWith({ status: 302, location: other.url });
    await expect(source.load()).rejects.toThrow(ContentUnavailable);
    expect(other.calls).toEqual([]);
    await other.close();
  });

  it('is told by a wrong token, which no message repeats', async () => {
    await expect(open({ token: 'a wrong token' }).load()).rejects.toThrow(/^\/site answered 401$/);
  });

  it('is not waited for for ever, nor read for ever', async () => {
    content.breakWith('silence');
    await expect(open({ timeoutMs: 50 }).load()).rejects.toThrow(/was not answered in time$/);
    content.breakWith({ status: 200, body: ' '.repeat(20 * 1024 * 1024 + 1) });
    await expect(source.load()).rejects.toThrow(/answered more than 20971520 bytes$/);
  });
});

describe('a picture', () => {
  it('of the own host is named by its path, in texts too', async () => {
    const { origin } = new URL(content.url);
    english('b3')['blocks'] = [
      { kind: 'image', image: { src: `${origin}/files/hero.png`, alt: '' }, isWide: false },
      { kind: 'rich-text', html: `<p><img src="${origin}/files/hero.png" alt="a"></p>` },
    ];
    const { parts } = await source.load();
    const terms = parts.find(({ key }) => key === 'pages/b3');
    expect(JSON.stringify(terms)).toContain('"src":"/files/hero.png","alt":""');
    expect(JSON.stringify(terms)).toContain('<img src=\\"/files/hero.png\\"');
  });

  it('is asked for without the token, and not again if it is known', async () => {
    const first = await source.loadPicture('/files/hero.png');
    if (!first || first === 'unchanged') throw new Error('There is a picture');
    expect(await source.loadPicture('/files/hero.png', { known: first.version })).toBe('unchanged');
    expect(content.calls.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
  });

  it('of another host is loaded only if that is named', async () => {
    const other = await startMadeFunction();
    const { origin } = new URL(other.url);
    expect(await source.loadPicture(`${origin}/files/hero.png`)).toBeNull();
    expect(other.calls).toEqual([]);
    expect(await open({ pictureOrigins: [origin] }).loadPicture(`${origin}/files/hero.png`)).not.toBeNull();
    await other.close();
  });
});
