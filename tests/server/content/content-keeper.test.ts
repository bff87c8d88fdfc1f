import { mkdtemp, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ContentSource } from '../../../src/content/content-source.ts';
import { ContentUnavailable } from '../../../src/content/content-source.ts';
import type { SiteContent } from '../../../src/content/model/site-content.ts';
import { createContentCopy } from '../../../src/server/content/content-copy.ts';
import type { ContentKeeper } from '../../../src/server/content/content-keeper.ts';
import { createContentKeeper } from '../../../src/server/content/content-keeper.ts';
import { contentOf, pageOf, sourceOf } from '../../content/made-content.ts';
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
    ...{ source: { ...sourceOf([]), ...source }, isLocal, copy: copyAt(copyFile()), built: built() },
    publish(content) {
      if (titleOf(content) === failing) return Promise.reject(new Error('a page fails'));
      published.push(titleOf(content));
      return Promise.resolve();
    },
    ...{ onKept: () => Promise.resolve(), logger: quiet, schedule: () => () => undefined, now: runtime.now },
  }));
}

const silent = { load: () => Promise.reject(new ContentUnavailable('it is silent')) };
const holding = (title: string) => ({ load: () => Promise.resolve(siteOf(title)) });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keeper-'));
  [published, failing] = [[], null];
});
afterEach(async () => {
  await keeper?.stop();
  await rm(folder, { recursive: true });
});

describe('a start', () => {
  const [early, late] = [new Date('2026-11-01'), new Date('2026-11-02')];

  test.each([
    ['build', early, late],
    ['copy', late, early],
  ])('while the CMS is silent shows the newer of both: the %s', async (newer, ofCopy, ofBuild) => {
    await copyAt(copyFile()).save(siteOf('copy'), ofCopy);
    await built().save(siteOf('build'), ofBuild);
    await create(silent).start();
    expect(published).toEqual([newer]);
  });

  test('shows no copy of another CMS', async () => {
    await copyAt(copyFile(), 'cockpit v1 at https://another.example').save(siteOf('another'));
    await expect(create(silent).start()).rejects.toThrow('there is no copy of it');
    expect(published).toEqual([]);
  });

  test.each([
    ['files on this machine', true],
    ['a CMS', false],
  ])('whose pages fail names them and the reason, although %s answered', async (_, isLocal) => {
    await copyAt(copyFile()).save(siteOf('Home'));
    failing = 'Home';
    await expect(create(holding('Home'), isLocal).start()).rejects.toThrow(
      'The content could not be published: a page fails',
    );
  });

  test('shows the other copy if the newer one can no longer be published', async () => {
    await copyAt(copyFile()).save(siteOf('copy'), late);
    await built().save(siteOf('build'), early);
    failing = 'copy';
    await create(silent).start();
    expect(published).toEqual(['build']);
  });

  test('with local files shows those, and no older copy first', async () => {
    await copyAt(copyFile()).save(siteOf('copy'));
    await create(holding('files'), true).start();
    expect(published).toEqual(['files']);
  });

  test('shows a copy if local files cannot be read', async () => {
    await copyAt(copyFile()).save(siteOf('copy'));
    await create(silent, true).start();
    expect(published).toEqual(['copy']);
  });
});

test('a copy is written again when the content differs, and not otherwise', async () => {
  let title = 'first';
  const source = { load: () => Promise.resolve(siteOf(title)) };
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
