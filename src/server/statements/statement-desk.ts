import { Worker } from 'node:worker_threads';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { StatementOrder } from './render-statement.ts';

/**
 * Makes statements one after the other, each in a thread of its own: a long one holds up nobody's calls, and no two are
 * in memory at once. Of each account one is made or waits. In turns the shortest of those that wait is next, and the
 * one that waits longest: nobody waits for all the long ones, and nobody for ever.
 */
export interface StatementDesk {
  /**
   * `count` says how many lines there are, about; `read` is asked when its turn has come. Problems: its own;
   * TOO_MANY_REQUESTS where one of the account is being made; UNAVAILABLE where too many wait.
   */
  make: (
    accountId: number,
    wish: { count: () => Promise<number>; read: () => Promise<Result<{ order: StatementOrder }>> },
  ) => Promise<Result<{ file: Buffer }>>;
}

const program = new URL('./render-worker.ts', import.meta.url);
/** The longest has 50,000 lines and takes a tenth of it on a machine that does nothing else. */
const timeoutMs = 120_000;
const resourceLimits = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 64 };
const mostWaiting = 20;
const retryAfterSeconds = 5;

export function createStatementDesk(render = renderApart): StatementDesk {
  const takeTurn = createTurns();
  const busy = new Set<number>();
  return {
    async make(accountId, { count, read }) {
      if (busy.has(accountId)) return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds });
      if (busy.size >= mostWaiting) return refuse('UNAVAILABLE');
      busy.add(accountId);
      try {
        return await takeTurn(await count(), async (): Promise<Result<{ file: Buffer }>> => {
          const asked = await read();
          return asked.ok ? { ok: true, file: Buffer.from(await render(asked.order)) } : asked;
        });
      } finally {
        busy.delete(accountId);
      }
    },
  };
}

/** Lets one at a time do its work. */
function createTurns() {
  const waiting: { lines: number; begin: () => void }[] = [];
  let isTaken = false;
  let turns = 0;

  function next(): void {
    const shortest = Math.min(...waiting.map(({ lines }) => lines));
    const at = turns++ % 2 === 0 ? waiting.findIndex(({ lines }) => lines === shortest) : 0;
    const [one] = waiting.splice(at, 1);
    isTaken = one !== undefined;
    one?.begin();
  }

  return async function takeTurn<Done>(lines: number, work: () => Promise<Done>): Promise<Done> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    waiting.push({ lines, begin: () => resolve(undefined) });
    if (!isTaken) next();
    await promise;
    return work().finally(next);
  };
}

async function renderApart(order: StatementOrder): Promise<Uint8Array> {
  const worker = new Worker(program, { workerData: order, execArgv: [], resourceLimits });
  // A server that stops waits for no file.
  worker.unref();
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Uint8Array>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error('A statement took too long to be written')), timeoutMs);
      worker.once('message', resolve).once('error', reject);
      worker.once('exit', () => reject(new Error('A statement was not written')));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
