import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import { createFairQueue } from './fair-queue.ts';
import { createAnswerTurns } from './one-at-a-time.ts';

/** Stands before reads that anybody may ask for, so that they never take the database from the order desk. */
export interface ReadGate<Value> {
  /**
   * Reads, or shares the read of the same key that is under way. Problem: TOO_MANY_REQUESTS. Rejects when the read
   * fails.
   */
  read: (key: string, load: () => Promise<Value>) => Promise<Result<{ value: Value }>>;
}

export interface ReadGateOptions {
  /** Reads at a time; the others wait in line. */
  mostReads: number;
  /** Requests that may be under way or in line, those that share a read too; beyond that they are refused. */
  mostRequests: number;
}

/** The line is short: whoever is refused finds room again after this. */
const retryAfterSeconds = 1;

export function createReadGate<Value>({ mostReads, mostRequests }: ReadGateOptions): ReadGate<Value> {
  const underWay = new Map<string, Promise<Value>>();
  /** All reads are of one owner: they come in the order in which they were asked for. */
  const queue = createFairQueue<'everybody'>({
    mostAtOnce: mostReads,
    mostWaiting: Infinity,
    mostWaitingOfOne: Infinity,
  });
  const answerTurn = createAnswerTurns();
  let requests = 0;

  async function readInLine(load: () => Promise<Value>): Promise<Value> {
    const read = await queue.run('everybody', load);
    if (!read.ok) throw new Error('A line without an end refused a read');
    return read.value;
  }

  function share(key: string, load: () => Promise<Value>): Promise<Value> {
    const known = underWay.get(key);
    if (known) return known;
    const read = readInLine(load).finally(() => underWay.delete(key));
    underWay.set(key, read);
    return read;
  }

  return {
    async read(key, load) {
      if (requests >= mostRequests) return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds });
      requests += 1;
      try {
        const value = await share(key, load);
        await answerTurn();
        return { ok: true, value };
      } finally {
        requests -= 1;
      }
    },
  };
}
