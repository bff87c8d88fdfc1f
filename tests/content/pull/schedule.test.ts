import { describe, expect, it } from 'vitest';
import type { KeptContent } from '../../../src/content/pull/kept-content.ts';
import type { MergedContent } from '../../../src/content/pull/merge-content.ts';
import { contentOfKept, loadAll, mergeContent } from '../../../src/content/pull/merge-content.ts';
import { nextChange, stateAt } from '../../../src/content/pull/schedule.ts';
import type { Page } from '../../../src/content/model/site-content.ts';
import { home, merge, pull, titled } from './pull-and-merge.ts';

const [nine, ten] = ['2026-12-01T09:00:00Z', '2026-12-01T10:00:00Z'];
const at = (time: string) => Date.parse(`2026-12-01T${time}Z`);
const slugsOf = ({ content }: Pick<MergedContent, 'content'>) => content.pages.map(({ slug }) => slug);
const afterRestart = ({ kept }: MergedContent) => JSON.parse(JSON.stringify(kept)) as KeptContent;
const offer = (more: Partial<Page>, title = 'Offer') => ({ 'pages/1': home, 'pages/2': titled('offer', title, more) });

describe('a part', () => {
  it.each([
    ['08:59:59.999', 'waiting'],
    ['09:00:00', 'public'],
    ['09:59:59.999', 'public'],
    ['10:00:00', 'over'],
  ])('from nine to ten is at %s %s', (time, state) => {
    expect(stateAt({ publishAt: nine, unpublishAt: ten }, at(time))).toBe(state);
  });

  it('without times is public, and with times too if they do not count', () => {
    expect([stateAt({}, 0), stateAt('text', 0), stateAt({ publishAt: nine }, null)]).toEqual([
      'public',
      'public',
      'public',
    ]);
  });

  it('changes next at the first instant that has not come', () => {
    const parts = [{ publishAt: ten }, { publishAt: nine, unpublishAt: ten }, {}, 'text'];
    expect(nextChange(parts, at('08:00:00'))).toBe(at('09:00:00'));
    expect(nextChange(parts, at('09:00:00'))).toBe(at('10:00:00'));
    expect(nextChange(parts, at('10:00:00'))).toBe(null);
  });
});

