import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addressOf } from '../../../src/content/addresses.ts';
import { wordsOf } from '../../../src/content/check-content.ts';
import { mergeContent } from '../../../src/content/pull/merge-content.ts';
import { createLocalSource } from '../../../src/content/sources/local-source.ts';
import type { Entry } from '../../support/cockpit/fake-cockpit.ts';
import type { MadeSite } from '../../support/cockpit/made-site.ts';
import { startMadeV1, startMadeV2 } from '../../support/cockpit/made-site.ts';
import type { EditedContent } from '../../support/small-content.ts';
import { copySmallContent } from '../../support/small-content.ts';
import type { mergedOf } from '../made-content.ts';

/** Redirects, times and folders as each kind of source holds them. */

const now = Date.parse('2026-12-01T08:00:00Z');

async function read(source: Parameters<typeof mergedOf>[0], at: number | null = now) {
  const merged = mergeContent(await source.load(), null, at);
  if (!merged.ok) throw new Error(JSON.stringify(merged.faults));
  const words = merged.refused.map(({ path, faults }) => `${path} ${faults.map(wordsOf).join()}`);
  return { ...merged, words, slugs: merged.content.pages.map(({ slug }) => slug) };
}

describe.each([
  ['cockpit v1', startMadeV1],
  ['cockpit v2', startMadeV2],
] as const)('%s', (name, start) => {
  let site: MadeSite;
  beforeEach(async () => {
    site = await start();
  });
  afterEach(() => site.close());

  const isV1 = name === 'cockpit v1';
  const state = () => site.cockpit!.state;
  const published = (is: boolean) => (isV1 ? { published: is } : { _state: is ? 1 : 0 });
  const german = (field: string) =>
    isV1 ? `${field.replace('_slug', '')}_de${field.endsWith('_slug') ? '_slug' : ''}` : `${field}_de`;
  const edit = (id: string, fields: Entry) =>
    Object.assign(state().collections['pages']?.find(({ _id }) => _id === id) ?? {}, fields);

  it('has no redirects without the collection, and says nothing of it', async () => {
    const { content, refused, warnings } = await read(site.source);
    expect([content.redirects, refused]).toEqual([[], []]);
    expect(JSON.stringify(warnings)).not.toContain('redirect');
  });

  it('gives out redirects that are published, each refused alone', async () => {
    state().collections['redirects'] = [
      { _id: 'r1', from: ' /alt/%C3%BCber/ ', to: '/about', ...published(true) },
      { _id: 'r2', from: '/draft', to: '/about', ...published(false) },
      { _id: 'r3', from: '/login', to: '/about', ...published(true) },
      { _id: 'r4', from: '/evil', to: '//evil.example', ...published(true) },
      { _id: 'r5', from: null, to: 5, ...published(true) },
    ];
    const { content, words, refused } = await read(site.source);
    expect(content.redirects).toEqual([{ from: '/alt/über', to: '/about' }]);
    expect(words).toEqual([
      'redirects//login from: must be another address, because /login belongs to the application, but it holds "/login"',
      'redirects//evil to: must be a path of this site such as /about, or an address that begins with https://, but it holds "//evil.example"',
      'redirects/r5 from: must be a text, but it is empty,to: must be a text, but it holds a number',
    ]);
    expect(refused.map(({ key }) => key)).toEqual(['redirects/r3', 'redirects/r4', 'redirects/r5']);
  });

  it('shows a page, a popup and an event from their times on, which editors may write in short', async () => {
    edit('b2', { publish_at: '2026-12-01 09:00' });
    edit('b3', { publish_at: '2026-12-01', unpublish_at: '2026-12-01T08:00:01Z' });
    const event = state().collections['calendar']?.[0] ?? {};
    event['unpublish_at'] = '2026-12-01T10:00:30';
    const { content, slugs, words, nextAt } = await read(site.source);
    expect(words).toEqual([]);
    expect([slugs.includes('about'), slugs.includes('terms-conditions')]).toEqual([false, true]);
    expect(content.calendar[0]?.unpublishAt).toBe('2026-12-01T10:00:30Z');
    expect(nextAt).toBe(now + 1_000);
    expect((await read(site.source, Date.parse('2026-12-01T09:00:00Z'))).slugs).toContain('about');
  });

  it.each([
    [
      { publish_at: 'tomorrow' },
      'publishAt: must be an instant in UTC such as 2026-12-01T09:00:00Z, but it holds "tomorrow"',
    ],
    [
      { publish_at: '2026-02-30 09:00' },
      'publishAt: must be an instant in UTC such as 2026-12-01T09:00:00Z, but it holds "2026-02-30T09:00:00Z"',
    ],
    [
      { unpublish_at: '2026-12-01T09:00:00+01:00' },
      'unpublishAt: must be an instant in UTC such as 2026-12-01T09:00:00Z, but it holds "2026-12-01T09:00:00+01:00"',
    ],
    [{ unpublish_at: 5 }, 'unpublishAt: must be a text, but it holds a number'],
    [
      { publish_at: '2026-12-02', unpublish_at: '2026-12-01' },
      'unpublishAt: must be later than publishAt, but it is 2026-12-01T00:00:00Z',
    ],
  ])('refuses a page with %j', async (fields, words) => {
    edit('b2', fields);
    expect((await read(site.source)).words).toEqual([`pages/about ${words}`]);
  });

  it('puts a page into a folder, in each language its own', async () => {
    edit('b2', { folder: '/guides/', [german('folder')]: 'ratgeber' });
    edit('b3', { folder: 'guides/law', [german('folder')]: '/', [german('title_slug')]: 'agb' });
    edit('b6', { folder: 'Guides' });
    const { content, words } = await read(site.source);
    const addresses = content.pages.map((page) => [
      addressOf(page, 'en'),
      addressOf(page, 'de'),
      addressOf(page, 'it'),
    ]);
    expect(addresses).toContainEqual(['/guides/about', '/de/ratgeber/ueber-uns', '/it/guides/about']);
    expect(addresses).toContainEqual(['/guides/law/terms-conditions', '/de/agb', '/it/guides/law/terms-conditions']);
    expect(words[0]).toContain('pages/Guides/hostile slug: must be small letters');
    expect(JSON.stringify(content.pages.find(({ slug }) => slug === 'home'))).toContain('"/guides/about"');
    expect(await site.source.loadDraft('guides/about')).toMatchObject({ slug: 'guides/about' });
  });
});

