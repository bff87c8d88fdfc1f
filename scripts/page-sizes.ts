import { globSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import budgets from './page-budgets.json' with { type: 'json' };
import { makeDataFolder, startProduct } from '../tests/support/product/start-product.ts';
import { importsOf, inlineScripts, scriptsOfPage } from './page-scripts.ts';

/**
 * The first half of `npm run size`: the gzip -9 size of all JavaScript that a page of the application can load, found
 * by following every import from its HTML, dynamic ones too. Sizes and budgets are in thousands of bytes; a page over
 * its budget fails.
 *
 * A budget without a slash is for a script that loads only on demand; its size is what it adds to the page. A budget
 * ending in `.island` is for an island whose page a switch excludes from this build: its scripts are still built, and
 * are measured without the page.
 */

const client = 'dist/client';

async function htmlOf(path: string, origin: string): Promise<string> {
  const response = await fetch(origin + path);
  if (response.status !== 200) throw new Error(`${path} answers ${response.status}`);
  return response.text();
}

function gzipBytes(code: string): number {
  return gzipSync(code, { level: 9 }).length;
}

interface PageSize {
  bytes: number;
  files: { path: string; bytes: number }[];
}

/** Module names of the on-demand scripts, which have a budget of their own. */
const loadedLater = Object.keys(budgets).filter((name) => !name.startsWith('/') && !name.endsWith('.island'));
const laterName = (path: string) => loadedLater.find((name) => path.startsWith(`/_astro/${name}.`));

const measure = (html: string) => measureScripts(inlineScripts(html), scriptsOfPage(html));

/** Measures an island together with React, which Astro loads for it. */
const measureIsland = (name: string) =>
  measureScripts(
    [],
    globSync(`_astro/{${name},client}.*.js`, { cwd: client }).map((path) => `/${path}`),
  );

function measureScripts(texts: readonly string[], paths: string[]): { page: PageSize; later: Map<string, PageSize> } {
  const seen = new Set<string>();
  const onDemandEntries: [name: string, path: string][] = [];
  const weigh = (from: string[]): PageSize['files'] => {
    const files: PageSize['files'] = [];
    for (let path = from.pop(); path; path = from.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      const code = readFileSync(client + path, 'utf8');
      files.push({ path, bytes: gzipBytes(code) });
      for (const target of importsOf(path, code)) {
        const name = laterName(target);
        if (name === undefined) from.push(target);
        else onDemandEntries.push([name, target]);
      }
    }
    return files;
  };
  const inline = texts.map((code) => ({ path: 'inline', bytes: gzipBytes(code) }));
  const page = sizeOf([...inline, ...weigh(paths)]);
  const later = new Map<string, PageSize>();
  // Grows while it is read: a script that loads on demand may load others.
  for (const [name, path] of onDemandEntries) if (!later.has(name)) later.set(name, sizeOf(weigh([path])));
  return { page, later };
}

function sizeOf(files: PageSize['files']): PageSize {
  return { files: files.sort((a, b) => b.bytes - a.bytes), bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1).padStart(7);

const budgetOf = (name: string) => new Map(Object.entries(budgets)).get(name) ?? 0;

function report(path: string, { bytes, files }: PageSize, budget: number): boolean {
  const fits = bytes <= budget * 1000;
  process.stdout.write(`${kilobytes(bytes)} kB of ${budget}  ${path}${fits ? '' : '  OVER BUDGET'}\n`);
  if (!fits || process.argv.includes('--files')) {
    for (const file of files) process.stdout.write(`  ${kilobytes(file.bytes)} kB  ${file.path}\n`);
  }
  return fits;
}

const data = await makeDataFolder();
const product = await startProduct({ dataDir: data.path });
let allFit = true;
try {
  for (const [path, budget] of Object.entries(budgets).filter(([name]) => !loadedLater.includes(name))) {
    const isPage = path.startsWith('/');
    const { page, later } = isPage ? measure(await htmlOf(path, product.url)) : measureIsland(path);
    allFit = report(path, page, budget) && allFit;
    for (const [name, size] of later) allFit = report(`${path} + ${name}`, size, budgetOf(name)) && allFit;
  }
} finally {
  await product.stop();
  await data.remove();
}
process.exitCode = allFit ? 0 : 1;