describe('a page with times', () => {
  it('is public from the one until the other, by one pull', () => {
    const pulled = pull(offer({ publishAt: nine, unpublishAt: ten }));
    const early = merge(pulled, null, at('08:59:58'));
    expect([slugsOf(early), early.nextAt]).toEqual([['home'], at('09:00:00')]);
    const due = merge(pulled, early.kept, at('09:00:00'));
    expect([slugsOf(due), due.nextAt]).toEqual([['home', 'offer'], at('10:00:00')]);
    const over = merge(pulled, due.kept, at('10:00:00'));
    expect([slugsOf(over), over.nextAt, over.refused]).toEqual([['home'], null, []]);
  });

  it('is public on time from the copy, without a pull', () => {
    const kept = afterRestart(merge(pull(offer({ publishAt: nine, unpublishAt: ten })), null, at('08:00:00')));
    expect(slugsOf(contentOfKept(kept, at('08:59:59')))).toEqual(['home']);
    expect(slugsOf(contentOfKept(kept, at('09:00:00')))).toEqual(['home', 'offer']);
    expect(contentOfKept(kept, at('09:00:00')).nextAt).toBe(at('10:00:00'));
    expect(slugsOf(contentOfKept(kept, at('10:00:00')))).toEqual(['home']);
  });

  it('goes offline if its time is moved into the future, with the links to it', () => {
    const button = { kind: 'call-to-action' as const, title: 'On', actions: [{ label: 'Offer', href: '/@page/2' }] };
    const linking = { ...home, texts: { en: { title: 'Home', blocks: [button] } } };
    const live = merge(pull({ ...offer({}), 'pages/1': linking }), null, at('08:00:00'));
    expect(JSON.stringify(live.content)).toContain('"href":"/offer"');
    const moved = merge(pull({ ...offer({ publishAt: nine }), 'pages/1': linking }), live.kept, at('08:00:01'));
    expect(slugsOf(moved)).toEqual(['home']);
    expect(JSON.stringify(moved.content)).not.toContain('offer');
    expect(moved.warnings.map(({ kind }) => kind)).toEqual(['link', 'block']);
  });

  it('that is broken later keeps its last good version and the times of that', () => {
    const good = merge(pull(offer({ publishAt: nine, unpublishAt: ten })), null, at('08:00:00'));
    const broken = pull({ 'pages/1': home, 'pages/2': null });
    const early = merge(broken, good.kept, at('08:30:00'));
    expect([slugsOf(early), early.refused.map(({ isShown }) => isShown)]).toEqual([['home'], [false]]);
    const due = merge(broken, early.kept, at('09:00:00'));
    expect([slugsOf(due), due.refused.map(({ isShown }) => isShown)]).toEqual([['home', 'offer'], [true]]);
    expect(slugsOf(merge(broken, due.kept, at('10:00:00')))).toEqual(['home']);
    expect(slugsOf(contentOfKept(afterRestart(early), at('09:00:00')))).toEqual(['home', 'offer']);
  });

  it('hands its address over to the next page, in the same second and also from the copy', () => {
    const pulled = pull({
      ...offer({ unpublishAt: nine }, 'Old offer'),
      ...{ 'pages/3': titled('offer', 'New offer', { publishAt: nine }), 'pages/4': titled('offer', 'Third') },
    });
    const titles = ({ content }: Pick<MergedContent, 'content'>) =>
      content.pages.map(({ texts }) => texts.en.title).filter((title) => title !== 'home');
    const before = merge(pulled, null, at('08:00:00'));
    expect(titles(before)).toEqual(['Old offer']);
    expect(titles(merge(pulled, before.kept, at('09:00:00')))).toEqual(['New offer']);
    expect(titles(contentOfKept(afterRestart(before), at('09:00:00')))).toEqual(['New offer']);
  });

  it('is led to from its old addresses only while it is public', () => {
    const live = merge(pull({ 'pages/1': home, 'pages/2': titled('old', 'Offer') }), null, at('08:00:00'));
    const pulled = pull(offer({ unpublishAt: nine }));
    const renamed = merge(pulled, live.kept, at('08:30:00'));
    expect(renamed.content.redirects[0]).toEqual({ from: '/de/old', to: '/de/offer' });
    expect(merge(pulled, renamed.kept, at('09:00:00')).content.redirects).toEqual([]);
  });

  it('is the home page only while it is public, but a site is never without one', () => {
    const pulled = pull({ 'pages/1': { ...home, unpublishAt: nine }, 'pages/2': titled('about', 'About') });
    const live = merge(pulled, null, at('08:00:00'));
    const over = merge(pulled, live.kept, at('09:00:00'));
    expect([slugsOf(over), over.warnings.map(({ kind }) => kind)]).toEqual([['about', 'home'], ['home']]);
  });
});

it('popups and events have times too', () => {
  const popup = { id: 'a', title: 'A', html: '<p>A</p>', publishAt: nine };
  const event = { id: 'e', country: 'EU', importance: 1, titles: { en: 'E' }, at: { dates: [ten] }, unpublishAt: nine };
  const parts = { 'settings/en/popups': [], 'settings/en/popups/a': popup, 'calendar/e': event };
  const pulled = pull({ 'pages/1': home, ...parts });
  const shown = (time: string) => {
    const { content } = merge(pulled, null, at(time));
    return [content.settings.texts.en.popups.length, content.calendar.length];
  };
  expect([shown('08:59:59'), shown('09:00:00')]).toEqual([
    [0, 1],
    [1, 0],
  ]);
});

it('all parts of a source are checked and copied, whatever their times', async () => {
  const source = { load: () => Promise.resolve(pull(offer({ publishAt: nine }))) };
  expect(slugsOf(await loadAll(source))).toEqual(['home', 'offer']);
  expect(mergeContent(await source.load(), null, null)).toMatchObject({ ok: true, nextAt: null });
});

it('popups stand in their order after a restart, although one is refused', () => {
  const popups = ['first', 'second'].map((id) => ({ id, title: id, html: `<p>${id}</p>` }));
  const parts = { ...offer({}), 'settings/en/popups': [] };
  const named = Object.fromEntries(popups.map((popup) => [`settings/en/popups/${popup.id}`, popup]));
  const before = merge(pull({ ...parts, ...named }));
  const refused = merge(pull({ ...parts, ...named, 'settings/en/popups/first': null }), before.kept);
  const shown = contentOfKept(afterRestart(refused), 0).content.settings.texts.en.popups;
  expect(shown.map(({ id }) => id)).toEqual(['first', 'second']);
});
