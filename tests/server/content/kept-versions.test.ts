import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PulledContent } from '../../../src/content/content-source.ts';
import { ContentUnavailable } from '../../../src/content/content-source.ts';
import type { SiteContent } from '../../../src/content/model/site-content.ts';
import { createContentCopy } from '../../../src/server/content/content-copy.ts';
import type { ContentKeeper } from '../../../src/server/content/content-keeper.ts';
import { createContentKeeper } from '../../../src/server/content/content-keeper.ts';
import { createContentReader } from '../../../src/server/content/content-reader.ts';
import { contentOf, pageOf, pulledOf, sourceOf } from '../../content/made-content.ts';
import { createTestRuntime } from '../../support/test-runtime.ts';

/** Tests what the keeper keeps of a refused page, over restarts and at another address, and what it says of it. */

const runtime = createTestRuntime();
const cms = 'cockpit v1 at https://cms.example.com';
const elsewhere = 'cockpit v1 at http://cms.internal:8080';

let folder: string;
let keepers: ContentKeeper[];
/** What visitors see, by slug. */
let shown: Record<string, string>;
let log: { level: string; facts: object; message: string }[];
let pulled: PulledContent | Error;

const title = (slug: string, text: string) => pageOf(slug, [], { texts: { en: { title: text, blocks: [] } } });
const site = (text: string) => pulledOf(contentOf([title('home', text), title('about', text)]));
const fault = { path: 'pages/about/en components', expected: 'layout', found: 'string "<p>"' };

/** A pull in which the page `about` is refused. */
function refusing({ parts, warnings }: PulledContent): PulledContent {
  return {
    parts: parts.map((part) =>
      part.key === 'pages/about' ? { ok: false, key: part.key, path: part.path, faults: [fault] } : part,
    ),
    warnings,
  };
}

const copyFile = () => join(folder, 'copy.json');

async function start(name = cms, isLocal = false): Promise<ContentKeeper> {
  const say = (level: string) => (facts: object, message: string) => void log.push({ level, facts, message });
  const load = () => (pulled instanceof Error ? Promise.reject(pulled) : Promise.resolve(pulled));
  const source = { ...sourceOf([]), name, load };
  const keeper = createContentKeeper({
    reader: createContentReader({ source, copy: createContentCopy(copyFile(), name), built: null }),
    isLocal,
    publish({ pages }: SiteContent) {
      shown = Object.fromEntries(pages.map(({ slug, texts }) => [slug, texts.en.title]));
      return Promise.resolve();
    },
    logger: { info: say('info'), warn: say('warn'), error: say('error') } as never,
    ...{ onKept: () => Promise.resolve(), schedule: () => () => undefined, now: runtime.now, sessionIdleMs: 60_000 },
  });
  keepers.push(keeper);
  await keeper.start();
  return keeper;
}

const warned = () => log.filter(({ level }) => level === 'warn').map(({ message }) => message);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kept-versions-'));
  [keepers, shown, log, pulled] = [[], {}, [], site('first')];
});
afterEach(async () => {
  await Promise.all(keepers.map((keeper) => keeper.stop()));
  await rm(folder, { recursive: true });
});

describe('a page that is refused', () => {
  test('is in the status and the log once, with words and since when, until it is mended', async () => {
    const keeper = await start();
    await keeper.pull();
    pulled = refusing(site('second'));
    runtime.advance(5_000);
    const since = runtime.now();
    await keeper.pull();
    runtime.advance(5_000);
    await keeper.pull();
    expect(shown).toEqual({ about: 'first', home: 'second' });
    expect(keeper.status.refused).toEqual([
      {
        ...{ key: 'pages/about', where: 'pages/about', isShown: true, since },
        faults: [{ path: fault.path, words: 'English: components: must be a layout, but it holds a text' }],
      },
    ]);
    expect(keeper.status.pulls[0]).toEqual({
      at: runtime.now(),
      outcome: 'partial',
      reason: null,
      changes: { published: 0, removed: 0 },
    });
    expect(warned()).toEqual(['a part of the content is refused; its last good version stays']);
    expect([keeper.stats.last, keeper.stats.refused]).toEqual(['partial', 1]);
    pulled = site('third');
    await keeper.pull();
    expect(shown).toEqual({ about: 'third', home: 'third' });
    expect([keeper.status.refused, keeper.stats.last]).toEqual([[], 'fresh']);
    expect(log.map(({ message }) => message)).toContain('a part of the content is refused no more');
  });

  test.each([
    ['a CMS', false],
    ['files', true],
  ])('still shows its last good version after a restart on %s, and says since when', async (_what, isLocal) => {
    const first = await start('local', isLocal);
    await first.pull();
    pulled = refusing(site('second'));
    await first.pull();
    const [{ since } = { since: 0 }] = first.status.refused;
    await first.stop();
    runtime.advance(60_000);
    shown = {};
    const second = await start('local', isLocal);
    await second.pull();
    expect(shown).toEqual({ about: 'first', home: 'second' });
    expect(second.status.refused).toMatchObject([{ isShown: true, since }]);
  });

  test('counts after a restart while the CMS is down, and the log says when pulls work again', async () => {
    pulled = refusing(site('first'));
    const first = await start();
    expect(warned()).toEqual(['a part of the content is refused; it is not published']);
    await first.stop();
    pulled = new ContentUnavailable('it is down');
    const second = await start();
    await second.pull();
    expect([second.stats.last, second.stats.refused]).toEqual(['unavailable', 1]);
    log = [];
    pulled = refusing(site('second'));
    await second.pull();
    await second.pull();
    expect(log.filter(({ level }) => level === 'info').map(({ message }) => message)).toEqual([
      'the content is up to date, except for what is refused',
    ]);
    pulled = site('third');
    await second.pull();
    expect([second.stats.last, second.stats.refused]).toEqual(['fresh', 0]);
  });

  test('does not stop a failure from being told: the reason is in the status', async () => {
    const keeper = await start();
    pulled = new ContentUnavailable('/api/x answered 502');
    await keeper.pull();
    expect(keeper.status.pulls[0]).toMatchObject({ outcome: 'unavailable', reason: '/api/x answered 502' });
    pulled = { parts: pulledOf(contentOf([title('news', 'alone')])).parts, warnings: [] };
    await keeper.pull();
    expect(keeper.status.pulls[0]).toMatchObject({
      outcome: 'invalid',
      reason: expect.stringContaining('home') as string,
    });
    expect(shown).toEqual({ about: 'first', home: 'first' });
  });
});

