import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { withPictures } from '../../../src/content/pictures/with-pictures.ts';
import { locales } from '../../../src/brand.ts';
import { addressOf, readAddress } from '../../../src/content/addresses.ts';
import { slug as slugSchema } from '../../../src/content/model/parts.ts';
import type { Redirect } from '../../../src/content/model/redirects.ts';
import type { Page, SiteContent } from '../../../src/content/model/site-content.ts';
import type { KeptContent } from '../../../src/content/pull/kept-content.ts';
import { composeContent } from '../../../src/content/pull/merge-content.ts';
import { createCockpitV1Source } from '../../../src/content/sources/cockpit-v1-source.ts';
import type { ContentKeeper } from '../../../src/server/content/content-keeper.ts';
import { createContentKeeper } from '../../../src/server/content/content-keeper.ts';
import { createContentReader } from '../../../src/server/content/content-reader.ts';
import { contentOf } from '../../content/made-content.ts';
import type { Entry } from '../../support/cockpit/fake-cockpit.ts';
import { fakeToken, startFakeCockpitV1 } from '../../support/cockpit/fake-cockpit-v1.ts';
import { createTestRuntime } from '../../support/test-runtime.ts';

/** Plays hundreds of random edits of a CMS, and compares after each what visitors see with what editors wrote. */

/** A page of the CMS. Its title names it and its version, by which it is found among the pages that are published. */
interface Item {
  slug: string;
  german: string | null;
  version: number;
  isPublished: boolean;
  isBroken: boolean;
  linksTo: string;
}

const ids = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7'];
const acts = [
  ...['create', 'create', 'edit', 'edit', 'break', 'mend', 'mend', 'mend', 'rename', 'rename', 'take slug'],
  ...['take slug', 'bad slug', 'german', 'german', 'link', 'publish', 'publish', 'publish', 'unpublish', 'delete'],
  ...['picture', 'popup', 'event', 'tagline', 'down', 'garbage', 'emptied', 'well', 'well', 'well', 'restart'],
] as const;
const anEdit = fc.record({
  act: fc.constantFrom(...acts),
  id: fc.constantFrom(...ids),
  other: fc.constantFrom(...ids),
});
type Edit = typeof anEdit extends fc.Arbitrary<infer Value> ? Value : never;

const upload = '/storage/uploads/a.png';
const answers = {
  well: null,
  emptied: null,
  down: { status: 502, body: 'bad gateway' },
  garbage: { status: 200, body: '<br />Notice: Undefined index' },
};
/** A thing that is good, broken, then gone, then good again. */
const turns = { good: 'broken', broken: 'gone', gone: 'good' } as const;
const idOf = ({ texts }: Page) => texts.en.title.split(' ')[0] ?? '';
const versionOf = (page: Page | undefined) => page && `${page.texts.en.title} at ${page.slug}`;
const row = (value: Entry) => ({ field: { name: 'item' }, value });

