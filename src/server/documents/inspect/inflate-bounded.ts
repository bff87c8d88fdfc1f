import { createInflate } from 'node:zlib';

export const inflateLimits = {
  /** All streams of a document together. */
  documentBytes: 50_000_000,
  /** Deflate reaches 1,032: a stream of that kind says nothing, however often. Small ones do no harm. */
  ratio: 1_000,
  ratioFromBytes: 10_000_000,
} as const;

export type Inflated = { ok: true; length: number; isWhole: boolean; kept: Buffer } | { ok: false };

/**
 * Inflates what begins with a deflated stream; what stands behind its end is not looked at. In the background, and no more than the
 * limits: then it is not `ok`. `isWhole` is false where it breaks off. Nothing is kept unless that is asked for.
 */
export function inflateBounded(
  deflated: Buffer,
  { mostBytes, keep }: { mostBytes: number; keep: boolean },
): Promise<Inflated> {
  return new Promise((resolve) => {
    const inflate = createInflate({ chunkSize: 65_536 });
    const kept: Buffer[] = [];
    let length = 0;
    const finish = (answer: Inflated) => {
      inflate.destroy();
      resolve(answer);
    };
    const facts = (isWhole: boolean) => ({ ok: true as const, length, isWhole, kept: Buffer.concat(kept) });
    inflate.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (keep) kept.push(chunk);
      if (length > mostBytes || isBomb(length, inflate.bytesWritten)) finish({ ok: false });
    });
    inflate.on('end', () => finish(facts(true)));
    // Broken off or no deflate at all: what was inflated until then counts.
    inflate.on('error', () => finish(facts(false)));
    inflate.end(deflated);
  });
}

function isBomb(length: number, read: number): boolean {
  return length > inflateLimits.ratioFromBytes && length > inflateLimits.ratio * Math.max(1, read);
}
