import { describe, expect, test } from 'vitest';
import { defaultSwitches } from '../../src/brand.ts';
import type { SiteContent } from '../../src/content/model/site-content.ts';
import type { SiteFacts } from '../../src/content/site-facts.ts';
import type { SiteQuestions } from '../../src/content/site-questions.ts';
import { createAskableSite } from '../../src/content/site-questions.ts';
import { contentOf, factsOf, pageOf } from './made-content.ts';

const made = () =>
  contentOf([pageOf('home', []), pageOf('about', [], { slugs: { de: 'ueber-uns' } }), pageOf('news', [])]);

/** Asks, and returns whether the answer is another one after the change. */
function isChanged(ask: (site: SiteQuestions) => unknown, change: (facts: SiteFacts) => SiteFacts): boolean {
  const before = createAskableSite(factsOf(made()), defaultSwitches);
  const asked: string[] = [];
  ask(before.questions((question) => asked.push(question)));
  const after = createAskableSite(change(factsOf(made())), defaultSwitches);
  expect(asked.length).toBeGreaterThan(0);
  return asked.some((question) => before.answerTo(question) !== after.answerTo(question));
}

const withContent = (edit: (content: SiteContent) => SiteContent) => (facts: SiteFacts) => ({
  ...facts,
  content: edit(facts.content),
});
const withPage = (slug: string, edited: Partial<SiteContent['pages'][number]> | null) =>
  withContent(({ pages, ...rest }) => ({
    ...rest,
    pages: pages.flatMap((page) => (page.slug !== slug ? [page] : edited ? [{ ...page, ...edited }] : [])),
  }));
const withSettings = (edited: Partial<SiteContent['settings']['texts']['en']>) =>
  withContent(({ settings, ...rest }) => ({
    ...rest,
    settings: { ...settings, texts: { en: { ...settings.texts.en, ...edited } } },
  }));
const title = (text: string) => ({ texts: { en: { title: text, blocks: [] } } });

/** What each question depends on: an edit that changes its answer, and one beside it that does not. */
const questions: Record<
  Exclude<keyof SiteQuestions, 'draft' | 'refusedForm' | 'contentStatus'>,
  [
    ask: (site: SiteQuestions) => unknown,
    changes: (facts: SiteFacts) => SiteFacts,
    keeps: (facts: SiteFacts) => SiteFacts,
  ]