async function startCms() {
  const cockpit = await startFakeCockpitV1();
  const png = await sharp({ create: { width: 60, height: 30, channels: 3, background: '#0a0f13' } })
    .png()
    .toBuffer();
  const items = new Map<string, Item>();
  let versions = 0;
  const made = (slug: string, linksTo: string): Item => ({
    ...{ slug, linksTo, german: null, version: ++versions, isPublished: true, isBroken: false },
  });
  const cms = {
    ...{ cockpit, items, answer: 'well' as keyof typeof answers, hasPicture: true },
    ...{ popup: 'good' as keyof typeof turns, event: 'good' as keyof typeof turns, isTaglineGood: true },
    change({ act, id, other }: Edit): void {
      const item = items.get(id);
      if (act in answers) cms.answer = act as keyof typeof answers;
      if (act === 'picture') cms.hasPicture = !cms.hasPicture;
      if (act === 'popup' || act === 'event') cms[act] = turns[cms[act]];
      if (act === 'tagline') cms.isTaglineGood = !cms.isTaglineGood;
      if (act === 'create' && !item) items.set(id, made(`page-${id}`, other));
      if (act === 'delete') items.delete(id);
      if (!item) return;
      item.version = ++versions;
      if (act === 'break') item.isBroken = true;
      if (act === 'mend') Object.assign(item, { isBroken: false, slug: id === 'p0' ? 'home' : item.slug });
      if (act === 'rename') item.slug = `page-${id}-${versions}`;
      if (act === 'bad slug') item.slug = `Page ${id}`;
      if (act === 'take slug') item.slug = items.get(other)?.slug ?? item.slug;
      if (act === 'german') item.german = item.german === null ? `seite-${other}` : null;
      if (act === 'link') item.linksTo = other;
      if (act === 'unpublish' || act === 'publish') item.isPublished = act === 'publish';
    },
    write(): void {
      const image = { component: 'image', settings: { image: { path: upload, meta: { title: '' } } } };
      cockpit.state.collections['pages'] = [...(cms.answer === 'emptied' ? [] : items)].map(([_id, item]) => {
        const actions = [row({ label: 'Read', page: { _id: item.linksTo, link: 'pages' } })];
        const link = { component: 'call-to-action', settings: { title: 'Read on', actions } };
        return {
          ...{ _id, title: `${_id} ${item.version}`, title_slug: item.slug, title_de_slug: item.german },
          ...{ published: item.isPublished, content: item.isBroken ? 5 : null, components: [link, image] },
        };
      });
      const event = { _id: 'e', published: true, title: 'E', importance: 1, dates: ['2026-12-17T13:15:00Z'] };
      const country = cms.event === 'good' ? 'EU' : 'Europe';
      cockpit.state.collections['calendar'] = cms.event === 'gone' ? [] : [{ ...event, country }];
      const popup = { id: 'a', title: cms.popup === 'good' ? 'A' : 5, content: '<p>A</p>' };
      cockpit.state.singletons['Settings'] = {
        ...{ footer_copyright: '©', tagline: cms.isTaglineGood ? `tagline ${versions}` : 5 },
        ...{ risk_title: 'Risk', risk_text: 'Risk.', contact: { company: 'Example Ltd' } },
        popups: cms.popup === 'gone' ? [] : [row(popup)],
      };
      cockpit.state.files = cms.hasPicture ? { [upload]: png } : {};
      cockpit.breakWith(answers[cms.answer]);
    },
  };
  items.set('p0', made('home', 'p1'));
  return cms;
}

