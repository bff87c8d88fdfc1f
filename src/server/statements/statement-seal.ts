import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { csvOf } from '../../lib/format/csv.ts';
import { sameText } from '../secrets/same-text.ts';

/**
 * By what a statement is told from one that was changed: a checksum, which anybody can compute, and a seal, which takes
 * the broker's key.
 */

export interface SealedCsv {
  /** With its last two rows. */
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

/** Puts the rows with checksum and seal under a statement. */
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

/** Whether a CSV file is as it was sealed, to the byte; its rows without the seal where it is. */
export function openCsv(bytes: Uint8Array, key: Uint8Array): { csv: string } | { fault: SealFault } {
  const text = Buffer.from(bytes).toString('utf8');
  // Bytes that are no UTF-8 are read as others: what was sealed had none.
  if (!Buffer.from(text).equals(bytes)) return { fault: 'not-a-statement' };
  const end = csvEnd.exec(text);
  if (!end) return { fault: 'not-a-statement' };
  const csv = text.slice(0, end.index);
  const { checksum, seal } = sealCsv(csv, key);
  if (checksum !== end[1]) return { fault: 'checksum' };
  return sameText(seal, end[2] ?? '') ? { csv } : { fault: 'seal' };
}

/** What stands in a PDF where its seal will: as long as it, so that nothing moves. */
export const pdfSealPlace = '0'.repeat(64);
/** The name of the seal in the PDF's information. */
export const pdfSealName = 'BrokerSeal';

/** The only object of the file that is a text of 64 hexadecimal digits. */
const pdfSeal = /obj\n\(([0-9a-f]{64})\)\nendobj/g;

/** Puts the seal of a whole PDF into its place: the HMAC of all bytes, with zeros there. */
export function sealPdf(pdf: Buffer, key: Uint8Array): Buffer {
  const place = placeOf(pdf);
  if (place === undefined || pdf.toString('latin1', place, place + 64) !== pdfSealPlace)
    throw new Error('The PDF has no place for its seal, or more than one');
  const sealed = Buffer.from(pdf);
  sealed.write(digestOf(pdf, key), place, 'latin1');
  return sealed;
}

/** Whether a PDF is as it was sealed, to the byte. */
export function checkPdf(pdf: Buffer, key: Uint8Array): SealFault | null {
  const place = placeOf(pdf);
  if (place === undefined) return 'not-a-statement';
  const bare = Buffer.from(pdf);
  bare.write(pdfSealPlace, place, 'latin1');
  return sameText(digestOf(bare, key), pdf.toString('latin1', place, place + 64)) ? null : 'seal';
}

function digestOf(pdf: Buffer, key: Uint8Array): string {
  return createHmac('sha256', key).update('pdf\n').update(pdf).digest('hex');
}

/** Where the seal's digits begin; undefined unless there is exactly one. */
function placeOf(pdf: Buffer): number | undefined {
  const [found, ...more] = pdf.toString('latin1').matchAll(pdfSeal);
  return found && more.length === 0 ? found.index + found[0].indexOf('(') + 1 : undefined;
}
