import { readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip as zip } from 'node:zlib';
import { isCompressible } from './media-types.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

const known = new Map<string, Encoding>();
/** Browsers send a handful of values; others must not be able to fill the memory. */
const mostKnown = 100;

/** The best encoding that an `Accept-Encoding` header allows: brotli, gzip, none. */
export function negotiateEncoding(accepted: string | undefined): Encoding {
  if (accepted === undefined) return 'identity';
  const remembered = known.get(accepted);
  if (remembered) return remembered;
  const encoding = choose(accepted);
  if (known.size < mostKnown && accepted.length < 200) known.set(accepted, encoding);
  return encoding;
}

function choose(accepted: string): Encoding {
  const allowed = new Set<string>();
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const refused = parameters.some((parameter) => /^q=0(\.0{0,3})?$/.test(parameter));
    if (!refused) allowed.add(name);
  }
  if (allowed.has('br')) return 'br';
  return allowed.has('gzip') ? 'gzip' : 'identity';
}

const brotliBytes = promisify(brotliCompress);
const gzipBytes = promisify(zip);

/** Below this size compression does not save a packet. */
const smallestBytes = 512;

/**
 * Compression levels. `best` if nobody waits and the result is kept; `quick` while a visitor waits: a millisecond, and
 * three quarters of the bytes.
 */
const efforts = { best: { brotli: 11, gzip: 9 }, quick: { brotli: 5, gzip: 6 } } as const;

export type Effort = keyof typeof efforts;

export function brotli(plain: Buffer, effort: Effort): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: efforts[effort].brotli,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  return brotliBytes(plain, { params });
}

export function gzip(plain: Buffer, effort: Effort): Promise<Buffer> {
  return gzipBytes(plain, { level: efforts[effort].gzip });
}

/** The compressed forms that are smaller than the plain one. */
export async function compressedForms(plain: Buffer, effort: Effort): Promise<{ br?: Buffer; gzip?: Buffer }> {
  if (plain.length < smallestBytes) return {};
  const [br, zipped] = await Promise.all([brotli(plain, effort), gzip(plain, effort)]);
  return {
    ...(br.length < plain.length && { br }),
    ...(zipped.length < plain.length && { gzip: zipped }),
  };
}

/**
 * Writes the brotli and gzip form of every file that shrinks by it, at the highest level: once at build time, so that
 * no request waits for compression.
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