test('visitors see the newest good version of every published page, and editors every refusal', async () => {
  const cms = await startCms();
  const runtime = createTestRuntime();
  let public_: SiteContent = contentOf([]);
  let stored: string | null = null;
  const copy = {
    load: () => {
      const kept = stored === null ? null : (JSON.parse(stored) as KeptContent);
      const content = kept && (composeContent(kept) as SiteContent);
      return Promise.resolve(kept && content && { kept, content, file: 'copy', from: new Date(0), elsewhere: null });
    },
    save: (kept: KeptContent) => Promise.resolve(void (stored = JSON.stringify(kept))),
  };
  const pictures = new Map<string, Uint8Array>();
  const store = {
    has: (path: string) => Promise.resolve(pictures.has(path)),
    put: (path: string, bytes: Uint8Array) => Promise.resolve(void pictures.set(path, bytes)),
  };
  const start = async (): Promise<ContentKeeper> => {
    const source = withPictures(createCockpitV1Source({ url: cms.cockpit.url, token: fakeToken }), { store });
    const keeper = createContentKeeper({
      reader: createContentReader({ source, copy, built: null }),
      isLocal: false,
      publish: (content) => Promise.resolve(void (public_ = content)),
      ...{ onKept: () => Promise.resolve(), schedule: () => () => undefined, now: runtime.now },
      logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
      sessionIdleMs: 60_000,
    });
    await keeper.start();
    return keeper;
  };
  cms.write();
  let keeper = await start();
  await keeper.pull();
  const seen = { redirects: 0, refused: 0, kept: 0, unavailable: 0, invalid: 0, homeless: 0 };
  for (const edit of fc.sample(anEdit, { seed: 1, numRuns: 500 })) {
    const before = public_;
    cms.change(edit);
    cms.write();
    runtime.advance(1_000);
    if (edit.act === 'restart') {
      await keeper.stop();
      [keeper, public_] = [await start(), contentOf([])];
      // A start shows the copy at once, so nothing may be lost by it.
      public_ = keeper.content();
    }
    await keeper.pull();
    check(edit, before);
  }
  for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(3);
  await keeper.stop();
  await cms.cockpit.close();

  function check(edit: Edit, before: SiteContent): void {
    const what = `${JSON.stringify(edit)} in ${JSON.stringify([...cms.items])}`;
    const [last] = keeper.status.pulls;
    const wasShown = new Map(before.pages.map((page) => [idOf(page), page]));
    const published = [...cms.items].filter(([, { isPublished }]) => isPublished);
    const isGood = (item: Item) => !item.isBroken && slugSchema.safeParse(item.slug).success;
    const isThere = published.some(([id, item]) => wasShown.has(id) || (item.slug === 'home' && isGood(item)));
    if (cms.answer !== 'well' || !isThere) {
      const outcome = cms.answer === 'well' || cms.answer === 'emptied' ? 'invalid' : 'unavailable';
      expect(last?.outcome, what).toBe(outcome);
      expect(public_.pages.map(versionOf), what).toEqual(before.pages.map(versionOf));
      seen[outcome]++;
      return;
    }
    const shown = new Map(public_.pages.map((page) => [idOf(page), page]));
    const refused = new Map(keeper.status.refused.map((part) => [part.key, part]));
    for (const id of ids) {
      const item = cms.items.get(id);
      const [page, was] = [shown.get(id), wasShown.get(id)];
      if (!item?.isPublished) {
        // Only the home page stays until there is another one.
        if (page) expect([page.slug, versionOf(page)], what).toEqual(['home', versionOf(was)]);
        if (page) seen.homeless++;
        continue;
      }
      // Nobody takes a page's address from it.
      if (was && (!isGood(item) || item.slug === was.slug)) expect(page?.slug, what).toBe(was.slug);
      if (was?.slugs.de !== undefined && item.german === was.slugs.de) expect(page?.slugs.de, what).toBe(item.german);
      const isCurrent = page !== undefined && versionOf(page) === `${id} ${item.version} at ${item.slug}`;
      expect(refused.has(`pages/${id}`), what).toBe(!isCurrent);
      if (isCurrent) expect(JSON.stringify(page).includes('"kind":"image"'), what).toBe(cms.hasPicture);
      if (isCurrent) continue;
      seen[page ? 'kept' : 'refused']++;
      expect(versionOf(page), what).toBe(versionOf(was));
      expect(refused.get(`pages/${id}`)?.isShown, what).toBe(page !== undefined);
      const isTaken = public_.pages.some((one) => one.slug === item.slug && idOf(one) !== id);
      expect(!isGood(item) || isTaken || was?.slug === 'home', what).toBe(true);
    }
    // Every address that was left leads to where its page is now, and to nobody else's.
    const paths = new Map(public_.pages.flatMap((page) => locales.map((locale) => [addressOf(page, locale), page])));
    const isWrong = ({ from, to }: Redirect) =>
      paths.has(from) || !paths.has(to) || readAddress(from).locale !== readAddress(to).locale;
    expect(public_.redirects.filter(isWrong), what).toEqual([]);
    const led = new Map(public_.redirects.map((redirect) => [redirect.from, redirect.to]));
    for (const was of before.pages)
      for (const locale of locales) {
        const [left, now] = [addressOf(was, locale), shown.get(idOf(was))];
        if (now && !paths.has(left)) expect(led.get(left), what).toBe(addressOf(now, locale));
      }
    seen.redirects += public_.redirects.length;
    const slugs = public_.pages.map(({ slug }) => slug);
    expect([new Set(slugs).size, slugs.includes('home')], what).toEqual([slugs.length, true]);
    const german = public_.pages.map((page) => page.slugs.de ?? page.slug);
    expect(new Set(german).size, what).toBe(german.length);
    const links = JSON.stringify(public_.pages).match(/"href":"[^"]*"/g) ?? [];
    const addresses = new Set(slugs.map((slug) => `"href":"/${slug === 'home' ? '' : slug}"`));
    expect(links.filter((link) => !addresses.has(link)).join(), what).toBe('');
    expect(JSON.stringify(public_.pages), what).not.toContain('"actions":[]');
    const parts = [
      [
        'settings/en/popups/a',
        cms.popup,
        public_.settings.texts.en.popups.length,
        before.settings.texts.en.popups.length,
      ],
      ['calendar/e', cms.event, public_.calendar.length, before.calendar.length],
    ] as const;
    for (const [key, state, now, then] of parts) {
      expect([now, refused.has(key)], what).toEqual([
        state === 'broken' ? then : Number(state === 'good'),
        state === 'broken',
      ]);
    }
    const { tagline } = public_.settings.texts.en;
    expect(refused.has('settings/en/tagline'), what).toBe(!cms.isTaglineGood);
    if (!cms.isTaglineGood) expect(tagline, what).toBe(before.settings.texts.en.tagline);
    expect(last?.outcome, what).toBe(refused.size > 0 ? 'partial' : 'fresh');
    expect(keeper.stats.refused).toBe(refused.size);
  }
});
