import type { DocumentMediaType } from '../../../lib/contract/accounts/document-kinds.ts';
import { isPlainJpeg } from './inspect-jpeg.ts';
import { isPassivePdf } from './inspect-pdf.ts';

/**
 * What a file is by its content: a JPEG or a PDF that is nothing else besides and does nothing by itself; null for all
 * others. Its name and the type that came with it are not asked. What a PDF has compressed is inflated within limits.
 */
export async function inspectDocument(bytes: Buffer): Promise<DocumentMediaType | null> {
  if (hasArchive(bytes)) return null;
  if (bytes[0] === 0xff) return isPlainJpeg(bytes) && !isPdfToo(bytes) ? 'image/jpeg' : null;
  return (await isPassivePdf(bytes)) ? 'application/pdf' : null;
}

/** Programs find a PDF whose header stands within the first 1,024 bytes. */
function isPdfToo(bytes: Buffer): boolean {
  return bytes.subarray(0, 2_048).includes('%PDF-');
}

/** An archive is found by its end, which stands in the last 65,557 bytes: a picture or PDF can be one too. */
function hasArchive(bytes: Buffer): boolean {
  return bytes.subarray(-65_557).includes(Buffer.from('PK\u0005\u0006', 'latin1'));
}
