import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import { createFairQueue } from './fair-queue.ts';
import { createAnswerTurns } from './one-at-a-time.ts';

/** Limits reads that anybody may request, so they never keep the order desk from using the database. */
export interface ReadGate<Value> {
  /**
   * Reads, or shares a read of the same key that is in progress. Problem: TOO_MANY_REQUESTS. Rejects if the read fails.
   */
  read: (key: string, load: () => Promise<Value>) => Promise<Result<{ value: Value }>>;
}

export interface ReadGateOptions {
  /** The most reads that run at a time; others wait in the queue. */
  mostReads: number;
  /** The most requests in progress or queued, including those that share a read. Further requests are refused. */
  mostRequests: number;
}

/** The queue is short: a slot should be free after a second. */
const retryAfterSeconds = 1;

export function createReadGate<Value>({ mostReads, mostRequests }: ReadGateOptions): ReadGate<Value> {
  const underWay = new Map<string, Promise<Value>>();
  /** All reads have the same owner, so they run in the order of the requests. */
  const queue = createFairQueue<'everybody'>({
    mostAtOnce: mostReads,
    mostWaiting: Infinity,
    mostWaitingOfOne: Infinity,
  });
  const answerTurn = createAnswerTurns();
  let requests = 0;

  async function readInTurn(load: () => Promise<Value>): Promise<Value> {
    const read = await queue.run('everybody', load);
    if (!read.ok) throw new Error('A queue without a limit refused a read');
    return read.value;
  }

  function share(key: string, load: () => Promise<Value>): Promise<Value> {
    const known = underWay.get(key);
    if (known) return known;
    const read = readInTurn(load).finally(() => underWay.delete(key));
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
