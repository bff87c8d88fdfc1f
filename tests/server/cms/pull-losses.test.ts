import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCockpitV1Source } from '../../../src/content/sources/cockpit-v1-source.ts';
import { pullContent } from '../../../src/server/cms/pull-content.ts';
import type { FakeCockpit } from '../../support/cockpit/fake-cockpit.ts';
import { fakeToken } from '../../support/cockpit/fake-cockpit-v1.ts';
import { pageEntry, startFilledCockpit } from '../../support/cockpit/filled-cockpit.ts';

/** What `npm run content:pull` must not lose while parts are refused. */

let folder: string;
let cms: FakeCockpit;

beforeEach(async () => {
  [folder, cms] = await Promise.all([mkdtemp(join(tmpdir(), 'pulled-')), startFilledCockpit()]);
});
afterEach(() => Promise.all([rm(folder, { recursive: true, force: true }), cms.close()]));

const pull = () =>
  pullContent({ source: createCockpitV1Source({ url: cms.url, token: fakeToken }), folder, withDrafts: false });
const git = (...args: string[]) =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args]);
const textOf = (path: string) => readFile(join(folder, path), 'utf8');

test('no page is lost while two share a slug, and no file that is not content', async () => {
  await pull();
  await writeFile(join(folder, 'compose.yaml'), 'services: {}\n');
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'All');
  Object.assign(pageEntry(cms, 'kyc-policy'), { title_slug: 'about' });
  expect((await pull()).ok).toBe(false);
  expect(git('status', '--porcelain').toString()).toBe('');
});

test('what is refused of a list stays, and no empty folder of a page below another', async () => {
  Object.assign(pageEntry(cms, 'kyc-policy'), { folder: 'legal' });
  await pull();
  expect(await readdir(join(folder, 'pages/legal'))).toEqual(['kyc-policy']);
  const calendar = await textOf('calendar.yaml');
  Object.assign(pageEntry(cms, 'kyc-policy'), { published: false });
  Object.assign(cms.state.collections['calendar']?.[0] ?? {}, { country: 'Europe' });
  expect((await pull()).ok).toBe(false);
  expect(await textOf('calendar.yaml')).toBe(calendar);
  expect(await readdir(join(folder, 'pages'))).not.toContain('legal');
});
