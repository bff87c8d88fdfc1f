import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { defaultSiteUrl, defaultSwitches, locales } from '../../src/brand.ts';
import { fillPlaces } from '../../src/content/fill-places.ts';
import { createLocalSource } from '../../src/content/sources/local-source.ts';
import { readNotes } from '../../src/server/publishing/build-notes.ts';
import { renderPages } from '../../src/server/publishing/render-pages.ts';
import { loadSiteRenderer } from '../../src/server/publishing/site-renderer.ts';
import { compressedForms } from '../../src/server/site/compress.ts';
import { pageEntry } from '../support/cockpit/filled-cockpit.ts';
import { startCmsProduct } from '../support/product/cms-product.ts';
import type { Measurement } from './measurement.ts';

/** What editors are promised: more is a failure of the bench. */
const buildWithinSeconds = 60;
const liveWithinSeconds = 15;

const pageCount = 50;
const edits = 5;
const lookAgainMs = 20;
const distDir = 'dist/bench';

/** A site of 50 pages and its build, and what stands between an edit and its visitors. */
export async function measure(): Promise<Measurement[]> {
  const contentDir = await mkdtemp(join(tmpdir(), 'bench-content-'));
  try {
    await makeContent(contentDir);
    const buildSeconds = await timed(() => build(contentDir));
    const { renderSeconds, compressSeconds, count } = await renderAll(contentDir);
    const liveSeconds = await editAndWait(contentDir);
    const rendering = { name: 'rendering all pages', value: renderSeconds };
    const compressing = { name: 'compressing the same pages', value: compressSeconds };
    const what = `${pageCount} pages in ${locales.length} languages`;
    return [
      within(buildWithinSeconds, { figure: `build of ${what}`, value: buildSeconds, unit: 's', baseline: compressing }),
      {
        figure: `rendering of ${what}`,
        value: renderSeconds,
        unit: 's',
        baseline: compressing,
        note: `${count} files`,
      },
      within(liveWithinSeconds, {
        ...{ figure: 'edit to live, from the webhook', value: liveSeconds, unit: 's', baseline: rendering },
        note: `median of ${edits}, 1 s of it waiting for further edits`,
      }),
    ];
  } finally {
    await Promise.all([contentDir, distDir].map((folder) => rm(folder, { recursive: true, force: true })));
  }
}

function within(budgetSeconds: number, { note, ...measurement }: Measurement): Measurement {
  const { figure, value } = measurement;
  if (value > budgetSeconds) throw new Error(`${figure}: ${value.toFixed(1)} s, at most ${budgetSeconds} s`);
  return { ...measurement, note: [note, `at most ${budgetSeconds} s`].filter(Boolean).join('; ') };
}

/** The embedded content, its pages again and again under other names. */
async function makeContent(folder: string): Promise<void> {
  await cp('src/content', folder, { recursive: true });
  const slugs = await readdir(join(folder, 'pages'));
  for (let number = slugs.length; number < pageCount; number++) {
    const slug = slugs[number % slugs.length] ?? '';
    await cp(join(folder, 'pages', slug), join(folder, 'pages', `${slug}-${number}`), { recursive: true });
  }
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return (performance.now() - startedAt) / 1000;
}

function build(contentDir: string): Promise<unknown> {
  const env = { ...process.env, CONTENT_DIR: contentDir };
  return promisify(execFile)('npm', ['run', 'build', '--', '--outDir', distDir], { env, maxBuffer: 64 * 1024 * 1024 });
}

/** All pages by the built renderer, and the same pages compressed as they are before they are served. */
async function renderAll(contentDir: string) {
  const renderer = await loadSiteRenderer(distDir);
  if (!renderer) throw new Error('The build left no renderer');
  const content = fillPlaces(await createLocalSource(contentDir).load());
  const isAsset = () => Promise.resolve(true);
  const facts = { content, origin: defaultSiteUrl, today: new Date(), isAsset, recaptchaSiteKey: null };
  const options = { switches: defaultSwitches, routes: await readNotes(distDir) };
  const render = async () => {
    const pages: Buffer[] = [];
    for await (const { page } of renderPages(renderer, facts, options)) pages.push(page.content);
    return pages;
  };
  // Once to warm up.
  const pages = await render();
  const renderSeconds = await timed(render);
  const compressSeconds = await timed(async () => {
    for (const page of pages) await compressedForms(page, 'best');
  });
  return { renderSeconds, compressSeconds, count: pages.length };
}

/** From the webhook of a CMS to the page that shows the edit, asked for again and again. */
async function editAndWait(contentDir: string): Promise<number> {
  const site = await startCmsProduct({ contentDir, distDir });
  try {
    const seconds: number[] = [];
    for (let edit = 1; edit <= edits; edit++) {
      const title = `Edit number ${edit}`;
      Object.assign(pageEntry(site.cms, 'about'), { seo_title: title });
      seconds.push(
        await timed(async () => {
          await site.callWebhook();
          while (!(await site.read('/about')).text.includes(title)) {
            await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
          }
        }),
      );
    }
    return seconds.sort((a, b) => a - b)[Math.floor(edits / 2)] ?? Number.NaN;
  } finally {
    await site.stop();
  }
}
