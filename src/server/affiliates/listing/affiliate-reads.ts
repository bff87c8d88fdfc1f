import type { Result } from '../../../lib/contract/problem.ts';
import { refuse } from '../../../lib/contract/problem.ts';
import { createReadGate } from '../../throttle/read-gate.ts';

/** A queue for the queries of affiliates: they wait for each other, and never slow down the order desk. */
export interface AffiliateReads {
  /** Reads a page or totals; an identical request made meanwhile shares the result. Problem: TOO_MANY_REQUESTS. */
  read: <Data>(
    affiliateId: number,
    request: object,
    load: () => Promise<Result<{ data: Data }>>,
  ) => Promise<Result<{ data: Data }>>;
  /** Reads a part of a file. It waits as long as necessary, because the client already has the first parts. */
  readPart: <Part>(load: () => Promise<Part>) => Promise<Part>;
}

const gate = { mostReads: 2, mostRequests: 60 };
/** How many requests of one affiliate may wait, so that others have room too. */
export const mostOfOne = 15;
/** Parts of files are read one at a time, across all exports in progress. */
const partsGate = { mostReads: 1, mostRequests: Number.POSITIVE_INFINITY };
/** Short, because the affiliate's earlier requests are answered soon. */
const retryAfterSeconds = 1;

export function createAffiliateReads(): AffiliateReads {
  const reads = createReadGate<Result<{ data: unknown }>>(gate);
  const parts = createReadGate<unknown>(partsGate);
  const waiting = new Map<number, number>();
  let partsAsked = 0;

  return {
    async read<Data>(affiliateId: number, request: object, load: () => Promise<Result<{ data: Data }>>) {
      const own = waiting.get(affiliateId) ?? 0;
      if (own >= mostOfOne) return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds });
      waiting.set(affiliateId, own + 1);
      try {
        const answered = await reads.read(JSON.stringify({ affiliateId, ...request }), load);
        return answered.ok ? (answered.value as Result<{ data: Data }>) : answered;
      } finally {
        const left = (waiting.get(affiliateId) ?? 1) - 1;
        if (left === 0) waiting.delete(affiliateId);
        else waiting.set(affiliateId, left);
      }
    },
    async readPart<Part>(load: () => Promise<Part>) {
      // A unique key, so that no two parts share a result.
      const part = await parts.read(String((partsAsked += 1)), load);
      if (!part.ok) throw new Error('A part of a file was refused');
      return part.value as Part;
    },
  };
}
