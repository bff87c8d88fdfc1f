/**
 * Whether the bytes are a JPEG picture and nothing else. Walks the markers: the file begins with SOI, each segment has
 * its declared length, a frame header of acceptable size precedes the first scan, and each picture ends with EOI. Up to
 * six pictures may follow one another, because cameras append previews; zeros may follow each. Any other bytes could
 * hide another format, so they are refused. No pixel is decoded.
 */
export function isPlainJpeg(bytes: Buffer): boolean {
  let at = 0;
  for (let pictures = 0; pictures < mostPictures; pictures += 1) {
    const end = walkPicture(bytes, at);
    if (end === null) return false;
    at = end;
    while (at < bytes.length && bytes[at] === 0) at += 1;
    if (at === bytes.length) return true;
  }
  return false;
}

const mostPictures = 6;
const [soi, eoi, sos] = [0xd8, 0xd9, 0xda];
const [quantisation, huffman, restartInterval, comment] = [0xdb, 0xc4, 0xdd, 0xfe];
/** Baseline, extended and progressive frame headers; browsers do not show the others. */
const frames = new Set([0xc0, 0xc1, 0xc2]);
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;
const isMetadata = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === comment;
const tables = new Set([quantisation, huffman, restartInterval]);

const longestSide = 20_000;
/** For comparison, an A0 page at 300 dots per inch has 140 million pixels. */
const mostPixels = 150_000_000;

/** Text that belongs to other formats and has no place in a picture's metadata. */
const foreignText = /%PDF-|<(?:script|html|svg|body|iframe|object|!doctype|\?php)/i;

/** The offset after the picture that begins at `start`; null if no valid picture begins there. */
function walkPicture(bytes: Buffer, start: number): number | null {
  if (bytes[start] !== 0xff || bytes[start + 1] !== soi) return null;
  let at = start + 2;
  let hasFrame = false;
  let hasScan = false;
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === eoi) return hasScan ? at + 2 : null;
    const end = partEnd(bytes, at + 2);
    if (end === null) return null;
    const part = bytes.subarray(at + 4, end);
    if (frames.has(marker)) {
      if (hasFrame || !isSaneFrame(part)) return null;
      hasFrame = true;
    } else if (marker === sos) {
      if (!hasFrame) return null;
      hasScan = true;
    } else if (!isHarmless(marker, part)) return null;
    at = marker === sos ? scanEnd(bytes, end) : end;
  }
  return null;
}

/** The offset after the segment whose length field is at `at`; null if that length is invalid. */
function partEnd(bytes: Buffer, at: number): number | null {
  if (at + 2 > bytes.length) return null;
  const length = bytes.readUInt16BE(at);
  return length >= 2 && at + length <= bytes.length ? at + length : null;
}

function isHarmless(marker: number, part: Buffer): boolean {
  return tables.has(marker) || (isMetadata(marker) && !foreignText.test(part.toString('latin1')));
}

/** 8 or 12 bits per sample, 1, 3 or 4 components, and a size that programs can open. */
function isSaneFrame(part: Buffer): boolean {
  if (part.length < 6) return false;
  const [bits = 0, colours = 0] = [part[0], part[5]];
  const [height, width] = [part.readUInt16BE(1), part.readUInt16BE(3)];
  const isSize = height > 0 && width > 0 && Math.max(height, width) <= longestSide && height * width <= mostPixels;
  return isSize && [8, 12].includes(bits) && [1, 3, 4].includes(colours) && part.length === 6 + 3 * colours;
}

/**
 * The offset of the first marker after a scan's data. Within the data, `ff` is followed by a zero or forms a restart
 * marker.
 */
function scanEnd(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from);
  while (at !== -1 && at + 1 < bytes.length) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at;
    at = bytes.indexOf(0xff, at + (next === 0xff ? 1 : 2));
  }
  return bytes.length;
}