describe('a key of Cockpit v1', () => {
  it('whose rules do not name redirects, as before there were any, gives out everything else', async () => {
    const site = await startMadeV1();
    site.cockpit!.state.closed = ['redirects'];
    const { content, refused } = await read(site.source);
    expect([content.redirects, refused]).toEqual([[], []]);
    await site.close();
  });
});

describe('files', () => {
  let content: EditedContent;
  beforeEach(async () => {
    content = await copySmallContent();
  });
  afterEach(() => content.discard());
  const source = () => createLocalSource(content.folder);

  it('hold redirects in a list, some of them switched off', async () => {
    await content.write(
      'redirects.yaml',
      '- { from: /old/, to: /about }\n- { from: /off, to: /about, isPublished: false }\n- { from: /x, to: /about, when: 5 }\n',
    );
    const { content: site, words } = await read(source());
    expect(site.redirects).toEqual([{ from: '/old', to: '/about' }]);
    expect(words).toEqual(['redirects.yaml[2] has a field when, which does not exist']);
    await content.write('redirects.yaml', 'from: /old\n');
    expect((await read(source())).refused.map(({ key }) => key)).toEqual(['redirects']);
  });

  it('hold the times of a page in page.yaml, and a page in a folder', async () => {
    await mkdir(join(content.folder, 'pages/guides/forex'), { recursive: true });
    await content.write('pages/guides/forex/en.yaml', 'title: Forex\nblocks: []\n');
    await content.write('pages/about/page.yaml', 'publishAt: 2026-12-01T09:00:00Z\n');
    const { slugs, nextAt } = await read(source());
    expect([slugs, nextAt]).toEqual([['guides/forex', 'home'], Date.parse('2026-12-01T09:00:00Z')]);
    await content.write('pages/about/page.yaml', 'publishAt: soon\n');
    expect((await read(source())).words).toEqual([
      'pages/about publishAt: must be an instant in UTC such as 2026-12-01T09:00:00Z, but it holds "soon"',
    ]);
  });
});
