import { Worker } from 'node:worker_threads';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { StatementOrder } from './render-statement.ts';

/**
 * Makes statements one at a time, each in its own thread, so a long one blocks no calls and memory holds only one. Each
 * account may have only one request in progress or waiting. The next statement is alternately the shortest one and the
 * one that has waited longest, so nobody waits for all the long ones and nobody waits forever.
 */
export interface StatementDesk {
  /**
   * `count` estimates the number of entries; `read` is called when the request's turn comes. Problems: those of `read`;
   * TOO_MANY_REQUESTS if the account already has a request; UNAVAILABLE if too many requests wait.
   */
  make: (
    accountId: number,
    request: { count: () => Promise<number>; read: () => Promise<Result<{ order: StatementOrder }>> },
  ) => Promise<Result<{ file: Buffer }>>;
}

const program = new URL('./render-worker.ts', import.meta.url);
/** The longest statement has 50,000 entries and takes a tenth of this time on an otherwise idle machine. */
const timeoutMs = 120_000;
const resourceLimits = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 64 };
const mostWaiting = 20;
const retryAfterSeconds = 5;

export function createStatementDesk(render = renderInThread): StatementDesk {
  const takeTurn = createTurns();
  const busy = new Set<number>();
  return {
    async make(accountId, { count, read }) {
      if (busy.has(accountId)) return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds });
      if (busy.size >= mostWaiting) return refuse('UNAVAILABLE');
      busy.add(accountId);
      try {
        return await takeTurn(await count(), async (): Promise<Result<{ file: Buffer }>> => {
          const readResult = await read();
          return readResult.ok ? { ok: true, file: Buffer.from(await render(readResult.order)) } : readResult;
        });
      } finally {
        busy.delete(accountId);
      }
    },
  };
}

/** Runs one piece of work at a time: alternately the one with the fewest rows and the one that has waited longest. */
function createTurns() {
  const waiting: { rows: number; begin: () => void }[] = [];
  let isBusy = false;
  let turns = 0;

  function next(): void {
    const shortest = Math.min(...waiting.map(({ rows }) => rows));
    const at = turns++ % 2 === 0 ? waiting.findIndex(({ rows }) => rows === shortest) : 0;
    const [one] = waiting.splice(at, 1);
    isBusy = one !== undefined;
    one?.begin();
  }

  return async function takeTurn<Done>(rows: number, work: () => Promise<Done>): Promise<Done> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    waiting.push({ rows, begin: () => resolve(undefined) });
    if (!isBusy) next();
    await promise;
    return work().finally(next);
  };
}

async function renderInThread(order: StatementOrder): Promise<Uint8Array> {
  const worker = new Worker(program, { workerData: order, execArgv: [], resourceLimits });
  // Lets a stopping server exit without waiting for the statement.
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
