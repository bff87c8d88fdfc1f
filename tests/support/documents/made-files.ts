import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Generated files, as customers send them and as attackers do. */

/** A real photo. */
export function madeJpeg({ width = 64, height = 48 } = {}): Promise<Buffer> {
  const background = { r: 200, g: 120, b: 40 };
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

/** A real photo of at least this many bytes, padded by a comment. */
export async function jpegOfBytes(bytes: number): Promise<Buffer> {
  const photo = await madeJpeg();
  const notes: Buffer[] = [];
  for (let left = bytes - photo.length; left > 0; left -= 60_004) notes.push(jpegNote('x'.repeat(60_000)));
  return Buffer.concat([photo.subarray(0, 2), ...notes, photo.subarray(2)]);
}

/** A JPEG comment segment. */
export function jpegNote(text: string): Buffer {
  const note = Buffer.from(text, 'latin1');
  const head = Buffer.from([0xff, 0xfe, 0, 0]);
  head.writeUInt16BE(note.length + 2, 2);
  return Buffer.concat([head, note]);
}

/** A photo with a comment right after its first bytes. */
export async function jpegWithNote(text: string): Promise<Buffer> {
  const photo = await madeJpeg();
  return Buffer.concat([photo.subarray(0, 2), jpegNote(text), photo.subarray(2)]);
}

/** An empty ZIP archive: the record that ends every archive. */
export const emptyZip = Buffer.concat([Buffer.from('PK\u0005\u0006', 'latin1'), Buffer.alloc(18)]);

export interface MadeObject {
  dictionary: string;
  data?: Buffer;
}

/** A one-page PDF, with more objects after its own; the first object is the catalogue. */
export function madePdf(more: readonly MadeObject[] = [], catalogue = ''): Buffer {
  const page: MadeObject[] = [
    { dictionary: `/Type /Catalog /Pages 2 0 R ${catalogue}` },
    { dictionary: '/Type /Pages /Kids [3 0 R] /Count 1' },
    { dictionary: '/Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R' },
    deflated('', Buffer.from('BT /F1 12 Tf (Hello) Tj ET')),
  ];
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  const objects = [...page, ...more];
  for (const [index, { dictionary, data }] of objects.entries()) {
    offsets.push(parts.reduce((sum, part) => sum + part.length, 0));
    const stream = data ? [Buffer.from('stream\n'), data, Buffer.from('\nendstream\n')] : [];
    const length = data ? ` /Length ${data.length}` : '';
    parts.push(
      Buffer.from(`${index + 1} 0 obj\n<< ${dictionary}${length} >>\n`, 'latin1'),
      ...stream,
      Buffer.from('endobj\n'),
    );
  }
  const start = parts.reduce((sum, part) => sum + part.length, 0);
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(table + trailer)]);
}

/** An object whose stream is deflated. */
export function deflated(dictionary: string, plain: Buffer): MadeObject {
  return { dictionary: `${dictionary} /Filter /FlateDecode`, data: deflateSync(plain, { level: 9 }) };
}

/** Objects inside a compressed stream, as PDF 1.5 allows. */
export function objectStream(text: string, dictionary = ''): MadeObject {
  return deflated(`/Type /ObjStm /N 1 /First 5 ${dictionary}`, Buffer.from(`9 0  ${text}`, 'latin1'));
}

/**
 * A PDF whose objects share their compressed data. Each stream skips the next object's header as an uncompressed block,
 * and all of them run through the same `bytes` of empty blocks: little comes out, but each object makes the reader read
 * all of it.
 */
export function pdfOfSharedData(objects: number, bytes: number): Buffer {
  const head = (at: number) => Buffer.from(`${at} 0 obj<</Filter/FlateDecode>>stream\n`);
  const zlibHead = Buffer.from([0x78, 0x9c]);
  const parts = Array.from({ length: objects }, (_, at) => {
    const skipped = at + 1 < objects ? head(at + 1).length + zlibHead.length : 0;
    const block = Buffer.alloc(5);
    block.writeUInt16LE(skipped, 1);
    block.writeUInt16LE(skipped ^ 0xffff, 3);
    return Buffer.concat([head(at), zlibHead, block]);
  });
  // Four blocks of ten bits each: fixed Huffman codes, and the end of the block.
  const nothing = Buffer.alloc(bytes, Buffer.from([0x02, 0x08, 0x20, 0x80, 0x00]));
  const end = Buffer.from('\nendstream\nstartxref\n9\n%%EOF\n');
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...parts, nothing, end]);
}
