import type { Result } from '../../../lib/contract/problem.ts';
import { refuse } from '../../../lib/contract/problem.ts';
import { createReadGate } from '../../throttle/read-gate.ts';

/** What affiliates read goes through here: they wait for each other, and never the order desk for them. */
export interface AffiliateReads {
  /** A page, or totals; who asks the same again while it is read is given the same. Problem: TOO_MANY_REQUESTS. */
  read: <Data>(
    affiliateId: number,
    wish: object,
    load: () => Promise<Result<{ data: Data }>>,
  ) => Promise<Result<{ data: Data }>>;
  /** A part of a file. It waits as long as it takes: who asked for the file has part of it already. */
  readPart: <Part>(load: () => Promise<Part>) => Promise<Part>;
}

const gate = { mostReads: 2, mostRequests: 60 };
/** Of the requests that may wait: whoever asks for more at once leaves room for the others. */
export const mostOfOne = 15;
/** One of all the files that are under way at a time. */
const partsGate = { mostReads: 1, mostRequests: Number.POSITIVE_INFINITY };
/** Its own requests are answered soon. */
const retryAfterSeconds = 1;

export function createAffiliateReads(): AffiliateReads {
  const reads = createReadGate<Result<{ data: unknown }>>(gate);
  const parts = createReadGate<unknown>(partsGate);
  const asked = new Map<number, number>();
  let partsAsked = 0;

  return {
    async read<Data>(affiliateId: number, wish: object, load: () => Promise<Result<{ data: Data }>>) {
      const own = asked.get(affiliateId) ?? 0;
      if (own >= mostOfOne) return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds });
      asked.set(affiliateId, own + 1);
      try {
        const answered = await reads.read(JSON.stringify({ affiliateId, ...wish }), load);
        return answered.ok ? (answered.value as Result<{ data: Data }>) : answered;
      } finally {
        const left = (asked.get(affiliateId) ?? 1) - 1;
        if (left === 0) asked.delete(affiliateId);
        else asked.set(affiliateId, left);
      }
    },
    async readPart<Part>(load: () => Promise<Part>) {
      // Each is another: nobody shares one.
      const part = await parts.read(String((partsAsked += 1)), load);
      if (!part.ok) throw new Error('A part of a file was refused');
      return part.value as Part;
    },
  };
}
