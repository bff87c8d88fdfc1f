import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultSiteUrl, defaultSwitches, locales } from '../../../src/brand.ts';
import { finishBuild } from '../../../src/server/site/finish-build.ts';
import { pageEntry } from '../../support/cockpit/filled-cockpit.ts';
import { buildApart } from '../../support/product/build-apart.ts';
import { makeDataFolder } from '../../support/product/start-product.ts';
import type { CmsSite } from '../../support/site/cms-site.ts';
import { openCmsSite } from '../../support/site/cms-site.ts';

/** The real site while its CMS is down: visitors do not notice, but builds, the log and the metrics report it. */

/** The promised time from the webhook to the page. */
const liveWithinMs = 15_000;

let site: CmsSite;
beforeEach(async () => {
  site = await openCmsSite();
});
afterEach(() => site.close());

const textOf = async (path: string) => (await site.read(path)).text;

/**
 * Paths of every content page in every language, of the application's pages that are published with them, and of a page
 * that does not exist.
 */
async function everyPath(): Promise<string[]> {
  const slugs = (site.cms.state.collections['pages'] ?? []).map((entry) => String(entry['title_slug']));
  const names = [...slugs.map((slug) => (slug === 'home' ? '' : slug)), 'login', 'api-reference', 'no-such-page'];
  const pages = locales.flatMap((locale) =>
    names.map((name) => `/${[locale === 'en' ? '' : locale, name].filter(Boolean).join('/')}`),
  );
  const texts = await Promise.all(pages.map(textOf));
  const pictures = texts.flatMap((text) => text.match(/\/pictures\/[0-9a-f]+-\d+\.webp/g) ?? []);
  return [...pages, ...new Set(pictures), '/sitemap.xml', '/robots.txt'];
}

async function readAll(paths: readonly string[]): Promise<Record<string, { status: number; text: string }>> {
  const read = await Promise.all(
    paths.map(async (path) => {
      const { status, text } = await site.read(path);
      return [path, { status, text }] as const;
    }),
  );
  return Object.fromEntries(read);
}

/**
 * Makes an edit, calls the webhook, and waits up to the promised time for the page: from then on the site shows the
 * CMS's newest content.
 */
async function editAbout(title: string): Promise<void> {
  Object.assign(pageEntry(site.cms, 'about'), { seo_title: title });
  expect(await site.callWebhook()).toBe(200);
  await expect.poll(() => textOf('/about'), { timeout: liveWithinMs }).toContain(title);
}

test(
  'every page stays in every language, after a restart too; the log and the metrics report it',
  { timeout: 120_000 },
  async () => {
    await editAbout('Edited before the CMS was stopped');
    const paths = await everyPath();
    const before = await readAll(paths);
    expect(Object.values(before).filter(({ status }) => status === 200)).toHaveLength(paths.length - locales.length);
    const metrics = () => site.shop.metrics();
    const warned = () =>
      site.shop.log
        .map((line) => JSON.stringify(line))
        .filter((line) => line.includes('the content could not be pulled'));
    expect(warned()).toEqual([]);
    expect(await metrics()).toContain('content_fresh 1');

    await site.cms.close();
    await site.callWebhook();
    await expect.poll(warned, { timeout: liveWithinMs }).not.toHaveLength(0);
    expect(warned()[0]).toContain(site.cms.url);
    expect(await metrics()).toContain('content_fresh 0');
    expect(await metrics()).toContain('content_last_pull{outcome="unavailable"} 1');
    expect(await readAll(paths)).toEqual(before);

    await site.restart();
    await expect.poll(warned, { timeout: liveWithinMs }).not.toHaveLength(0);
    expect(await readAll(paths)).toEqual(before);
    await expect.poll(metrics).toContain('content_last_pull{outcome="unavailable"} 1');
  },
);

test(
  'a build without a copy of the content fails, says why, and leaves the previous build',
  { timeout: 120_000 },
  async () => {
    const outDir = 'dist/silent';
    await site.cms.close();
    await mkdir(outDir, { recursive: true });
    await writeFile(join(outDir, 'former.txt'), 'the build before');
    const empty = await makeDataFolder();
    const refused = await buildApart(outDir, { ...site.env, DATA_DIR: empty.path });
    await empty.remove();
    expect(refused.ok).toBe(false);
    expect(refused.said).toContain(`The content could not be pulled from cockpit v1 at ${site.cms.url}: /api/`);
    expect(refused.said).toContain('There is no copy of it');
    expect(await readFile(join(outDir, 'former.txt'), 'utf8')).toBe('the build before');
  },
);

/**
 * Runs only the steps of a build that read the content and render the pages, on a site whose scripts are built; returns
 * the output.
 */
async function finishAgain(outDir: string): Promise<string[]> {
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  const { hooks } = finishBuild({
    ...{ switches: defaultSwitches, mapTiles: null, embeds: { crossRates: null, economicCalendar: null } },
    ...{
      apiUrl: '',
      origin: defaultSiteUrl,
      recaptchaSiteKey: null,
      hasDemo: false,
      sessionIdleMs: 1_200_000,
      env: site.env,
    },
  });
  const [root, dist] = ['.', outDir].map((folder) => pathToFileURL(`${resolve(folder)}/`));
  const given = { config: { root, outDir: dist }, dir: new URL('client/', dist), logger: { info: say, warn: say } };
  for (const hook of ['astro:config:done', 'astro:build:start', 'astro:build:done'] as const)
    await (hooks[hook] as unknown as (parts: typeof given) => Promise<void>)(given);
  return said;
}

test('a build uses the server’s copy of the content, and says so', { timeout: 120_000 }, async () => {
  const outDir = 'dist/copied';
  await editAbout('Edited before the CMS was stopped');
  await site.cms.close();
  await rm(outDir, { recursive: true, force: true });
  await cp('dist/server', join(outDir, 'server'), { recursive: true });
  await mkdir(join(outDir, 'client'));
  const said = await finishAgain(outDir);
  expect(said.join('\n')).toContain(`The content could not be pulled from cockpit v1 at ${site.cms.url}: /api/`);
  expect(said.join('\n')).toContain('THE SITE IS BUILT FROM THE COPY');
  expect(await readFile(join(outDir, 'client/about.html'), 'utf8')).toContain('Edited before the CMS was stopped');
  expect(await readFile(join(outDir, 'client/de/about.html'), 'utf8')).toContain('<h1');
});
