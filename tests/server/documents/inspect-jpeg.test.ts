import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { inspectDocument } from '../../../src/server/documents/inspect/inspect-document.ts';
import { emptyZip, jpegWithNote, madeJpeg, madePdf } from '../../support/documents/made-files.ts';

let photo: Buffer;
beforeAll(async () => {
  photo = await madeJpeg();
});

const noise = (width: number, height: number) =>
  sharp(Buffer.from(Array.from({ length: width * height * 3 }, (_pixel, index) => (index * 7919) % 251)), {
    raw: { width, height, channels: 3 },
  });

describe('a photo is accepted', () => {
  test.each([
    ['baseline', () => noise(90, 70).jpeg().toBuffer()],
    ['progressive', () => noise(90, 70).jpeg({ progressive: true }).toBuffer()],
    ['in grey', () => noise(90, 70).greyscale().jpeg().toBuffer()],
    ['in CMYK', () => noise(90, 70).toColourspace('cmyk').jpeg().toBuffer()],
    [
      'with Exif data',
      () =>
        noise(90, 70)
          .withExif({ IFD0: { Make: 'Camera' } })
          .jpeg()
          .toBuffer(),
    ],
    ['with a comment', () => jpegWithNote('Made on a phone')],
    ['with zeros behind it', () => Buffer.concat([photo, Buffer.alloc(500)])],
    ['with a preview behind it, as phones append one', () => Buffer.concat([photo, Buffer.alloc(4), photo])],
  ])('%s', async (_what, made) => {
    expect(await inspectDocument(await made())).toBe('image/jpeg');
  });
});

describe('a file that only begins like a photo is refused', () => {
  test.each([
    ['a script', () => Buffer.from('#!/bin/sh\nrm -rf /\n')],
    ['nothing', () => Buffer.alloc(0)],
    ['its first bytes alone', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    [
      'its first bytes, then a script',
      () => Buffer.concat([photo.subarray(0, 20), Buffer.from('<?php system($_GET[1]);')]),
    ],
    ['a truncated photo', () => photo.subarray(0, photo.length - 40)],
    ['a photo without its end', () => photo.subarray(0, photo.length - 2)],
    ['a photo without a picture', () => Buffer.concat([photo.subarray(0, 20), Buffer.from([0xff, 0xd9])])],
    ['a photo of width zero', () => withSize(photo, 0, 10)],
    ['a photo of four billion pixels', () => withSize(photo, 65_000, 65_000)],
    ['an archive behind the photo', () => Buffer.concat([photo, emptyZip])],
    ['an archive in a note of the photo', () => jpegWithNote(emptyZip.toString('latin1'))],
    ['a page behind the photo', () => Buffer.concat([photo, Buffer.from('<html><script>alert(1)</script>')])],
    ['a script in a note of the photo', () => jpegWithNote('*/<SCRIPT>alert(1)</SCRIPT>/*')],
    ['a PDF behind the photo', () => Buffer.concat([photo, madePdf()])],
    ['the head of a PDF in a note of the photo', () => jpegWithNote('%PDF-1.4 1 0 obj')],
    ['a word behind the photo', () => Buffer.concat([photo, Buffer.from('x')])],
    ['a PNG', () => noise(9, 9).png().toBuffer()],
    ['a GIF with an archive behind it', async () => Buffer.concat([await noise(9, 9).gif().toBuffer(), emptyZip])],
    ['a photo behind other bytes', () => Buffer.concat([Buffer.from('\n'), photo])],
  ])('%s', async (_what, made) => {
    expect(await inspectDocument(await made())).toBe(null);
  });
});

test('truncated or changed photos never make the inspection throw', async () => {
  for (let at = 0; at < photo.length; at += 1) {
    const changed = Buffer.from(photo);
    changed[at] = (changed[at] ?? 0) ^ 0xff;
    expect([null, 'image/jpeg']).toContain(await inspectDocument(changed));
    expect(await inspectDocument(photo.subarray(0, at))).toBe(null);
  }
});

/** The photo with another size in its frame header. */
function withSize(bytes: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(bytes);
  const frame = changed.indexOf(Buffer.from([0xff, 0xc0]));
  changed.writeUInt16BE(height, frame + 5);
  changed.writeUInt16BE(width, frame + 7);
  return changed;
}
