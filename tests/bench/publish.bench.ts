import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { defaultSiteUrl, defaultSwitches, locales } from '../../src/brand.ts';
import { fillPlaceholders } from '../../src/content/texts/fill-placeholders.ts';
import { createLocalSource } from '../../src/content/sources/local-source.ts';
import { readNotes } from '../../src/server/site/build-notes.ts';
import { renderPages } from '../../src/server/site/render-pages.ts';
import { loadSiteRenderer } from '../../src/server/site/site-renderer.ts';
import { compressedForms } from '../../src/server/site/content-encoding.ts';
import { pageEntry } from '../support/cockpit/filled-cockpit.ts';
import { startCmsProduct } from '../support/product/cms-product.ts';
import type { Measurement } from './measurement.ts';
import { amount } from './measurement.ts';

const pageCount = amount({ full: 50, smoke: 10 });
const edits = amount({ full: 5, smoke: 1 });
const pollAgainMs = 20;
const distDir = 'dist/bench';

/** A site of 50 pages: its build, and each stage between an edit and the moment when visitors see it. */
export async function measure(): Promise<Measurement[]> {
  const contentDir = await mkdtemp(join(tmpdir(), 'bench-content-'));
  try {
    await makeContent(contentDir);
    const buildSeconds = await timed(() => build(contentDir));
    const { renderSeconds, compressSeconds, count } = await renderAll(contentDir);
    const live = await editAndWait(contentDir);
    const rendering = { name: 'rendering all pages', value: renderSeconds };
    const compressing = { name: 'compressing the same pages', value: compressSeconds };
    const what = `${pageCount} pages in ${locales.length} languages`;
    const note = `from the webhook, median of ${edits}, 1 s of it waiting for further edits`;
    return [
      { figure: `build of ${what}`, value: buildSeconds, unit: 's', baseline: compressing, goal: { most: 60 } },
      {
        figure: `rendering of ${what}`,
        value: renderSeconds,
        unit: 's',
        baseline: compressing,
        note: `${count} files`,
      },
      {
        ...{ figure: 'edit of a page to live', value: live.pageSeconds, unit: 's', baseline: rendering },
        ...{ goal: { most: 15 }, note },
      },
      {
        ...{ figure: 'edit of all pages to live', value: live.siteSeconds, unit: 's', baseline: rendering },
        ...{ goal: { most: 15 }, note: 'the footer’s, likewise' },
      },
    ];
  } finally {
    await Promise.all([contentDir, distDir].map((folder) => rm(folder, { recursive: true, force: true })));
  }
}

/** Copies the embedded content and repeats its pages under other names. */
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

/** Renders all pages with the built renderer, then compresses them as the server does before it serves them. */
async function renderAll(contentDir: string) {
  const renderer = await loadSiteRenderer(distDir);
  if (!renderer) throw new Error('The build left no renderer');
  const content = fillPlaceholders(await createLocalSource(contentDir).load());
  const isAsset = () => Promise.resolve(true);
  const facts = { content, origin: defaultSiteUrl, today: new Date(), isAsset, recaptchaSiteKey: null };
  const options = { switches: defaultSwitches, routes: await readNotes(distDir) };
  const render = async () => {
    const pages: Buffer[] = [];
    for await (const { page } of renderPages(renderer, facts, options)) pages.push(page.content);
    return pages;
  };
  // The first run warms up.
  const pages = await render();
  const renderSeconds = await timed(render);
  const compressSeconds = await timed(async () => {
    for (const page of amount({ full: pages, smoke: pages.slice(0, 5) })) await compressedForms(page, 'best');
  });
  return { renderSeconds, compressSeconds, count: pages.length };
}

/**
 * Measures the time from the webhook of the CMS until a polled page shows the edit: for an edit of one page, and for an
 * edit of a text that is on all pages.
 */
async function editAndWait(contentDir: string) {
  const site = await startCmsProduct({ contentDir, distDir });
  const live = async (edited: Record<string, unknown>, field: string) => {
    const seconds: number[] = [];
    for (let edit = 1; edit <= edits; edit++) {
      const text = `Edit number ${edit} of ${field}`;
      edited[field] = text;
      seconds.push(
        await timed(async () => {
          await site.callWebhook();
          while (!(await site.read('/about')).text.includes(text)) {
            await new Promise((resolve) => setTimeout(resolve, pollAgainMs));
          }
        }),
      );
    }
    return seconds.sort((a, b) => a - b)[Math.floor(edits / 2)] ?? Number.NaN;
  };
  try {
    const pageSeconds = await live(pageEntry(site.cms, 'about'), 'seo_title');
    return { pageSeconds, siteSeconds: await live(site.cms.state.singletons['Settings'] ?? {}, 'footer_copyright') };
  } finally {
    await site.stop();
  }
}
