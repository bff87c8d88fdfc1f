import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import type { ContentSource } from '../../../src/content/content-source.ts';
import { ContentUnavailable } from '../../../src/content/content-source.ts';
import { loadWhole } from '../../../src/content/pull/merge-content.ts';
import { createCockpitV1Source } from '../../../src/content/sources/cockpit-v1-source.ts';
import { createLocalSource } from '../../../src/content/sources/local-source.ts';
import { pullContent } from '../../../src/server/cms/pull-content.ts';
import type { FakeCockpit } from '../../support/cockpit/fake-cockpit.ts';
import { fakeToken } from '../../support/cockpit/fake-cockpit-v1.ts';
import { pageEntry, startFilledCockpit } from '../../support/cockpit/filled-cockpit.ts';
import { pictureBytes } from '../../support/cockpit/made-files.ts';
import type { MadeSite } from '../../support/cockpit/made-site.ts';
import { startMadeV1, startMadeV2 } from '../../support/cockpit/made-site.ts';
import { startMadeHttp } from '../../support/content-http/made-function.ts';

/** What `npm run content:pull` writes, and what it never overwrites. */

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pulled-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const pull = (source: ContentSource, more: { withDrafts?: boolean; to?: string } = {}) =>
  pullContent({ source, folder: more.to ?? folder, withDrafts: more.withDrafts ?? false });

/** Every file of the folder, by its path. */
async function filesNow(): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('.git'));
  const read = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    return [path.slice(folder.length + 1), await readFile(path, 'latin1')] as const;
  });
  return Object.fromEntries((await Promise.all(read)).sort());
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

const yamlAt = async (path: string): Promise<unknown> => parse(await readFile(join(folder, path), 'utf8'));
const git = (...args: string[]) =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args]);
const commitAll = () => {
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'All');
};

describe('files, pushed to a CMS and pulled again', () => {
  let cms: FakeCockpit;
  let source: ContentSource;
  beforeEach(async () => {
    cms = await startFilledCockpit();
    source = createCockpitV1Source({ url: cms.url, token: fakeToken });
  });
  afterEach(() => cms.close());

  it('are the same content, in an empty folder', async () => {
    expect(await pull(source)).toMatchObject({ ok: true });
    const pulled = await loadWhole(createLocalSource(folder));
    expect(pulled).toEqual(await loadWhole(createLocalSource('src/content')));
  });

  it('stay as they are, with their comments and Markdown, where they came from', async () => {
    for (const name of ['pages', 'settings', 'images', 'calendar.yaml', 'redirects.yaml'])
      await cp(join('src/content', name), join(folder, name), { recursive: true });
    const before = await filesNow();
    expect(await pull(source)).toMatchObject({ ok: true, text: `Written to ${folder}: 0 files, 0 removed.` });
    expect(await filesNow()).toEqual(before);
  });

  it('have the redirects of editors, and no old address of a page that got another one', async () => {
    await pull(source);
    cms.state.collections['redirects'] = [{ _id: 'r1', from: '/old', to: '/about', published: true }];
    Object.assign(pageEntry(cms, 'about'), { title_slug: 'about-us', title_de_slug: 'ueber-uns' });
    expect(await pull(source)).toMatchObject({ ok: true });
    expect(await yamlAt('redirects.yaml')).toEqual([{ from: '/old', to: '/about' }]);
    expect(await readdir(join(folder, 'pages'))).not.toContain('about');
    expect(await yamlAt('pages/about-us/page.yaml')).toEqual({ slugs: { de: 'ueber-uns' } });
  });

  it('change only where the CMS was edited', async () => {
    await pull(source);
    const before = await filesNow();
    Object.assign(pageEntry(cms, 'about'), { seo_title_de: 'Über uns, bearbeitet' });
    expect((await pull(source)).text).toBe(`Written to ${folder}: 1 files, 0 removed.`);
    const after = await filesNow();
    const changed = Object.keys(after).filter((path) => after[path] !== before[path]);
    expect(changed).toEqual(['.pulled.json', 'pages/about/de.yaml']);
    expect(await yamlAt('pages/about/de.yaml')).toMatchObject({ seoTitle: 'Über uns, bearbeitet' });
  });
});

