import { mkdtemp, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ContentSource } from '../../../src/content/content-source.ts';
import { ContentUnavailable } from '../../../src/content/content-source.ts';
import type { SiteContent } from '../../../src/content/model/site-content.ts';
import type { KeptContent } from '../../../src/content/pull/kept-content.ts';
import { partsOfContent } from '../../../src/content/pull/kept-content.ts';
import { createContentCopy } from '../../../src/server/content/content-copy.ts';
import type { ContentKeeper } from '../../../src/server/content/content-keeper.ts';
import { createContentKeeper } from '../../../src/server/content/content-keeper.ts';
import { createContentReader } from '../../../src/server/content/content-reader.ts';
import { contentOf, pageOf, pulledOf, sourceOf } from '../../content/made-content.ts';
import { createTestRuntime } from '../../support/test-runtime.ts';

const siteOf = (title: string) => contentOf([pageOf('home', [], { texts: { en: { title, blocks: [] } } })]);
const titleOf = ({ pages }: SiteContent) => pages[0]?.texts.en.title;

const runtime = createTestRuntime();
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

let folder: string;
let keeper: ContentKeeper | undefined;
/** The titles of the published content, in order. */
let published: unknown[];
/** The title of content that cannot be published. */
let failing: string | null;

const copyFile = () => join(folder, 'data/copy.json');
const copyAt = (file: string, source = 'made') => createContentCopy(file, source);
const built = () => copyAt(join(folder, 'content.json'));

function create(source: Pick<ContentSource, 'load'>, isLocal = false): ContentKeeper {
  return (keeper = createContentKeeper({
    reader: createContentReader({ source: { ...sourceOf([]), ...source }, copy: copyAt(copyFile()), built: built() }),
    isLocal,
    publish(content) {
      if (titleOf(content) === failing) return Promise.reject(new Error('a page fails'));
      published.push(titleOf(content));
      return Promise.resolve();
    },
    ...{ onKept: () => Promise.resolve(), logger: quiet, schedule: () => () => undefined },
    ...{ now: runtime.now, sessionIdleMs: 45 * 60_000 },
  }));
}

const silent = { load: () => Promise.reject(new ContentUnavailable('it is silent')) };
const holding = (title: string) => ({ load: () => Promise.resolve(pulledOf(siteOf(title))) });
const keptOf = (title: string): KeptContent => ({ parts: partsOfContent(siteOf(title)), refusedSince: {} });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keeper-'));
  [published, failing] = [[], null];
});
afterEach(async () => {
  await keeper?.stop();
  await rm(folder, { recursive: true });
});

test('placeholders are filled in with the settings of this server', async () => {
  await create(holding('Ends after {{idleTime}}'), true).start();
  expect(published).toEqual(['Ends after 45 minutes']);
});

describe('a start', () => {
  const [early, late] = [new Date('2026-11-01'), new Date('2026-11-02')];

  test.each([
    ['build', early, late],
    ['copy', late, early],
  ])('while the CMS is silent shows the newer of both: the %s', async (newer, ofCopy, ofBuild) => {
    await copyAt(copyFile()).save(keptOf('copy'), ofCopy);
    await built().save(keptOf('build'), ofBuild);
    await create(silent).start();
    expect(published).toEqual([newer]);
  });

  test('shows no copy of another kind of source', async () => {
    await copyAt(copyFile(), 'cockpit v1 at https://another.example').save(keptOf('another'));
    await expect(create(silent).start()).rejects.toThrow('there is no copy of it');
    expect(published).toEqual([]);
  });

  test.each([
    ['files on this machine', true],
    ['a CMS', false],
  ])('whose pages fail names them and the reason, although %s answered', async (_, isLocal) => {
    await copyAt(copyFile()).save(keptOf('Home'));
    failing = 'Home';
    await expect(create(holding('Home'), isLocal).start()).rejects.toThrow(
      'The content could not be published: a page fails',
    );
  });

  test('shows the other copy if the newer one can no longer be published', async () => {
    await copyAt(copyFile()).save(keptOf('copy'), late);
    await built().save(keptOf('build'), early);
    failing = 'copy';
    await create(silent).start();
    expect(published).toEqual(['build']);
  });

  test('takes a part that a newer build never had from the copy, while the source refuses it', async () => {
    const home = ['pages/home', pageOf('home', [])] as const;
    const others = partsOfContent(contentOf([]));
    const about = ['pages/a', pageOf('about', [])] as const;
    await copyAt(copyFile()).save({ parts: [home, about, ...others], refusedSince: { 'pages/a': 1 } }, early);
    await built().save({ parts: [home, ...others], refusedSince: { 'pages/a': 2 } }, late);
    const pages = pulledOf(contentOf([pageOf('home', [])])).parts;
    const refused = { ok: false as const, key: 'pages/a', path: 'pages/a', faults: [] };
    const started = create({ load: () => Promise.resolve({ parts: [...pages, refused], warnings: [] }) });
    await started.start();
    await started.pull();
    expect(started.content().pages.map(({ slug }) => slug)).toEqual(['about', 'home']);
    expect(started.status.refused).toMatchObject([{ key: 'pages/a', isShown: true }]);
  });

  test('with local files shows those, and no older copy first', async () => {
    await copyAt(copyFile()).save(keptOf('copy'));
    await create(holding('files'), true).start();
    expect(published).toEqual(['files']);
  });

  test('shows a copy if local files cannot be read', async () => {
    await copyAt(copyFile()).save(keptOf('copy'));
    await create(silent, true).start();
    expect(published).toEqual(['copy']);
  });
});

test('a copy is written again when the content differs, and not otherwise', async () => {
  let title = 'first';
  const source = { load: () => Promise.resolve(pulledOf(siteOf(title))) };
  await create(source, true).start();
  const longAgo = new Date('2026-11-01');
  await utimes(copyFile(), longAgo, longAgo);
  await keeper?.pull();
  expect((await stat(copyFile())).mtime).toEqual(longAgo);
  title = 'second';
  await keeper?.pull();
  expect(await copyAt(copyFile()).load()).toMatchObject({ content: siteOf('second') });
});

test('the content is published again on the next day until that succeeds, and not on the same day', async () => {
  await create(holding('files'), true).start();
  await keeper?.refresh();
  expect(published).toHaveLength(1);
  runtime.advance(24 * 60 * 60_000);
  failing = 'files';
  await expect(keeper?.refresh()).rejects.toThrow('a page fails');
  failing = null;
  await keeper?.refresh();
  await keeper?.refresh();
  expect(published).toEqual(['files', 'files']);
});
