import { createInflate } from 'node:zlib';

export const inflateLimits = {
  /** All streams of a document together. */
  documentBytes: 50_000_000,
  /** Deflate reaches 1,032: a stream of that kind says nothing, however often. Small ones do no harm. */
  ratio: 1_000,
  ratioFromBytes: 10_000_000,
  /**
   * What is read for it, all streams together: their own bytes, once, and some more where streams are broken. Blocks that hold nothing
   * cost time and give no byte, and many objects may lead into the same ones.
   */
  readPerByte: 4,
  readBeside: 8_000_000,
} as const;

/** `read` counts what was given to it, which is not more than twice what it took, and 4 kB. */
export type Inflated = { ok: true; length: number; read: number; isWhole: boolean; kept: Buffer } | { ok: false };

export interface InflateBounds {
  mostBytes: number;
  mostRead: number;
  keep: boolean;
}

const [firstPiece, largestPiece] = [4_096, 65_536];

/**
 * Inflates what begins with a deflated stream; what stands behind its end is not looked at. In the background, and no more than the
 * limits: then it is not `ok`. `isWhole` is false where it breaks off. Nothing is kept unless that is asked for.
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
    // Piece by piece: of what turns out to be broken it is not told how far it was read.
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
    // Broken off or no deflate at all: what was inflated until then counts.
    inflate.on('error', () => finish(facts(false)));
    feed();
  });
}

function isBomb(length: number, read: number): boolean {
  return length > inflateLimits.ratioFromBytes && length > inflateLimits.ratio * Math.max(1, read);
}
