import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ContentSource } from '../../../src/content/content-source.ts';
import { ContentUnavailable } from '../../../src/content/content-source.ts';
import { createCockpitV1Source } from '../../../src/content/sources/cockpit-v1-source.ts';
import { checkSource } from '../../../src/server/cms/check-source.ts';
import type { Entry, FakeCockpit } from '../../support/cockpit/fake-cockpit.ts';
import { fakeToken } from '../../support/cockpit/fake-cockpit-v1.ts';
import { startMadeV1, startMadeV2 } from '../../support/cockpit/made-site.ts';
import { startMadeHttp } from '../../support/content-http/made-function.ts';

/** What `npm run content:check` says of a CMS. */

let cms: FakeCockpit;
let source: ContentSource;

beforeEach(async () => {
  const made = await startMadeV1();
  if (!made.cockpit) throw new Error('A made Cockpit is one');
  cms = made.cockpit;
  source = createCockpitV1Source({ url: cms.url, token: fakeToken });
  const bytes = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();
  for (const path of Object.keys(cms.state.files)) cms.state.files[path] = new Uint8Array(bytes);
  // The site that the tests of all sources share has a link to a draft.
  cms.state.collections['pages'] = pages().map(
    (entry) => JSON.parse(JSON.stringify(entry).replace('"_id":"b5","link"', '"_id":"b3","link"')) as Entry,
  );
});
afterEach(() => cms.close());

const pages = () => cms.state.collections['pages'] ?? [];
const entry = (id: string) => pages().find(({ _id }) => _id === id) ?? {};

async function check() {
  const before = structuredClone(cms.state);
  const { outcome } = await checkSource(source);
  expect(cms.state).toEqual(before);
  return outcome;
}

it('finds nothing wrong with a good site, and counts its drafts', async () => {
  expect(await check()).toEqual({
    ...{ ok: true, isResult: true },
    text: `cockpit v1 at ${cms.url}: 0 faults, 0 warnings, 1 drafts`,
  });
});

it('lists every fault of every part in the words of an editor', async () => {
  Object.assign(entry('b3'), { content: 5, seo_title: ['x'] });
  Object.assign(cms.state.singletons['Settings'] ?? {}, { risk_title: 7 });
  const { ok, text } = await check();
  expect(ok).toBe(false);
  expect(text.split('\n')).toEqual([
    'pages/terms-conditions: refused',
    '  pages/terms-conditions/en: content: must be a text, but it holds a number',
    '  pages/terms-conditions/en: SEO title: must be a text, but it holds a list',
    'Settings/en riskTitle: refused',
    '  Settings/en: riskTitle: must be a text, but it holds a number',
    `cockpit v1 at ${cms.url}: 3 faults, 0 warnings, 1 drafts`,
  ]);
});

it('says who has the slug of another page, and which links and pictures are left out', async () => {
  Object.assign(entry('b6'), { title_slug: 'about' });
  Object.assign(entry('b3'), { content: '<p><a href="/nowhere">x</a><img src="/storage/uploads/none.png"></p>' });
  const { ok, text } = await check();
  expect(ok).toBe(false);
  expect(text).toContain('pages/about: refused\n  pages/about: slug: must be a slug of its own, but it is about');
  expect(text).toContain('pages/terms-conditions: warning\n  a link to /nowhere is left out');
  expect(text).toContain(
    'pages/terms-conditions: warning\n  /storage/uploads/none.png is not a picture and is left out',
  );
});

it('says what is wrong with a draft, which is not a failure', async () => {
  Object.assign(entry('b5'), { content: 5 });
  const { ok, text } = await check();
  expect(ok).toBe(true);
  expect(text).toContain('pages/draft-page (draft): refused\n');
});

it('refuses a picture that is none, and one that cannot be loaded for the moment', async () => {
  const [path = ''] = Object.keys(cms.state.files);
  cms.state.files[path] = new Uint8Array([1, 2, 3]);
  expect((await check()).text).toContain(`${path} is not a picture and is left out`);
  const later = { ...source, loadPicture: () => Promise.reject(new ContentUnavailable('the host is away')) };
  const { outcome } = await checkSource(later);
  expect(outcome.ok).toBe(false);
  expect(outcome.text).toContain('the host is away');
});

it.each([
  ['cockpit v2', startMadeV2],
  ['http', startMadeHttp],
] as const)('reads %s too', async (name, start) => {
  const site = await start();
  const { outcome, content } = await checkSource(site.source);
  expect(outcome.ok).toBe(true);
  expect(outcome.text.split('\n').at(-1)).toContain(`${name} at `);
  expect(content?.pages.map(({ slug }) => slug)).toEqual(['about', 'home', 'hostile', 'terms-conditions']);
  await site.close();
});
