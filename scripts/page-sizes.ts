import { existsSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import budgets from './page-budgets.json' with { type: 'json' };
import { importsOf, inlineScripts, scriptsOfPage } from './page-scripts.ts';

/**
 * `npm run size`: gzip -9 of all JavaScript that a page can load, from its HTML along every import, dynamic ones too. Sizes
 * and budgets are in thousands of bytes; a page over its budget fails.
 */

const client = 'dist/client';
const entry = resolve('dist/server/entry.mjs');

/** The HTML of a page as the server gives it: a built file, else rendered. */
async function htmlOf(path: string, origin: string): Promise<string> {
  const built = `${client}${path.replace(/\/$/, '')}/index.html`;
  if (existsSync(built)) return readFileSync(built, 'utf8');
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

if (!existsSync(entry)) {
  process.stderr.write('The site is not built: run npm run build first.\n');
  process.exit(1);
}
const { handler } = (await import(entry)) as { handler: RequestListener };
const server = createServer(handler).listen(0, '127.0.0.1');
await new Promise((listening) => server.once('listening', listening));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

let allFit = true;
for (const [path, budget] of Object.entries(budgets)) {
  allFit = report(path, measure(await htmlOf(path, origin)), budget) && allFit;
}
server.close();
process.exitCode = allFit ? 0 : 1;
