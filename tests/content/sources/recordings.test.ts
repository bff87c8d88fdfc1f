import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ContentSource } from '../../../src/content/content-source.ts';
import { ContentUnavailable } from '../../../src/content/content-source.ts';
import { findPage, pageIn, settingsIn } from '../../../src/content/localise.ts';
import { siteContent } from '../../../src/content/model/site-content.ts';
import { createCockpitV1Source } from '../../../src/content/sources/cockpit-v1-source.ts';
import { createCockpitV2Source } from '../../../src/content/sources/cockpit-v2-source.ts';
import { loadWhole } from '../../../src/content/pull/merge-content.ts';
import type { Entry, FakeAnswer, FakeCockpit, FakeRequest } from '../../support/cockpit/fake-cockpit.ts';
import { startFakeCockpit } from '../../support/cockpit/fake-cockpit.ts';

/**
 * Tests the sources with recorded replies of real servers, if there are any in the folder CMS_RECORDINGS (by default
 * ../shared/cms-recordings); which tests exist depends on them. Content that the site needs but the recorded servers
 * lacked is added.
 */

const folder = process.env.CMS_RECORDINGS ?? '../shared/cms-recordings';

interface Recording {
  response: { status: number; headers?: Record<string, string>; body?: unknown; bodyText?: string };
}

function recordingsOf(version: 'v1' | 'v2'): ReadonlyMap<string, Recording> {
  const path = join(folder, version);
  const files = existsSync(path) ? readdirSync(path).filter((name) => name.endsWith('.json')) : [];
  return new Map(
    files.flatMap((name): [string, Recording][] => {
      const recording = JSON.parse(readFileSync(join(path, name), 'utf8')) as Partial<Recording>;
      return recording.response ? [[name.replace('.json', ''), recording as Recording]] : [];
    }),
  );
}

const needed = { tagline: 'A broker.', risk_title: 'Risk', risk_text: 'All.', contact: { company: 'Example Capital' } };
const first = (recordings: ReadonlyMap<string, Recording>, name: string) => recordings.get(name)?.response.body;

let cockpit: FakeCockpit | undefined;
afterEach(() => cockpit?.close());

async function onReplay(
  create: typeof createCockpitV1Source,
  answer: (request: FakeRequest) => FakeAnswer,
): Promise<ContentSource> {
  cockpit = await startFakeCockpit(answer);
  return create({ url: cockpit.url, token: 'recorded' });
}

const v1 = recordingsOf('v1');
const v2 = recordingsOf('v2');
/** Replies that are not content. Each must be distinguished from an empty list. */
const failures = [...v1, ...v2].filter(
  ([, { response }]) => response.status >= 400 || response.bodyText?.startsWith('<'),
);

describe('the list of recordings', () => {
  it('is read if there is one', () => {
    expect(existsSync(folder) ? v1.size > 0 && v2.size > 0 : v1.size + v2.size === 0).toBe(true);
  });
});

for (const [name, { response }] of failures) {
  describe(`the recorded failure ${name}`, () => {
    const body = response.bodyText ?? (response.body === undefined ? '' : JSON.stringify(response.body));
    it.each([createCockpitV1Source, createCockpitV2Source])('counts as unavailable', async (create) => {
      const source = await onReplay(create, () => ({ status: response.status, text: body }));
      await expect(loadWhole(source)).rejects.toThrow(ContentUnavailable);
    });
  });
}

if (v1.has('collection-lang-absent') && v1.has('singleton-get') && v1.has('collection-home-layout')) {
  describe('a recorded Cockpit v1', () => {
    const answer = ({ path }: FakeRequest): FakeAnswer => {
      const pages = ['collection-lang-absent', 'collection-home-layout', 'wysiwyg-html-not-sanitized'].flatMap(
        (name) => first(v1, name) as Entry[],
      );
      const named = pages.map((page) => ({ title: 'Hostile', title_slug: 'xss-test', published: true, ...page }));
      const all = [...named, ...((first(v1, 'collection-get-unpublished-without-filter') ?? []) as Entry[])];
      if (path.endsWith('/Settings'))
        return { status: 200, json: { ...(first(v1, 'singleton-get') as Entry), ...needed } };
      return { status: 200, json: path.endsWith('/pages') ? all : [] };
    };

    it('is read whole: languages, layout, repeaters, pictures, nothing that runs, no draft', async () => {
      const content = await loadWhole(await onReplay(createCockpitV1Source, answer));
      expect(siteContent.safeParse(content).error).toBeUndefined();
      expect(content.pages.map(({ slug }) => slug)).toEqual(['about', 'home', 'xss-test']);
      const about = findPage(content.pages, 'ueber-uns', 'de');
      expect(about && pageIn(about, 'de')).toMatchObject({ title: 'Über uns', description: 'About the company' });
      const blocks = findPage(content.pages, 'home', 'en')?.texts.en.blocks;
      expect(blocks?.map(({ kind }) => kind)).toEqual([
        ...['hero', 'rich-text', 'image', 'call-to-action', 'rich-text', 'rich-text'],
      ]);
      expect(settingsIn(content.settings, 'de').popups).toHaveLength(1);
      expect(JSON.stringify(content)).not.toMatch(/<script|onclick|javascript:/);
    });
  });
}

if (v2.has('items-found') && v2.has('locale-de') && v2.has('singleton-get') && v2.has('singleton-get-de')) {
  describe('a recorded Cockpit v2', () => {
    const answer = ({ query }: FakeRequest): FakeAnswer => {
      const isGerman = query.get('locale') === 'de';
      const pages = first(v2, isGerman ? 'locale-de' : 'items-found');
      const drafts = (first(v2, 'populate-draft-link') as { related?: Entry[] }[])[0]?.related ?? [];
      const settings = first(v2, isGerman ? 'singleton-get-de' : 'singleton-get') as Entry;
      // The recordings have no home page, which every site needs.
      const home = { _id: 'home', _state: 1, title: 'Home', title_slug: 'home' };
      const all = [...(pages as Entry[]), home, ...drafts];
      return { status: 200, json: { pages: all, calendar: [], Settings: { ...settings, ...needed } } };
    };

    it('is read whole: languages, questions, pictures, no draft', async () => {
      const content = await loadWhole(await onReplay(createCockpitV2Source, answer));
      expect(siteContent.safeParse(content).error).toBeUndefined();
      expect(content.pages.map(({ slug }) => slug)).toEqual(['about', 'home']);
      const about = findPage(content.pages, 'ueber-uns', 'de');
      expect(about && pageIn(about, 'de')).toMatchObject({ title: 'Über uns', description: 'About the company' });
      expect(about?.texts.en.blocks.map(({ kind }) => kind)).toEqual(['image', 'rich-text', 'faq', 'image']);
      expect(about?.shareImage).toMatchObject({ width: 640, height: 320 });
      expect(settingsIn(content.settings, 'de').popups).toHaveLength(1);
    });
  });
}
