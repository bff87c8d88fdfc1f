import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultSwitches } from '../../../src/brand.ts';
import { fingerprintOf, writeStamp } from '../../../src/server/site/build-fingerprint.ts';
import { ensureBuilt, SiteNotBuilt } from '../../../src/server/site/ensure-built.ts';

/** A project folder that is not writable, like that of a service that may only write to its data folder. */

let root: string;
const made = {
  switches: defaultSwitches,
  mapTiles: null,
  embeds: { crossRates: null, economicCalendar: null },
  apiUrl: '',
};
const logger = { info: () => undefined };

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'not-ours-'));
  await cp('src/brand.ts', join(root, 'src', 'brand.ts'));
  // A file in place of the folder that a build would create for its lock.
  await writeFile(join(root, '.astro'), '');
});
afterEach(() => rm(root, { recursive: true, force: true }));

const start = () =>
  ensureBuilt({ ...made, root, distDir: root, env: {}, logger, signal: new AbortController().signal });

test('a build that matches its sources is all that a start needs', async () => {
  await writeStamp(root, { fingerprint: await fingerprintOf({ root, ...made }), apiUrl: '' });
  await start();
});

test('a build for another server is not replaced, and the start says how to go on', async () => {
  await writeStamp(root, { fingerprint: 'another', apiUrl: 'https://api.example.com' });
  const stamp = await readFile(join(root, 'build.json'), 'utf8');
  const fault = await start().catch((thrown: unknown) => thrown);
  expect(fault).toBeInstanceOf(SiteNotBuilt);
  const { message } = fault as SiteNotBuilt;
  expect(message).toContain(`${root} has a site that was built with API_URL=https://api.example.com`);
  expect(message).toContain('Start with the same API_URL to keep it');
  expect(await readFile(join(root, 'build.json'), 'utf8')).toBe(stamp);
});

test.each([
  ['missing', null, 'there is no finished build'],
  ['of other sources', 'another', 'its sources or switches have changed'],
])(
  'if the build is %s, the start says who has to make it and how, and does not mention DATA_DIR',
  async (_what, stamp, why) => {
    if (stamp !== null) await writeStamp(root, { fingerprint: stamp, apiUrl: '' });
    const fault = await start().catch((thrown: unknown) => thrown);
    expect(fault).toBeInstanceOf(SiteNotBuilt);
    const { message } = fault as SiteNotBuilt;
    expect(message).toContain(`${why}, and this user cannot write to ${root} (ENOTDIR`);
    expect(message).toContain('Run "npm run build" there as the owner');
    expect(message).not.toContain('DATA_DIR');
  },
);
