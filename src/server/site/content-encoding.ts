import { access, readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip as zip } from 'node:zlib';
import { isCompressible } from './media-types.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

const known = new Map<string, Encoding>();
/** Browsers send only a handful of values. The limit keeps other clients from filling the memory. */
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

/** The plain form of a gzip form. */
export const unzip: (zipped: Buffer) => Promise<Buffer> = promisify(gunzip);

/** Below this size, compression does not save a network packet. */
const smallestBytes = 512;

/**
 * Compression levels. `best` is for results that are kept and that nobody waits for; `quick` is for a visitor who
 * waits: it takes a millisecond and leaves three quarters of the bytes.
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

/** Returns only the compressed forms that are smaller than the plain one. */
export async function compressedForms(plain: Buffer, effort: Effort): Promise<{ br?: Buffer; gzip?: Buffer }> {
  if (plain.length < smallestBytes) return {};
  const [br, zipped] = await Promise.all([brotli(plain, effort), gzip(plain, effort)]);
  return {
    ...(br.length < plain.length && { br }),
    ...(zipped.length < plain.length && { gzip: zipped }),
  };
}

/**
 * Writes a brotli and a gzip form beside every file that they make smaller. The build does this once, at the highest
 * level, so no request waits for compression.
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

/** The compressed forms that a file of the site has beside it. */
export async function compressedEncodings(path: string): Promise<Encoding[]> {
  const exists = (name: string) =>
    access(name).then(
      () => true,
      () => false,
    );
  const [hasGzip, hasBrotli] = await Promise.all([exists(`${path}.gz`), exists(`${path}.br`)]);
  return [...(hasGzip ? (['gzip'] as const) : []), ...(hasBrotli ? (['br'] as const) : [])];
}
