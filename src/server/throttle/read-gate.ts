import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';

/** Stands before reads that anybody may ask for, so that they never take the database from the order desk. */
export interface ReadGate<Value> {
  /** Reads, or shares the read of the same key that is under way. Problem: TOO_MANY_REQUESTS. Rejects when the read fails. */
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
  const line: (() => void)[] = [];
  let reads = 0;
  let requests = 0;
  let lastAnswer: Promise<unknown> = Promise.resolve();

  async function readInLine(load: () => Promise<Value>): Promise<Value> {
    if (reads < mostReads) reads += 1;
    else await new Promise<void>((resolve) => line.push(resolve));
    try {
      return await load();
    } finally {
      // The next in line takes the place of this one.
      const next = line.shift();
      if (next) next();
      else reads -= 1;
    }
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
        // One answer a turn of the event loop: to write out a hundred long lists in one turn would hold up the orders too.
        await (lastAnswer = lastAnswer.then(() => nextTurn()));
        return { ok: true, value };
      } finally {
        requests -= 1;
      }
    },
  };
}
