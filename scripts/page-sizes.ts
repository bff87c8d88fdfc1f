import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import budgets from './page-budgets.json' with { type: 'json' };
import { makeDataFolder, startProduct } from '../tests/support/product/start-product.ts';
import { importsOf, inlineScripts, scriptsOfPage } from './page-scripts.ts';

/**
 * The first half of `npm run size`: gzip -9 of all JavaScript that a page of the application can load, from its HTML along every
 * import, dynamic ones too. Sizes and budgets are in thousands of bytes; a page over its budget fails.
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

function measure(html: string): PageSize {
  const files = inlineScripts(html).map((code) => ({ path: 'inline', bytes: gzipBytes(code) }));
  const waiting = scriptsOfPage(html);
  const seen = new Set<string>();
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const code = readFileSync(client + path, 'utf8');
    files.push({ path, bytes: gzipBytes(code) });
    waiting.push(...importsOf(path, code));
  }
  return { files: files.sort((a, b) => b.bytes - a.bytes), bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1).padStart(7);

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
  for (const [path, budget] of Object.entries(budgets)) {
    allFit = report(path, measure(await htmlOf(path, product.url)), budget) && allFit;
  }
} finally {
  await product.stop();
  await data.remove();
}
process.exitCode = allFit ? 0 : 1;
