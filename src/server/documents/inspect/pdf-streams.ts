import { createInflate } from 'node:zlib';
import type { PdfDictionary } from './pdf-objects.ts';

/** Where the data of a stream is, and how it is encoded. */
export interface PdfStream {
  /**
   * Offsets of the data. It ends after its declared length if `endstream` follows there, otherwise at the next
   * `endstream`.
   */
  start: number;
  stop: number;
  /** The filter that wrote the bytes as text, if any; it is undone before inflating. */
  textFilter: 'ASCIIHexDecode' | 'ASCII85Decode' | null;
  isDeflated: boolean;
  /** The stream may hold objects, so its content is inspected like the rest of the file. */
  holdsObjects: boolean;
}

const longNames: Readonly<Record<string, string>> = {
  ...{ Fl: 'FlateDecode', AHx: 'ASCIIHexDecode', A85: 'ASCII85Decode', LZW: 'LZWDecode', RL: 'RunLengthDecode' },
  ...{ DCT: 'DCTDecode', CCF: 'CCITTFaxDecode' },
};
/**
 * Filters are accepted only in this order. Data that is deflated twice, or compressed by obsolete methods, cannot be
 * inspected.
 */
const knownFilters =
  /^(ASCIIHexDecode|ASCII85Decode)? ?(FlateDecode)? ?(DCTDecode|JPXDecode|CCITTFaxDecode|JBIG2Decode|RunLengthDecode)?$/;

/** Describes a stream; null if its data cannot be inspected. `endOf` finds the next `endstream`. */
export function describeStream(
  bytes: Buffer,
  { text, start }: PdfDictionary,
  endOf: (start: number) => number,
): PdfStream | null {
  const known = knownFilters.exec(filtersOf(text) ?? 'not known');
  if (!known) return null;
  const [, textFilter, deflate, picture] = known;
  const holdsObjects = /\/(?:ObjStm|First)(?![A-Za-z])/.test(text);
  // A predictor inserts a byte per row, which could split a name so that the search misses it.
  if (holdsObjects && (picture !== undefined || /\/(?:Predictor|DecodeParms|DP)(?![A-Za-z])/.test(text))) return null;
  return {
    ...{ start, stop: declaredStop(bytes, text, start) ?? endOf(start), isDeflated: deflate !== undefined },
    holdsObjects,
    textFilter: textFilter === 'ASCIIHexDecode' || textFilter === 'ASCII85Decode' ? textFilter : null,
  };
}

/** The long names of the filters, in decoding order; null if `/Filter` refers to another object or occurs twice. */
function filtersOf(dictionary: string): string | null {
  const told = /\/Filter(?![A-Za-z])\s*(?:\[([^\]]{0,200})\]|\/(\w+))/.exec(dictionary);
  // `/Filter` occurs twice, or in a form that readers may interpret differently.
  if (dictionary.split(/\/Filter(?![A-Za-z])/).length > (told ? 2 : 1)) return null;
  const [, many, one] = told ?? [];
  const names = one === undefined ? (many ?? '').split(/[\s/]+/).filter((name) => name !== '') : [one];
  return names.map((name) => longNames[name] ?? name).join(' ');
}

function declaredStop(bytes: Buffer, dictionary: string, start: number): number | null {
  const told = /\/Length\s+(\d{1,9})(?!\d|\s+\d+\s+R)/.exec(dictionary)?.[1];
  const stop = start + Number(told ?? Number.NaN);
  return /^\s{0,2}endstream/.test(bytes.toString('latin1', stop, stop + 11)) ? stop : null;
}

/**
 * Returns a function that finds the next `endstream` from an offset on. It scans no byte twice if the offsets increase.
 */
export function followEnds(bytes: Buffer): (start: number) => number {
  let end = -1;
  return (start) => {
    if (end < start) {
      const found = bytes.indexOf('endstream', start);
      end = found === -1 ? bytes.length : found;
    }
    return end;
  };
}

