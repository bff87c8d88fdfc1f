import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BuiltHeaders } from '../site/page-headers.ts';
import type { PublishedPage } from './render-pages.ts';

/** Writes rendered pages where any host of files finds them, and their headers where our server does. */
export async function writePages(distDir: string, pages: AsyncIterable<PublishedPage>): Promise<number> {
  const file = join(distDir, '_headers.json');
  const built = JSON.parse(await readFile(file, 'utf8').catch(() => '[]')) as BuiltHeaders[];
  let count = 0;
  for await (const { path, page } of pages) {
    const target = join(distDir, 'client', fileOf(path));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, page.content);
    const headers = Object.entries(page.headers).map(([key, value]) => ({ key, value: String(value) }));
    built.push({ pathname: path, status: page.status, headers });
    count++;
  }
  await writeFile(file, `${JSON.stringify(built)}\n`);
  return count;
}

/** The file of a path, as every host of files looks for it. */
export function fileOf(path: string): string {
  if (path === '/') return 'index.html';
  return /\.\w+$/.test(path) ? path.slice(1) : `${path.slice(1)}.html`;
}
