import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isCompressible } from './media-types.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Below this a compressed form is no smaller in packets. */
const smallestBytes = 512;

/**
 * Writes the brotli and gzip form of every file that gains by it beside it, at the highest level: once at build time, so
 * that no request ever waits for a compressor.
 */
export async function compressSite(clientDir: string): Promise<void> {
  const entries = await readdir(clientDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name));
  for (const file of files.filter(({ name }) => isCompressible(name))) {
    await compressFile(join(file.parentPath, file.name));
  }
}

async function compressFile(path: string): Promise<void> {
  const plain = await readFile(path);
  if (plain.length < smallestBytes) {
    return;
  }
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  const forms = { br: await brotli(plain, { params }), gz: await zip(plain, { level: 9 }) };
  for (const [ending, form] of Object.entries(forms)) {
    if (form.length < plain.length) {
      await writeFile(`${path}.${ending}`, form);
    }
  }
}
