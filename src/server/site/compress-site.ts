import { readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { compressedForms } from './compress.ts';
import { isCompressible } from './media-types.ts';

/**
 * Writes the brotli and gzip form of every file that gains by it beside it, at the highest level: once at build time, so
 * that no request ever waits for a compressor.
 */
export async function compressSite(clientDir: string): Promise<void> {
  const entries = await readdir(clientDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name));
  const waiting = files.filter(({ name }) => isCompressible(name));
  const work = async () => {
    for (let file = waiting.pop(); file; file = waiting.pop()) await compressFile(join(file.parentPath, file.name));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

async function compressFile(path: string): Promise<void> {
  const { br, gzip } = await compressedForms(await readFile(path), 'best');
  if (br) await writeFile(`${path}.br`, br);
  if (gzip) await writeFile(`${path}.gz`, gzip);
}
