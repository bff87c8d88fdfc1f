import { gzipSync } from 'node:zlib';
import type { Browser, Page, Response } from '@playwright/test';
import { chromium } from '@playwright/test';
import { findBrowserLaunch } from '../tests/support/product/find-chromium.ts';
import { makeDataFolder, startProduct } from '../tests/support/product/start-product.ts';
import { inlineScripts } from './page-scripts.ts';
import budgets from './visitor-budgets.json' with { type: 'json' };

/**
 * The second half of `npm run size`: what a visitor's browser downloads for a content page of the running product.
 * Measures all JavaScript loaded until the visitor has scrolled to the end, and everything that the first view loads,
 * including prices. Sizes are in thousands of bytes after gzip -9; fonts and pictures count as they are. A page over a
 * budget fails.
 */

const screens = [
  { width: 412, height: 915 },
  { width: 1350, height: 940 },
];

interface Loaded {
  path: string;
  isScript: boolean;
  bytes: number;
}

/** Fonts and pictures are already compressed, except SVG, which is text. */
const isPacked = (type: string) => /^(font|image)\/(?!svg)/.test(type);

async function weigh(response: Response): Promise<Loaded> {
  const content = await response.body().catch(() => Buffer.alloc(0));
  const type = (await response.headerValue('content-type')) ?? '';
  return {
    path: new URL(response.url()).pathname,
    isScript: response.request().resourceType() === 'script',
    bytes: isPacked(type) ? content.length : gzipSync(content, { level: 9 }).length,
  };
}

/** The inline scripts of a page, except structured data for search engines, which is in script elements too. */
function inlineCode(html: string): Loaded[] {
  const code = html.replace(/<script[^>]*application\/(ld\+)?json[\s\S]*?<\/script>/g, '');
  return inlineScripts(code).map((text) => ({
    path: 'inline',
    isScript: true,
    bytes: gzipSync(text, { level: 9 }).length,
  }));
}

/** Scrolls through the page like a reader, to trigger lazy loading. */
async function readToTheEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += innerHeight / 2) {
      scrollTo(0, top);
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    }
  });
  await page.waitForLoadState('networkidle');
}

const sum = (loaded: readonly Loaded[]) => loaded.reduce((bytes, file) => bytes + file.bytes, 0);

interface Visit {
  firstView: Loaded[];
  scripts: Loaded[];
}

/** Pictures that the browser loads early although they are below the first view. */
async function laterPictures(page: Page): Promise<string[]> {
  const sources = await page.evaluate(() =>
    [...document.images]
      .filter((image) => image.getBoundingClientRect().top >= innerHeight)
      .map((image) => image.currentSrc),
  );
  return sources.filter(Boolean).map((source) => new URL(source).pathname);
}

async function visit(browser: Browser, url: string, viewport: (typeof screens)[number]): Promise<Visit> {
  const page = await browser.newPage({ viewport });
  const loaded: Promise<Loaded>[] = [];
  page.on('response', (response) => loaded.push(weigh(response)));
  const answer = await page.goto(url, { waitUntil: 'networkidle' });
  if (answer?.status() !== 200) throw new Error(`${url} answers ${answer?.status() ?? 'nothing'}`);
  const later = await laterPictures(page);
  const firstView = (await Promise.all(loaded)).filter(({ path }) => !later.includes(path));
  await readToTheEnd(page);
  const scripts = [
    ...(await Promise.all(loaded)).filter(({ isScript }) => isScript),
    ...inlineCode(await answer.text()),
  ];
  await page.close();
  return { firstView, scripts };
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1).padStart(7);

function report(what: string, files: readonly Loaded[], budget: number): boolean {
  const fits = sum(files) <= budget * 1000;
  process.stdout.write(`${kilobytes(sum(files))} kB of ${budget}  ${what}${fits ? '' : '  OVER BUDGET'}\n`);
  if (!fits || process.argv.includes('--files')) {
    for (const file of files.toSorted((a, b) => b.bytes - a.bytes))
      process.stdout.write(`  ${kilobytes(file.bytes)} kB  ${file.path}\n`);
  }
  return fits;
}

const data = await makeDataFolder();
const product = await startProduct({ dataDir: data.path });
const browser = await chromium.launch(await findBrowserLaunch());
let allFit = true;
try {
  for (const path of budgets.pages) {
    const visits: Visit[] = [];
    for (const screen of screens) visits.push(await visit(browser, product.url + path, screen));
    const heaviest = (part: 'firstView' | 'scripts') =>
      visits.map((loaded) => loaded[part]).reduce((a, b) => (sum(b) > sum(a) ? b : a));
    allFit = report(`${path} scripts`, heaviest('scripts'), budgets.scripts) && allFit;
    allFit = report(`${path} first view`, heaviest('firstView'), budgets.firstView) && allFit;
  }
} finally {
  await browser.close();
  await product.stop();
  await data.remove();
}
process.exitCode = allFit ? 0 : 1;
