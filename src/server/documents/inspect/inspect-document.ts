import type { DocumentMediaType } from '../../../lib/contract/accounts/document-kinds.ts';
import { isPlainJpeg } from './inspect-jpeg.ts';
import { isPassivePdf } from './inspect-pdf.ts';

/**
 * Determines a file's type from its content: JPEG or PDF. Returns null for any other format, for a file that is valid
 * as a second format too, and for active content. Ignores the file's name and declared type. Compressed data of a PDF
 * is inflated within limits.
 */
export async function inspectDocument(bytes: Buffer): Promise<DocumentMediaType | null> {
  if (hasArchive(bytes)) return null;
  if (bytes[0] === 0xff) return isPlainJpeg(bytes) && !isPdfToo(bytes) ? 'image/jpeg' : null;
  return (await isPassivePdf(bytes)) ? 'application/pdf' : null;
}

/** PDF readers accept a header anywhere in the first 1,024 bytes. To be safe, twice as many are searched. */
function isPdfToo(bytes: Buffer): boolean {
  return bytes.subarray(0, 2_048).includes('%PDF-');
}

/**
 * ZIP readers find an archive by its end record in the last 65,557 bytes, so a picture or PDF can be an archive as
 * well.
 */
function hasArchive(bytes: Buffer): boolean {
  return bytes.subarray(-65_557).includes(Buffer.from('PK\u0005\u0006', 'latin1'));
}