> = {
  page: [(site) => site.page('about', 'en'), withPage('about', title('Edited')), withPage('news', title('Edited'))],
  linkedPath: [
    (site) => site.linkedPath('ueber-uns', 'de', 'it'),
    withPage('about', { slugs: {} }),
    withPage('about', title('Edited')),
  ],
  pathOf: [
    (site) => site.pathOf('about', 'de'),
    withPage('about', { slugs: { de: 'firma' } }),
    withPage('about', title('Edited')),
  ],
  homeCrumb: [(site) => site.homeCrumb('de'), withPage('home', title('Edited')), withPage('about', title('Edited'))],
  crumbsAbove: [
    (site) => site.crumbsAbove('about/team', 'de'),
    withPage('about', title('Edited')),
    withPage('news', title('Edited')),
  ],
  listing: [(site) => site.listing(), withPage('news', null), withPage('news', title('Edited'))],
  copyright: [(site) => site.copyright('de'), withSettings({ copyright: 'New' }), withSettings({ tagline: 'New' })],
  tagline: [(site) => site.tagline('de'), withSettings({ tagline: 'New' }), withSettings({ riskText: 'New' })],
  risk: [(site) => site.risk('de'), withSettings({ riskText: 'New' }), withSettings({ copyright: 'New' })],
  paymentTitle: [
    (site) => site.paymentTitle('en'),
    withSettings({ paymentTitle: 'New' }),
    withSettings({ tagline: 'New' }),
  ],
  popups: [
    (site) => site.popups('it'),
    withSettings({ popups: [{ id: 'one', title: 'One', html: '<p>One</p>' }] }),
    withSettings({ tagline: 'New' }),
  ],
  contact: [
    (site) => site.contact('es'),
    withSettings({ contact: { company: 'Other', address: [] } }),
    withSettings({ tagline: 'New' }),
  ],
  place: [
    (site) => site.place(),
    withContent((content) => ({ ...content, settings: { ...content.settings, place: { latitude: 1, longitude: 2 } } })),
    withSettings({ tagline: 'New' }),
  ],
  profiles: [
    (site) => site.profiles(),
    withContent((content) => ({
      ...content,
      settings: { ...content.settings, profiles: [{ label: 'One', href: 'https://one.example' }] },
    })),
    withSettings({ tagline: 'New' }),
  ],
  calendar: [
    (site) => site.calendar(),
    withContent((content) => ({
      ...content,
      calendar: [
        { id: 'a', country: 'US', importance: 1, titles: { en: 'A' }, at: { dates: ['2026-12-01T10:00:00Z'] } },
      ],
    })),
    withPage('news', title('Edited')),
  ],
  today: [
    (site) => site.today(),
    (facts) => ({ ...facts, today: new Date('2026-11-22T00:00:01Z') }),
    (facts) => ({ ...facts, today: new Date('2026-11-21T23:59:00Z') }),
  ],
  isWithin: [
    (site) => site.isWithin('2026-11-20', '2026-11-22'),
    (facts) => ({ ...facts, today: new Date('2026-11-23T00:00:00Z') }),
    (facts) => ({ ...facts, today: new Date('2026-11-22T23:59:59Z') }),
  ],
  year: [
    (site) => site.year(),
    (facts) => ({ ...facts, today: new Date('2027-01-01') }),
    (facts) => ({ ...facts, today: new Date('2026-12-31') }),
  ],
  isAsset: [
    (site) => site.isAsset('BTCUSD'),
    (facts) => ({ ...facts, assets: [] }),
    (facts) => ({ ...facts, assets: ['ETHUSD', 'BTCUSD'] }),
  ],
  origin: [(site) => site.origin(), (facts) => ({ ...facts, origin: 'https://other.example' }), (facts) => facts],
  recaptchaSiteKey: [
    (site) => site.recaptchaSiteKey(),
    (facts) => ({ ...facts, recaptchaSiteKey: 'key' }),
    (facts) => ({ ...facts, hasDemo: true }),
  ],
  hasDemo: [(site) => site.hasDemo(), (facts) => ({ ...facts, hasDemo: true }), (facts) => ({ ...facts, assets: [] })],
  sessionIdleMs: [
    (site) => site.sessionIdleMs(),
    (facts) => ({ ...facts, sessionIdleMs: 1 }),
    (facts) => ({ ...facts, hasDemo: true }),
  ],
};

describe.each(Object.entries(questions))('the answer to %s', (_name, [ask, changes, keeps]) => {
  test('is another one if what it is about has changed, and only then', () => {
    expect(isChanged(ask, changes)).toBe(true);
    expect(isChanged(ask, keeps)).toBe(false);
    // The same content again, as other objects.
    expect(isChanged(ask, (facts) => structuredClone(facts))).toBe(false);
  });
});

test('of two pages with one address the first is found; the home page only by its own name', () => {
  const pages = [pageOf('a', [], { slugs: { de: 'x' } }), pageOf('x', []), pageOf('home', []), pageOf('b', [])];
  const site = createAskableSite(factsOf(contentOf(pages)), defaultSwitches).questions();
  expect(site.page('x', 'de')?.slug).toBe('a');
  expect(site.page('x', 'en')?.slug).toBe('x');
  expect(site.page('home', 'de')?.slug).toBe('home');
  expect(site.page('none', 'en')).toBeUndefined();
});

test('two days include themselves, and a missing one is no limit', () => {
  const site = createAskableSite(factsOf(contentOf([])), defaultSwitches).questions();
  const days = [
    ['2026-11-21', '2026-11-21'],
    ['2026-11-22', null],
    [null, '2026-11-20'],
    [null, null],
  ] as const;
  expect(days.map(([from, until]) => site.isWithin(from, until))).toEqual([true, false, false, true]);
});
