import { inflateSync } from 'node:zlib';

/** More than any statement. */
const longestBytes = 256 * 1024 * 1024;

const header = /\/Type \/EmbeddedFile\b[^]{0,600}?\/Length (\d+)\s([^]{0,120}?)>>\s*stream\r?\n/;

/** The file that a PDF of ours carries; null where it carries none that can be read. */
export function attachmentOf(pdf: Buffer): Buffer | null {
  const found = header.exec(pdf.toString('latin1'));
  if (!found) return null;
  const start = found.index + found[0].length;
  const bytes = pdf.subarray(start, start + Number(found[1]));
  if (!found[2]?.includes('/FlateDecode')) return bytes;
  try {
    return inflateSync(bytes, { maxOutputLength: longestBytes });
  } catch {
    return null;
  }
}