describe.each([
  ['cockpit v1', startMadeV1],
  ['cockpit v2', startMadeV2],
  ['http', startMadeHttp],
] as const)('the made site of %s', (name, start) => {
  let site: MadeSite;
  beforeEach(async () => {
    site = await start();
  });
  afterEach(() => site.close());

  it('is read from the files as from the CMS, with its picture', async () => {
    expect(await pull(site.source)).toMatchObject({ ok: true });
    const local = createLocalSource(folder);
    const named = (content: unknown) => JSON.stringify(content).replaceAll(site.picture, 'images/hero.png');
    expect(JSON.parse(named(await loadWhole(local)))).toEqual(JSON.parse(named(await loadWhole(site.source))));
    expect(await local.loadPicture('images/hero.png')).toMatchObject({ bytes: Buffer.from(pictureBytes) });
  });

  it('is written once: a second pull changes nothing', async () => {
    await pull(site.source);
    const first = await filesNow();
    expect((await pull(site.source)).text).toContain(`Written to ${folder}: 0 files, 0 removed.`);
    expect(await filesNow()).toEqual(first);
  });

  it('loses the files of a page that the CMS has no more', async () => {
    await pull(site.source);
    await site.remove('hostile');
    expect((await pull(site.source)).text).toContain('0 files, 1 removed.');
    expect(await readdir(join(folder, 'pages'))).toEqual(['about', 'home', 'terms-conditions']);
  });

  it('keeps the file of a page that breaks the model, and says how', async () => {
    await pull(site.source);
    const first = await filesNow();
    await site.breakTitle();
    const { ok, text } = await pull(site.source);
    expect(ok).toBe(false);
    expect(text).toContain('pages/about: not written\n  pages/about/en: title: must be a text, but it holds a list');
    expect(await filesNow()).toEqual(first);
  });

  it('has no draft unless that is wanted', async () => {
    await pull(site.source);
    expect(JSON.stringify(await filesNow())).not.toContain('draft-page');
    const { ok, text } = await pull(site.source, { withDrafts: true });
    if (name === 'cockpit v2') {
      expect([ok, text]).toEqual([false, expect.stringContaining('does not give out drafts')]);
      return;
    }
    expect(await yamlAt('pages/draft-page/page.yaml')).toEqual({ isPublished: false });
    expect((await createLocalSource(folder).loadDraft('draft-page'))?.texts.en.title).toBe('Draft page');
    const withDraft = await filesNow();
    expect((await pull(site.source, { withDrafts: true })).text).toContain('0 files, 0 removed.');
    expect((await pull(site.source)).text).toContain('0 files, 0 removed.');
    expect(await filesNow()).toEqual(withDraft);
  });

  it('is without a picture that does not exist, and says so', async () => {
    const loadPicture = () => Promise.resolve(null);
    const { ok, text } = await pull({ ...site.source, loadPicture });
    expect(ok).toBe(true);
    expect(text).toContain(`pages/about: warning\n  ${site.picture} does not exist and is left out`);
    const { pages } = await loadWhole(createLocalSource(folder));
    expect(JSON.stringify(pages)).not.toMatch(/hero\.png|"src"/);
  });

  it('is not written at all while its pictures cannot be loaded, or it does not answer', async () => {
    const away = () => Promise.reject(new ContentUnavailable('away'));
    await expect(pull({ ...site.source, loadPicture: away })).rejects.toThrow('away');
    await expect(pull({ ...site.source, load: away })).rejects.toThrow('away');
    expect(await filesNow()).toEqual({});
  });
});

describe('what somebody else wrote', () => {
  let site: MadeSite;
  beforeEach(async () => {
    site = await startMadeHttp();
  });
  afterEach(() => site.close());

  const mine = stringify({ title: 'Mine', blocks: [] });

  it.each([
    ['a page that the CMS has', 'pages/about/en.yaml'],
    ['a page that it does not have', 'pages/mine/en.yaml'],
  ])('is not replaced if it is not committed: %s', async (_what, path) => {
    await write(path, mine);
    const before = await filesNow();
    const { ok, text } = await pull(site.source);
    expect([ok, text]).toEqual([false, expect.stringContaining(`:\n  ${path}`)]);
    expect(await filesNow()).toEqual(before);
  });

  it('is replaced if it is committed, and only then', async () => {
    await write('pages/about/en.yaml', mine);
    await write('pages/mine/en.yaml', mine);
    commitAll();
    await write('pages/about/en.yaml', `${mine}# edited\n`);
    expect(await pull(site.source)).toMatchObject({ ok: false });
    git('commit', '-qam', 'Edited');
    expect(await pull(site.source)).toMatchObject({ ok: true });
    expect(await readdir(join(folder, 'pages'))).toEqual(['about', 'home', 'hostile', 'terms-conditions']);
    expect(git('show', 'HEAD:pages/about/en.yaml').toString()).toContain('# edited');
  });

  it('is not replaced if a pull wrote it and it was edited since', async () => {
    await pull(site.source);
    await write('pages/hostile/en.yaml', mine);
    const before = await filesNow();
    const { ok, text } = await pull(site.source);
    expect([ok, text]).toEqual([false, expect.stringContaining('  pages/hostile/en.yaml')]);
    expect(await filesNow()).toEqual(before);
  });

  it('is left alone beside the content: code, notes, pictures', async () => {
    const others = ['README.md', 'model/blocks.ts', 'images/own.png', 'pages/notes.txt'];
    for (const path of others) await write(path, 'mine');
    expect(await pull(site.source)).toMatchObject({ ok: true });
    for (const path of others) expect(await readFile(join(folder, path), 'utf8')).toBe('mine');
  });

  it('is a picture of the same name, beside which the other gets a name of its own', async () => {
    await write('images/hero.png', 'mine');
    await pull(site.source);
    const names = await readdir(join(folder, 'images'));
    expect(names).toEqual([expect.stringMatching(/^hero-[0-9a-f]{8}\.png$/), 'hero.png']);
    expect(await readFile(join(folder, 'images/hero.png'), 'utf8')).toBe('mine');
  });
});

it('writes nothing of a CMS without a home page', async () => {
  const site = await startMadeHttp();
  await site.remove('home');
  const { ok, text } = await pull(site.source);
  expect([ok, text]).toEqual([false, 'Nothing was written.\n  pages: must be home, but it is empty']);
  expect(await filesNow()).toEqual({});
  await site.close();
});
