import { promisify } from 'node:util';
import { brotliCompress, constants, gzip as zip } from 'node:zlib';

const brotliBytes = promisify(brotliCompress);
const gzipBytes = promisify(zip);

/** Below this a compressed form is no smaller in packets. */
const smallestBytes = 512;

/**
 * How hard to try: `best` where nobody waits and the result is kept; `quick` while a visitor waits: a millisecond, and three
 * quarters of the bytes.
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