export const inflateLimits = {
  /** Maximum number of inflated bytes, summed over all streams of a document. */
  documentBytes: 50_000_000,
  /**
   * Maximum inflated bytes per compressed byte, checked only once the output exceeds `ratioFromBytes`. Deflate reaches
   * at most 1,032; a stream close to that holds no real content. Small streams do no harm.
   */
  ratio: 1_000,
  ratioFromBytes: 10_000_000,
  /**
   * All streams together may read at most `readPerByte` × the file's size + `readBeside` compressed bytes. Valid
   * streams are read once, broken ones need some more. Without a limit, empty blocks would cost time without output,
   * and many objects may point into the same blocks.
   */
  readPerByte: 4,
  readBeside: 8_000_000,
} as const;

/** `read` counts the bytes fed to zlib: at most twice the bytes that zlib consumed, plus 4 kB. */
export type Inflated = { ok: true; length: number; read: number; isWhole: boolean; kept: Buffer } | { ok: false };

export interface InflateBounds {
  mostBytes: number;
  mostRead: number;
  keep: boolean;
}

const [firstPiece, largestPiece] = [4_096, 65_536];

/**
 * Inflates data that begins with a deflated stream, and ignores what follows the stream. Runs in the background. `ok`
 * is false if a limit is exceeded, and `isWhole` is false if the stream breaks off. `kept` has the output only if
 * `keep` is set.
 */
export function inflateBounded(deflated: Buffer, { mostBytes, mostRead, keep }: InflateBounds): Promise<Inflated> {
  return new Promise((resolve) => {
    const inflate = createInflate({ chunkSize: 65_536 });
    const kept: Buffer[] = [];
    let [length, read, piece] = [0, 0, firstPiece];
    const finish = (answer: Inflated) => {
      inflate.destroy();
      resolve(answer);
    };
    const facts = (isWhole: boolean) => ({ ok: true as const, length, read, isWhole, kept: Buffer.concat(kept) });
    // Feeds zlib piece by piece, because for broken data it does not say how far it has read.
    function feed(fault?: Error | null): void {
      if (fault) return;
      const next = deflated.subarray(read, read + piece);
      if (next.length === 0) inflate.end();
      else if (read >= mostRead) finish({ ok: false });
      else {
        read += next.length;
        piece = Math.min(2 * piece, largestPiece);
        inflate.write(next, feed);
      }
    }
    inflate.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (keep) kept.push(chunk);
      if (length > mostBytes || isBomb(length, inflate.bytesWritten)) finish({ ok: false });
    });
    inflate.on('end', () => finish(facts(true)));
    // The stream breaks off or is not deflated at all: the output so far counts.
    inflate.on('error', () => finish(facts(false)));
    feed();
  });
}

function isBomb(length: number, read: number): boolean {
  return length > inflateLimits.ratioFromBytes && length > inflateLimits.ratio * Math.max(1, read);
}

/** Decodes the two text filters of PDF. Skips characters that are not digits, as readers do. */
export function decodeText(text: Buffer, filter: 'ASCIIHexDecode' | 'ASCII85Decode'): Buffer {
  return filter === 'ASCII85Decode' ? decodeAscii85(text) : decodeHex(text.toString('latin1'));
}

function decodeHex(text: string): Buffer {
  const digits = (text.split('>')[0] ?? '').replace(/[^0-9a-fA-F]/g, '');
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
}

const [end, zeros, first, last] = [0x7e, 0x7a, 0x21, 0x75];

/** Five digits of base 85 are four bytes, `z` is four zeros, and the last group may be short. */
function decodeAscii85(text: Buffer): Buffer {
  const out = Buffer.alloc(text.length * 4 + 4);
  let length = 0;
  let group: number[] = [];
  function flush(kept: number): void {
    const word = group.reduce((sum, digit) => sum * 85 + digit, 0) % 2 ** 32;
    out.writeUInt32BE(word, length);
    length += kept;
    group = [];
  }
  for (const byte of text) {
    if (byte === end) break;
    if (byte === zeros && group.length === 0) length += 4;
    else if (byte >= first && byte <= last) group.push(byte - first);
    if (group.length === 5) flush(4);
  }
  const kept = group.length - 1;
  if (kept > 0) {
    while (group.length < 5) group.push(84);
    flush(kept);
  }
  return out.subarray(0, length);
}
