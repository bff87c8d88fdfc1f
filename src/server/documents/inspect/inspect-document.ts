import type { DocumentMediaType } from '../../../lib/contract/accounts/document-kinds.ts';
import { isPlainJpeg } from './inspect-jpeg.ts';
import { isPassivePdf } from './inspect-pdf.ts';

/**
 * The type of a file by its content: a JPEG, or a PDF, that is no other format as well and contains nothing active;
 * null for anything else. Ignores the file's name and declared type. Compressed data of a PDF is inflated within
 * limits.
 */
export async function inspectDocument(bytes: Buffer): Promise<DocumentMediaType | null> {
  if (hasArchive(bytes)) return null;
  if (bytes[0] === 0xff) return isPlainJpeg(bytes) && !isPdfToo(bytes) ? 'image/jpeg' : null;
  return (await isPassivePdf(bytes)) ? 'application/pdf' : null;
}

/** Readers accept a PDF whose header is within the first 1,024 bytes. */
function isPdfToo(bytes: Buffer): boolean {
  return bytes.subarray(0, 2_048).includes('%PDF-');
}

/**
 * An archive is recognised by its end record, which is in the last 65,557 bytes, so a picture or PDF can be one too.
 */
function hasArchive(bytes: Buffer): boolean {
  return bytes.subarray(-65_557).includes(Buffer.from('PK\u0005\u0006', 'latin1'));
}
