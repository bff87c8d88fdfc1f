import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { csvOf } from '../../lib/format/csv.ts';
import { sameText } from '../secrets/same-text.ts';

/**
 * A checksum and a seal show whether a statement was changed. Anybody can compute the checksum; only the broker's key
 * can compute the seal.
 */

export interface SealedCsv {
  /** The whole file, including the rows with the checksum and the seal at its end. */
  text: string;
  /** SHA-256 of all rows before those two, in hexadecimal. */
  checksum: string;
  /** HMAC-SHA-256 of the same rows, in hexadecimal. */
  seal: string;
}

/** Derives the key of the seals from the master key. */
export function statementKey(masterKey: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', 'brokerkit statements', 32));
}

/** Appends the rows with checksum and seal to a statement. */
export function sealCsv(csv: string, key: Uint8Array): SealedCsv {
  const checksum = createHash('sha256').update(csv).digest('hex');
  const seal = createHmac('sha256', key).update('csv\n').update(csv).digest('hex');
  return { text: csv + endOf(checksum, seal), checksum, seal };
}

function endOf(checksum: string, seal: string): string {
  const row = (record: string, reference: string, digest: string) => {
    return [record, null, null, null, reference, digest, null, null, null, null, null];
  };
  return csvOf([row('checksum', 'sha-256', checksum), row('seal', 'hmac-sha-256', seal)]);
}

export type SealFault = 'not-a-statement' | 'checksum' | 'seal';

const csvEnd = /checksum,,,,sha-256,([0-9a-f]{64}),,,,,\r\nseal,,,,hmac-sha-256,([0-9a-f]{64}),,,,,\r\n$/;

/** Checks that a CSV file is exactly as it was sealed. Returns its text without checksum and seal, or the fault. */
export function openCsv(bytes: Uint8Array, key: Uint8Array): { csv: string } | { fault: SealFault } {
  const text = Buffer.from(bytes).toString('utf8');
  // Decoding replaces invalid UTF-8, so we would check other bytes than the file's. Every file that we seal is valid
  // UTF-8.
  if (!Buffer.from(text).equals(bytes)) return { fault: 'not-a-statement' };
  const end = csvEnd.exec(text);
  if (!end) return { fault: 'not-a-statement' };
  const csv = text.slice(0, end.index);
  const { checksum, seal } = sealCsv(csv, key);
  if (checksum !== end[1]) return { fault: 'checksum' };
  return sameText(seal, end[2] ?? '') ? { csv } : { fault: 'seal' };
}

/** The placeholder of the seal in a PDF. It is as long as a seal, so writing the seal changes no offset. */
export const pdfSealPlaceholder = '0'.repeat(64);
/** The name of the seal in the PDF's document information. */
export const pdfSealName = 'BrokerSeal';

/** Matches the seal: no other object of the file is a string of 64 hexadecimal digits. */
const pdfSeal = /obj\n\(([0-9a-f]{64})\)\nendobj/g;

/**
 * Returns a copy of a PDF with its seal in place of the placeholder: the HMAC of all bytes, computed with the
 * placeholder in place. Throws unless there is exactly one placeholder.
 */
export function sealPdf(pdf: Buffer, key: Uint8Array): Buffer {
  const offset = offsetOf(pdf);
  if (offset === undefined || pdf.toString('latin1', offset, offset + 64) !== pdfSealPlaceholder)
    throw new Error('The PDF has no placeholder for its seal, or more than one');
  const sealed = Buffer.from(pdf);
  sealed.write(digestOf(pdf, key), offset, 'latin1');
  return sealed;
}

/** Checks that a PDF is exactly as it was sealed; returns the fault, or null if there is none. */
export function checkPdf(pdf: Buffer, key: Uint8Array): SealFault | null {
  const offset = offsetOf(pdf);
  if (offset === undefined) return 'not-a-statement';
  const bare = Buffer.from(pdf);
  bare.write(pdfSealPlaceholder, offset, 'latin1');
  return sameText(digestOf(bare, key), pdf.toString('latin1', offset, offset + 64)) ? null : 'seal';
}

function digestOf(pdf: Buffer, key: Uint8Array): string {
  return createHmac('sha256', key).update('pdf\n').update(pdf).digest('hex');
}

/** The offset of the seal's digits; undefined unless there is exactly one seal. */
function offsetOf(pdf: Buffer): number | undefined {
  const [found, ...more] = pdf.toString('latin1').matchAll(pdfSeal);
  return found && more.length === 0 ? found.index + found[0].indexOf('(') + 1 : undefined;
}