test('a warning is logged once, and is in the status as long as it holds', async () => {
  const warning = { kind: 'picture' as const, path: 'pages/about', text: 'a.png is not a picture and is left out' };
  pulled = { ...site('first'), warnings: [warning] };
  const keeper = await start();
  await keeper.pull();
  await keeper.pull();
  expect(warned()).toEqual(['the content has a fault to correct']);
  expect(keeper.status.warnings).toEqual([warning]);
});

describe('the copy of a CMS', () => {
  const stop = async () => {
    await keepers.at(-1)?.stop();
    [shown, log] = [{}, []];
  };

  test.each(['http://cms.example.com', 'https://cms.example.com/'])('is its own at %s too', async (address) => {
    await (await start()).pull();
    await stop();
    pulled = new ContentUnavailable('it is down');
    const keeper = await start(`cockpit v1 at ${address}`);
    expect([shown['home'], keeper.status.elsewhere]).toEqual(['first', null]);
  });

  test('is shown at another address only if nothing can be pulled, with a warning, until that succeeds', async () => {
    await (await start()).pull();
    await stop();
    pulled = new ContentUnavailable('it is down');
    const keeper = await start(elsewhere);
    expect([shown['home'], keeper.status.elsewhere, keeper.stats.last]).toEqual(['first', cms, 'unavailable']);
    expect(warned()).toContain('the content is shown from a copy of another address until it can be pulled');
    pulled = site('second');
    await keeper.pull();
    expect([shown['home'], keeper.status.elsewhere]).toEqual(['second', null]);
  });

  test('stands in for refused pages at its new address, but not for those of another CMS', async () => {
    await (await start()).pull();
    await stop();
    pulled = refusing(site('moved'));
    const moved = await start(elsewhere);
    expect(shown).toEqual({ about: 'first', home: 'moved' });
    await moved.stop();
    const parts = refusing(site('other')).parts.map((part) => {
      return part.key.startsWith('pages/') ? { ...part, key: `${part.key}-of-another` } : part;
    });
    pulled = { parts: parts.map((part) => ({ ...part, path: part.key })), warnings: [] };
    await start('cockpit v1 at https://another.example');
    expect(shown).toEqual({ home: 'other' });
  });

  test('of the release before is read: its pages stand in by their slugs', async () => {
    const { pages, settings, calendar } = contentOf([title('home', 'old'), title('about', 'old')]);
    await writeFile(copyFile(), JSON.stringify({ source: cms, content: { pages, settings, calendar } }));
    const named = refusing(site('new')).parts.map((part) => {
      return part.key.startsWith('pages/') ? { ...part, key: part.key.replace('pages/', 'pages/b-') } : part;
    });
    pulled = { parts: named, warnings: [] };
    const keeper = await start();
    await keeper.pull();
    expect(shown).toEqual({ about: 'old', home: 'new' });
    expect(await readFile(copyFile(), 'utf8')).toContain('pages/b-about');
  });

  test.each(['', '{', '{"source":1}', `{"source":"${cms}","parts":[["pages/a",null]],"refusedSince":{}}`])(
    'that is damaged is not used: %s',
    async (text) => {
      await writeFile(copyFile(), text);
      pulled = new ContentUnavailable('it is down');
      await expect(start()).rejects.toThrow('there is no copy of it');
    },
  );
});
