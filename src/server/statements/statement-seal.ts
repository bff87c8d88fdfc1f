import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { csvOf } from '../../lib/format/csv.ts';
import { sameText } from '../secrets/same-text.ts';

/**
 * What reveals that a statement was changed: a checksum, which anybody can compute, and a seal, which requires the
 * broker's key.
 */

export interface SealedCsv {
  /** Including its last two rows. */
  text: string;
  /** SHA-256 of all rows before them, in hexadecimal. */
  checksum: string;
  /** HMAC-SHA-256 of the same. */
  seal: string;
}

/** The key of the seals, derived from the master's. */
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

/** Checks that a CSV file is exactly as it was sealed; returns its rows without the seal if it is. */
export function openCsv(bytes: Uint8Array, key: Uint8Array): { csv: string } | { fault: SealFault } {
  const text = Buffer.from(bytes).toString('utf8');
  // Invalid UTF-8 would be decoded differently; sealed files contain none.
  if (!Buffer.from(text).equals(bytes)) return { fault: 'not-a-statement' };
  const end = csvEnd.exec(text);
  if (!end) return { fault: 'not-a-statement' };
  const csv = text.slice(0, end.index);
  const { checksum, seal } = sealCsv(csv, key);
  if (checksum !== end[1]) return { fault: 'checksum' };
  return sameText(seal, end[2] ?? '') ? { csv } : { fault: 'seal' };
}

/** The placeholder of the seal in a PDF, of the same length, so that no offset changes. */
export const pdfSealPlaceholder = '0'.repeat(64);
/** The name of the seal in the PDF's information. */
export const pdfSealName = 'BrokerSeal';

/** The only object of the file that is a text of 64 hexadecimal digits. */
const pdfSeal = /obj\n\(([0-9a-f]{64})\)\nendobj/g;

/** Writes the seal of a whole PDF over its placeholder: the HMAC of all bytes with zeros there. */
export function sealPdf(pdf: Buffer, key: Uint8Array): Buffer {
  const offset = offsetOf(pdf);
  if (offset === undefined || pdf.toString('latin1', offset, offset + 64) !== pdfSealPlaceholder)
    throw new Error('The PDF has no place for its seal, or more than one');
  const sealed = Buffer.from(pdf);
  sealed.write(digestOf(pdf, key), offset, 'latin1');
  return sealed;
}

/** Checks that a PDF is exactly as it was sealed. */
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

/** Where the seal's digits begin; undefined unless there is exactly one seal. */
function offsetOf(pdf: Buffer): number | undefined {
  const [found, ...more] = pdf.toString('latin1').matchAll(pdfSeal);
  return found && more.length === 0 ? found.index + found[0].indexOf('(') + 1 : undefined;
}
